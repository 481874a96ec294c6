// Gives the focus back to a button that had it when it was disabled, as buttons are while their action runs: Chromium then takes
// the focus from it, in a dialog also from the dialog. [WB962]
import { isFocusLost } from './focus-lost.ts';

/** Keeps the focus on buttons in the whole page until the result is called. */
export function keepDisabledFocus(): () => void {
  let focused: EventTarget | null = null;
  let disabled: HTMLButtonElement | null = null;
  const forget = () => {
    disabled = null;
  };
  const restore = () => {
    if (disabled && !disabled.disabled && disabled.isConnected && isFocusLost())
      disabled.focus({ preventScroll: true });
  };
  const follow = (records: readonly MutationRecord[]) => {
    for (const { target } of records)
      if (target === focused && target instanceof HTMLButtonElement && target.disabled) disabled = target;
    // The browser takes the focus away with the next frame.
    if (disabled && !disabled.disabled) requestAnimationFrame(restore);
  };
  const listening = new AbortController();
  const { signal } = listening;
  document.addEventListener(
    'focusin',
    ({ target }) => {
      focused = target;
      forget();
    },
    { signal },
  );
  document.addEventListener('pointerdown', forget, { signal, capture: true });
  const changed = new MutationObserver(follow);
  changed.observe(document.body, { attributes: true, attributeFilter: ['disabled'], subtree: true });
  return () => {
    listening.abort();
    changed.disconnect();
  };
}
