// Short messages at the edge of the screen that disappear by themselves.
import { Cell } from '../cells/cell.ts';

export interface Notice {
  readonly id: number;
  readonly text: string;
  /** Whether it says how the reader's last action ended. */
  readonly is_outcome?: boolean;
  /** An action offered while the notice is shown. */
  readonly action?: { readonly label: string; act(): void };
}

const SHOWN_MS = 6000;
let last = 0;
export const notices = new Cell<readonly Notice[]>([]);

export function dropNotice(id: number): void {
  notices.set(notices.get().filter((notice) => notice.id !== id));
}

/** A notice with an action; shown longer. */
export function offer(text: string, label: string, act: () => void): number {
  const id = ++last;
  notices.set([...notices.get(), { id, text, action: { label, act } }]);
  setTimeout(() => dropNotice(id), 2 * SHOWN_MS);
  return id;
}

export function notify(text: string, is_outcome = false): void {
  const id = ++last;
  // A repeated notice replaces the previous one, and an outcome that of the action before.
  const others = notices.get().filter((notice) => notice.text !== text && !(is_outcome && notice.is_outcome));
  notices.set([...others, { id, text, is_outcome }]);
  setTimeout(() => dropNotice(id), SHOWN_MS);
}
