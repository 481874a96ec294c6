// What is copied from several messages: their conversations, each sender and time, and the selected text, without controls and
// without the layout of the list. A part of one message is left to the browser. [WB1084]

const CONTROLS = '.code-tools, .spoiler-toggle, .hidden-text, [hidden]';

/** What is selected of an element; null if nothing is. */
function selectedPart(range: Range, element: Element): DocumentFragment | null {
  const part = document.createRange();
  part.selectNodeContents(element);
  if (range.compareBoundaryPoints(Range.START_TO_START, part) > 0)
    part.setStart(range.startContainer, range.startOffset);
  if (range.compareBoundaryPoints(Range.END_TO_END, part) < 0) part.setEnd(range.endContainer, range.endOffset);
  if (part.collapsed) return null;
  const copy = part.cloneContents();
  for (const control of copy.querySelectorAll(CONTROLS)) control.remove();
  // Absolute, for other programs.
  for (const link of copy.querySelectorAll('a')) link.setAttribute('href', link.href);
  return copy;
}

/** With the numbers of lists and the source of formulas, which only the layout or nobody has. */
function textOf(part: DocumentFragment): string {
  const box = document.createElement('div');
  box.className = 'rendered hidden-text';
  box.append(part.cloneNode(true));
  for (const formula of box.querySelectorAll('.katex'))
    formula.replaceWith(formula.querySelector('annotation')?.textContent ?? formula.textContent ?? '');
  for (const list of box.querySelectorAll('ol'))
    for (const [at, entry] of [...list.children].entries()) entry.prepend(`${list.start + at}. `);
  for (const entry of box.querySelectorAll('ul > li')) entry.prepend('• ');
  // Only what is rendered has lines.
  document.body.append(box);
  const text = box.innerText.trim();
  box.remove();
  return text;
}

interface Copied {
  readonly heading: string;
  readonly part: DocumentFragment | null;
}

function copiedRows(list: Element, range: Range): Copied[] {
  const found: Copied[] = [];
  for (const row of list.querySelectorAll('.conversation-heading, article[data-message-id]')) {
    if (!range.intersectsNode(row)) continue;
    const content = row.matches('article') ? row.querySelector('.rendered') : null;
    const part = content && selectedPart(range, content);
    if (!row.matches('article')) found.push({ heading: row.textContent?.trim() ?? '', part: null });
    else if (part) found.push({ heading: row.getAttribute('aria-label') ?? '', part });
  }
  return found;
}

export function copyMessages(event: ClipboardEvent, list: Element): void {
  const selection = getSelection();
  if (!event.clipboardData || !selection?.rangeCount || selection.isCollapsed) return;
  if (event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement) return;
  const rows = copiedRows(list, selection.getRangeAt(0));
  if (rows.filter(({ part }) => part).length < 2) return;
  const page = document.createElement('div');
  const texts = rows.map(({ heading, part }) => {
    const name = document.createElement('strong');
    name.textContent = heading;
    const line = document.createElement('p');
    line.append(name);
    page.append(line);
    if (!part) return heading;
    const text = textOf(part);
    page.append(part);
    return `${heading}\n${text}`;
  });
  event.clipboardData.setData('text/plain', texts.join('\n\n'));
  event.clipboardData.setData('text/html', page.innerHTML);
  event.preventDefault();
}
