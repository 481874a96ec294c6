// Short messages at the edge of the screen, which go by themselves.
import { Cell } from '../cells/cell.ts';

export interface Notice {
  readonly id: number;
  readonly text: string;
  /** What can be done about it, as long as it is there. */
  readonly action?: { readonly label: string; act(): void };
}

const SHOWN_MS = 6000;
let last = 0;
export const notices = new Cell<readonly Notice[]>([]);

export function dropNotice(id: number): void {
  notices.set(notices.get().filter((one) => one.id !== id));
}

/** With something to do about it; it stays somewhat longer. */
export function offer(text: string, label: string, act: () => void): void {
  const id = ++last;
  notices.set([...notices.get(), { id, text, action: { label, act } }]);
  setTimeout(() => dropNotice(id), 2 * SHOWN_MS);
}

export function notify(text: string): void {
  const id = ++last;
  // What is said again takes the place of what was said before.
  notices.set([...notices.get().filter((one) => one.text !== text), { id, text }]);
  setTimeout(() => notices.set(notices.get().filter((one) => one.id !== id)), SHOWN_MS);
}
