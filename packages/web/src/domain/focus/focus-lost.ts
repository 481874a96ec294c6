// Whether no element has the focus, as after the one that had it was removed.
export const isFocusLost = (): boolean => document.activeElement === null || document.activeElement === document.body;
