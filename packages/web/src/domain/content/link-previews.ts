// Whether this device shows previews of linked pages.

import { Cell } from '../../base/cells/cell.ts';
import { loadText, storeText } from '../../base/storage/browser-storage.ts';

const KEY = 'stoa.link-previews';
const OFF = 'off';

export const showsLinkPreviews = new Cell(loadText(KEY) !== OFF);

export function setLinkPreviews(shown: boolean): void {
  showsLinkPreviews.set(shown);
  // Without storage, remembered until the page is closed.
  storeText(KEY, shown ? null : OFF);
}
