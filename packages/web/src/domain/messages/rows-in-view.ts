// The visible messages of a list, and which of them were seen to their end.

export interface RowInView {
  readonly id: number;
  /** Offset below the top of the list; negative if it begins above. */
  readonly offset_px: number;
  readonly is_seen: boolean;
}

/** The margin of a message, which may extend a few pixels below the list. */
const MARGIN_PX = 24;

/** First to last. */
export function rowsInView(list: HTMLElement): RowInView[] {
  const frame = list.getBoundingClientRect();
  const rows: RowInView[] = [];
  for (const row of list.querySelectorAll<HTMLElement>('[data-message-id]')) {
    const { top, bottom } = row.getBoundingClientRect();
    if (bottom <= frame.top || top >= frame.bottom) continue;
    // Its end, or as much of it as fits.
    const is_seen = bottom <= frame.bottom + MARGIN_PX || top <= frame.top;
    rows.push({ id: Number(row.dataset.messageId), offset_px: top - frame.top, is_seen });
  }
  return rows;
}

export const seenIn = (list: HTMLElement): number[] =>
  rowsInView(list)
    .filter(({ is_seen }) => is_seen)
    .map(({ id }) => id);
