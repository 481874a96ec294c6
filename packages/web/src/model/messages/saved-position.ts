// The scroll position in a message list, kept over one reload of the page.

export interface SavedPosition {
  /** The address of its view. */
  readonly address: string;
  /** The first visible message and its offset below the top of the list. */
  readonly message_id: number;
  readonly offset_px: number;
}

const STORED = 'stoa.place';
let saved = read();

function read(): SavedPosition | null {
  try {
    const text = sessionStorage.getItem(STORED);
    sessionStorage.removeItem(STORED);
    const { address, message_id, offset_px } = JSON.parse(text ?? '{}') as Partial<SavedPosition>;
    const is_whole = typeof address === 'string' && Number.isInteger(message_id) && Number.isFinite(offset_px);
    return is_whole ? { address, message_id: message_id!, offset_px: offset_px! } : null;
  } catch {
    return null;
  }
}

/** The saved position for this address, for the first view after a reload; asking for another view discards it. */
export function savedPosition(address: string): SavedPosition | null {
  if (saved && saved.address !== address) saved = null;
  return saved;
}

/** The position was restored. */
export function forgetSavedPosition(): void {
  saved = null;
}

/** Saves for the next start of this tab. */
export function savePosition(place: SavedPosition): void {
  try {
    sessionStorage.setItem(STORED, JSON.stringify(place));
  } catch {
    // Without storage, the view opens at its usual position.
  }
}
