// Where the reader was in the message lists of this tab's history, for Back, Forward and reloads. In the storage of the tab
// only, which signing out clears.
import { loadValue, storeValue } from '../../base/storage/browser-storage.ts';

export interface SavedPlace {
  /** The first visible message and its offset below the top of the list. */
  readonly message_id: number;
  readonly offset_px: number;
}

const STORED = 'stoa.places';
const PLACES_KEPT = 100;

/** Keyed by history entry, the last saved at the end. */
function places(): Map<string, SavedPlace> {
  const stored = loadValue(STORED, 'tab');
  const entries = (Array.isArray(stored) ? stored : []) as [string, Partial<SavedPlace>][];
  const isWhole = ([, { message_id, offset_px }]: (typeof entries)[number]) =>
    Number.isInteger(message_id) && Number.isFinite(offset_px);
  return new Map(entries.filter(isWhole) as [string, SavedPlace][]);
}

export const savedPlace = (entry: string): SavedPlace | null => places().get(entry) ?? null;

/** Null where the entry is to be opened at its usual position. */
export function savePlace(entry: string, place: SavedPlace | null): void {
  const kept = places();
  kept.delete(entry);
  if (place) kept.set(entry, place);
  // Without storage, views open at their usual position.
  storeValue(STORED, [...kept].slice(-PLACES_KEPT), 'tab');
}
