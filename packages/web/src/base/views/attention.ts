// Whether somebody looks at the page, and when that may have changed.

export const isVisible = (): boolean => document.visibilityState === 'visible';
/** It is visible, and no other window has the focus. */
export const isLookedAt = (): boolean => isVisible() && document.hasFocus();

function watch(events: readonly string[], changed: () => void): () => void {
  for (const name of events) addEventListener(name, changed);
  document.addEventListener('visibilitychange', changed);
  return () => {
    for (const name of events) removeEventListener(name, changed);
    document.removeEventListener('visibilitychange', changed);
  };
}

/** Somebody came, left, or closed the page, until the returned function is called. */
export const watchAttention = (changed: () => void): (() => void) => watch(['focus', 'blur', 'pagehide'], changed);

/** Somebody came back to the page. */
export const watchReturns = (returned: () => void): (() => void) => watch(['focus'], () => isVisible() && returned());
