// Collapsed sections of the sidebar, remembered on this device.
import { Cell } from '../../base/cells/cell.ts';

const KEY = 'stoa.folded';

function load(): ReadonlySet<string> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return new Set(Array.isArray(stored) ? stored.filter((section) => typeof section === 'string') : []);
  } catch {
    return new Set();
  }
}

export const collapsedSections = new Cell<ReadonlySet<string>>(load());

export function toggleSection(key: string): void {
  const next = new Set(collapsedSections.get());
  if (!next.delete(key)) next.add(key);
  collapsedSections.set(next);
  try {
    localStorage.setItem(KEY, JSON.stringify([...next]));
  } catch {
    // Without storage, remembered until the page is closed.
  }
}
