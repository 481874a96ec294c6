// Whether this device shows previews of linked pages.
import { Cell } from '../../base/cells/cell.ts';

const KEY = 'stoa.link-previews';
const OFF = 'off';

function load(): boolean {
  try {
    return localStorage.getItem(KEY) !== OFF;
  } catch {
    return true;
  }
}

export const showsLinkPreviews = new Cell(load());

export function setLinkPreviews(shown: boolean): void {
  showsLinkPreviews.set(shown);
  try {
    if (shown) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, OFF);
  } catch {
    // Without storage, remembered until the page is closed.
  }
}
