// The messages that are drawn in a list and in view, and which of them were seen to their end.

export interface RowInView {
  readonly id: number;
  /** How far below the top of the list it begins; negative where its beginning is above. */
  readonly offset_px: number;
  readonly is_seen: boolean;
}

/** A few pixels below the list, the margin of a message, belong to no text. */
const MARGIN_PX = 24;

/** First to last. */
export function rowsInView(list: HTMLElement): RowInView[] {
  const frame = list.getBoundingClientRect();
  const rows: RowInView[] = [];
  for (const row of list.querySelectorAll<HTMLElement>('[data-message-id]')) {
    const { top, bottom } = row.getBoundingClientRect();
    if (bottom <= frame.top || top >= frame.bottom) continue;
    // The end of it, or as much of it as there is room for.
    const is_seen = bottom <= frame.bottom + MARGIN_PX || top <= frame.top;
    rows.push({ id: Number(row.dataset.messageId), offset_px: top - frame.top, is_seen });
  }
  return rows;
}

export const seenIn = (list: HTMLElement): number[] =>
  rowsInView(list)
    .filter(({ is_seen }) => is_seen)
    .map(({ id }) => id);
