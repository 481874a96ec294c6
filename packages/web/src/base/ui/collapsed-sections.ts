// Collapsed sections of the sidebar and the inbox, remembered on this device.

import { Cell, useCell } from '../cells/cell.ts';
import { loadValue, storeValue } from '../storage/browser-storage.ts';

const KEY = 'stoa.folded';

function load(): ReadonlySet<string> {
  const stored = loadValue(KEY);
  return new Set(Array.isArray(stored) ? stored.filter((section) => typeof section === 'string') : []);
}

const collapsedSections = new Cell<ReadonlySet<string>>(load());

export const useIsOpen = (key: string) => useCell(collapsedSections, (keys) => !keys.has(key));

export function toggleSection(key: string): void {
  const next = new Set(collapsedSections.get());
  if (!next.delete(key)) next.add(key);
  collapsedSections.set(next);
  // Without storage, remembered until the page is closed.
  storeValue(KEY, [...next]);
}
