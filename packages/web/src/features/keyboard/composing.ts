// Whether the reader is writing although nothing has the focus, because the focused part of the compose box was removed or
// disabled. Keys typed then are text, not shortcuts.
const POPUPS = '[role=menu], [role=dialog], [role=listbox]';

/** The compose box that had the focus last, until the focus moves elsewhere or Escape is pressed. */
let last: Element | null = null;

function follow({ target }: Event): void {
  if (!(target instanceof Element)) return;
  const box = target.closest('.compose');
  if (box) last = box;
  // Menus and dialogs of the compose box are portalled elsewhere.
  else if (!target.closest(POPUPS) && target !== document.body) last = null;
}

const leave = (event: KeyboardEvent) => {
  if (event.key === 'Escape' && !(event.target as Element).closest?.(POPUPS)) last = null;
};
const press = (event: PointerEvent) => {
  if (event.target instanceof Element && !event.target.closest(`.compose, ${POPUPS}`)) last = null;
};

export function followComposing(): () => void {
  addEventListener('focusin', follow);
  addEventListener('keydown', leave, true);
  addEventListener('pointerdown', press, true);
  return () => {
    removeEventListener('focusin', follow);
    removeEventListener('keydown', leave, true);
    removeEventListener('pointerdown', press, true);
  };
}

/** Returns a lost focus to the text; false if nobody is writing. */
export function resumeComposing(): boolean {
  if (!last?.isConnected || (document.activeElement !== document.body && document.activeElement !== null)) return false;
  const field = last.querySelector<HTMLElement>('.compose-field');
  field?.focus();
  return field !== null;
}
