// Tables of pipes: a header row, a row of dashes, body rows. Cells hold inline source.
import { addChild, type Node } from './nodes.ts';

type Align = 'left' | 'right' | 'center' | null;

/** [MD28] Tables with more columns stay text: limits how far a few characters can expand. */
const MAX_COLUMNS = 100;

/** Ends of code spans by their start: a pipe inside code does not separate cells. */
function codeSpans(row: string): Map<number, number> {
  const spans = new Map<number, number>();
  const runs = [...row.matchAll(/`+/g)];
  const next = new Map<number, number>();
  const partner: number[] = [];
  for (let at = runs.length - 1; at >= 0; at--) {
    const width = (runs[at] as RegExpExecArray)[0].length;
    partner[at] = next.get(width) ?? -1;
    next.set(width, at);
  }
  for (let at = 0; at < runs.length; at++) {
    const close = partner[at] as number;
    if (close < 0) continue;
    const end = runs[close] as RegExpExecArray;
    spans.set((runs[at] as RegExpExecArray).index as number, (end.index as number) + end[0].length);
    at = close;
  }
  return spans;
}

function splitRow(line: string): string[] {
  const row = line.trim();
  const spans = row.includes('`') ? codeSpans(row) : null;
  const cells: string[] = [];
  let cell = '';
  let at = row.startsWith('|') ? 1 : 0;
  for (; at < row.length; at++) {
    const character = row[at] as string;
    const end = character === '`' ? spans?.get(at) : undefined;
    if (end !== undefined) {
      cell += row.slice(at, end);
      at = end - 1;
    } else if (character === '\\' && row[at + 1] === '|') {
      cell += '|';
      at++;
    } else if (character === '|') {
      cells.push(cell.trim());
      cell = '';
      if (at === row.length - 1) return cells;
    } else cell += character;
  }
  cells.push(cell.trim());
  return cells;
}

/** Whether every row begins or ends with a pipe; stops at the first that does not. */
function hasBorders(block: string): boolean {
  for (let start = 0; start <= block.length; ) {
    const newline = block.indexOf('\n', start);
    const end = newline < 0 ? block.length : newline;
    const row = block.slice(start, end).trim();
    if (!row.startsWith('|') && !row.endsWith('|')) return false;
    start = end + 1;
  }
  return true;
}

/** The alignment of each column when the block is a table, else null. */
export function tableColumns(block: string): Align[] | null {
  const first = block.indexOf('\n');
  if (first < 0) return null;
  const second = block.indexOf('\n', first + 1);
  const separator = block.slice(first + 1, second < 0 ? block.length : second);
  if (!/^[|:\- ]+$/.test(separator)) return null;
  const header = block.slice(0, first);
  const width = splitRow(header).length;
  const marks = splitRow(separator);
  if (marks.length !== width || width > MAX_COLUMNS) return null;
  if (width === 1 && !hasBorders(block)) return null;
  return marks.map((mark) => {
    const left = mark.startsWith(':');
    const right = mark.endsWith(':');
    return left && right ? 'center' : left ? 'left' : right ? 'right' : null;
  });
}

function addRow(parent: Node, tag: 'th' | 'td', cells: readonly string[], columns: readonly Align[]): void {
  const row = addChild(parent, 'tr');
  for (let at = 0; at < columns.length; at++) {
    const cell = addChild(row, tag, cells[at] ?? '');
    if (columns[at]) cell.attributes = [['style', `text-align: ${columns[at]};`]];
  }
}

export function parseTable(parent: Node, block: string, columns: Align[]): void {
  const lines = block.split('\n');
  const table = addChild(parent, 'table');
  addRow(addChild(table, 'thead'), 'th', splitRow(lines[0] as string), columns);
  const body = addChild(table, 'tbody');
  const rows = lines.slice(2);
  if (rows.length === 0)
    addRow(
      body,
      'td',
      [],
      columns.map(() => null),
    );
  for (const line of rows) addRow(body, 'td', splitRow(line), columns);
}
