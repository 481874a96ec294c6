// The place in a list of messages that the reader had scrolled to, kept over a reload of the page and no longer.

export interface SavedPosition {
  /** The address of the view it is a place in. */
  readonly address: string;
  /** The first message in view, and how far below the top of the list it begins. */
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

/** The place in the view of this address, for the first view after a reload; asking for another view ends it. */
export function savedPosition(address: string): SavedPosition | null {
  if (saved && saved.address !== address) saved = null;
  return saved;
}

/** The list was put there. */
export function forgetSavedPosition(): void {
  saved = null;
}

/** For the next start of this tab. */
export function savePosition(place: SavedPosition): void {
  try {
    sessionStorage.setItem(STORED, JSON.stringify(place));
  } catch {
    // Without storage the view opens where it would have opened anyway.
  }
}
