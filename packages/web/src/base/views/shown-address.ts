// The address of what is on the screen. It is that of the page, except while the reader is asked whether to leave: see
// `ui/unsaved.ts`, which comes with the first form.

export const shown: {
  /** The address that stays until the reader has answered. */
  held: string | null;
  /** Decides whether an address that was gone to is shown, by calling `changed`. */
  guard: ((event: HashChangeEvent, changed: () => void) => void) | null;
} = { held: null, guard: null };

export const shownHash = (): string => shown.held ?? location.hash;

/** Calls `changed` when `shownHash` changes. */
export function watchHash(changed: () => void): () => void {
  const arrived = (event: HashChangeEvent) => (shown.guard ? shown.guard(event, changed) : changed());
  addEventListener('hashchange', arrived);
  return () => removeEventListener('hashchange', arrived);
}
