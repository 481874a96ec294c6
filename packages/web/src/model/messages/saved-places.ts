// Where the reader was in the message lists of this tab's history. Without storage, views open at their usual position.
import { EntryValues } from '../../base/storage/entry-values.ts';

export interface SavedPlace {
  /** The first visible message and its offset below the top of the list. */
  readonly message_id: number;
  readonly offset_px: number;
}

const places = new EntryValues<SavedPlace>(
  'stoa.places',
  ({ message_id, offset_px }) => Number.isInteger(message_id) && Number.isFinite(offset_px),
);

export const savedPlace = (entry: string): SavedPlace | null => places.get(entry);

/** Null where the entry is to be opened at its usual position. */
export const savePlace = (entry: string, place: SavedPlace | null): void => places.set(entry, place);
