// Up and down in the sidebar, from line to line.
const LINES = '.place, .places-heading button';

/** Gives the focus to the line after the one that has it, or before; says whether there is one. */
export function moveFocus(sidebar: Element, step: 1 | -1): boolean {
  const lines = [...sidebar.querySelectorAll<HTMLElement>(LINES)];
  const at = lines.findIndex(
    (line) => line === document.activeElement || line.parentElement?.contains(document.activeElement),
  );
  const next = at < 0 ? lines[step === 1 ? 0 : lines.length - 1] : lines[at + step];
  next?.focus();
  return next !== undefined;
}
