// Up and down arrow keys in the sidebar. The next line of a long list may not be drawn yet; the list is asked to draw it.
const LINES = '.sidebar-link, .sidebar-heading button';

/** Draws the line of a long list at an index; null beyond its ends. */
type LineSource = (at: number) => Element | null;
export const lineSources = new WeakMap<Element, LineSource>();

/** Lines are identified by their index; beyond the end of the list they belong to another list. */
function nextInList(line: Element, step: 1 | -1): HTMLElement | null {
  const item = line.closest<HTMLElement>('[aria-posinset]');
  const source = item && lineSources.get(item.closest('.long-list')!);
  if (!item || !source) return null;
  const lines = [...item.querySelectorAll<HTMLElement>(LINES)];
  const within = lines[lines.indexOf(line as HTMLElement) + step];
  if (within) return within;
  const at = Number(item.getAttribute('aria-posinset')) - 1 + step;
  if (at < 0 || at >= Number(item.getAttribute('aria-setsize'))) return null;
  const others = source(at)?.querySelectorAll<HTMLElement>(LINES);
  return others?.[step === 1 ? 0 : others.length - 1] ?? null;
}

/** Moves the focus to the next or previous line; returns whether there is one. */
export function moveFocus(sidebar: Element, step: 1 | -1): boolean {
  const lines = [...sidebar.querySelectorAll<HTMLElement>(LINES)];
  const at = lines.findIndex(
    (line) => line === document.activeElement || line.parentElement?.contains(document.activeElement),
  );
  const next =
    at < 0 ? lines[step === 1 ? 0 : lines.length - 1] : (nextInList(lines[at]!, step) ?? lineBeside(lines, at, step));
  next?.focus();
  return next !== undefined;
}

/** The first or last line of a long list entered from outside, otherwise the neighbouring line. */
function lineBeside(lines: readonly HTMLElement[], at: number, step: 1 | -1): HTMLElement | undefined {
  const own = lines[at]!.closest('.long-list');
  const next = lines.slice(step === 1 ? at + 1 : 0, step === 1 ? undefined : at);
  if (step === -1) next.reverse();
  // A line drawn beyond the end of the visible part is a kept line from elsewhere in the list.
  const found = next.find((line) => own === null || line.closest('.long-list') !== own);
  const list = found?.closest('.long-list');
  const item = found?.closest('[aria-posinset]');
  const source = list && lineSources.get(list);
  if (!item || !source) return found;
  const others = source(step === 1 ? 0 : Number(item.getAttribute('aria-setsize')) - 1)?.querySelectorAll<HTMLElement>(
    LINES,
  );
  return others?.[step === 1 ? 0 : others.length - 1] ?? found;
}
