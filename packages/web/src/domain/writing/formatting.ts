// Effects of formatting buttons and keys on text and selection. Pure.
export interface Selection {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

export type Format = (selection: Selection) => Selection;

/** Adds marks around the selection, or removes them if present. */
function wrap(mark: string): Format {
  return ({ text, from, to }) => {
    const inside = text.slice(from, to);
    if (inside.length >= 2 * mark.length && inside.startsWith(mark) && inside.endsWith(mark)) {
      const bare = inside.slice(mark.length, inside.length - mark.length);
      return { text: text.slice(0, from) + bare + text.slice(to), from, to: from + bare.length };
    }
    // A longer run of the same characters is another mark: ** is not * twice.
    const is_around =
      text.slice(0, from).endsWith(mark) &&
      text.slice(to).startsWith(mark) &&
      text[from - mark.length - 1] !== mark[0] &&
      text[to + mark.length] !== mark[0];
    if (is_around)
      return {
        text: text.slice(0, from - mark.length) + inside + text.slice(to + mark.length),
        from: from - mark.length,
        to: to - mark.length,
      };
    return {
      text: text.slice(0, from) + mark + inside + mark + text.slice(to),
      from: from + mark.length,
      to: to + mark.length,
    };
  };
}

/** The whole lines of the selection. */
function lines({ text, from, to }: Selection): { start: number; end: number; list: string[] } {
  const start = text.lastIndexOf('\n', from - 1) + 1;
  const next = text.indexOf('\n', to);
  const end = next < 0 ? text.length : next;
  return { start, end, list: text.slice(start, end).split('\n') };
}

/** Adds a mark to every line, or removes it if all lines have it. */
function prefix(has: RegExp, mark: (index: number) => string): Format {
  return (selection) => {
    const { start, end, list } = lines(selection);
    const all = list.every((line) => has.test(line));
    const changed = list.map((line, index) => (all ? line.replace(has, '') : mark(index) + line)).join('\n');
    const text = selection.text.slice(0, start) + changed + selection.text.slice(end);
    const bare = selection.from === selection.to;
    return { text, from: bare ? start + changed.length : start, to: start + changed.length };
  };
}

/** Puts the selection in a block between opening and closing lines. */
function fence(info: string): Format {
  return (selection) => {
    const { text, from, to } = selection;
    const inside = text.slice(from, to);
    // Longer than any row of backticks inside, which would end the block.
    const ticks = '`'.repeat(Math.max(3, ...Array.from(inside.matchAll(/`{3,}/g), ([row]) => row.length + 1)));
    const before = text.slice(0, from);
    const after = text.slice(to);
    const opening = `${before === '' || before.endsWith('\n') ? '' : '\n'}${ticks}${info}\n`;
    const closing = `\n${ticks}${after === '' || after.startsWith('\n') ? '' : '\n'}`;
    const at = from + opening.length;
    return { text: before + opening + inside + closing + after, from: at, to: at + inside.length };
  };
}

const is_long = ({ text, from, to }: Selection) => text.slice(from, to).includes('\n');

const ADDRESS = /^(?:https?:\/\/|mailto:)\S+$/i;

const link: Format = ({ text, from, to }) => {
  const inside = text.slice(from, to);
  const [label, address] = ADDRESS.test(inside.trim()) ? ['', inside.trim()] : [inside, 'https://'];
  const made = `[${label}](${address})`;
  const whole = text.slice(0, from) + made + text.slice(to);
  // Selects the placeholder.
  if (label === '') return { text: whole, from: from + 1, to: from + 1 };
  const at = from + made.length - 1 - address.length;
  return { text: whole, from: at, to: at + address.length };
};

/** In menu order. */
export const FORMATS = {
  bold: wrap('**'),
  italic: wrap('*'),
  strike: wrap('~~'),
  link,
  code: (selection) => (is_long(selection) ? fence('') : wrap('`'))(selection),
  bullets: prefix(/^[-*+] /, () => '- '),
  numbers: prefix(/^\d+\. /, (index) => `${index + 1}. `),
  quote: (selection) => (is_long(selection) ? fence('quote') : prefix(/^> ?/, () => '> '))(selection),
  spoiler: fence('spoiler '),
  math: (selection) => (is_long(selection) ? fence('math') : wrap('$$'))(selection),
} as const satisfies Record<string, Format>;

export type FormatName = keyof typeof FORMATS;

export const insertion =
  (made: string): Format =>
  ({ text, from, to }) => ({
    text: text.slice(0, from) + made + text.slice(to),
    from: from + made.length,
    to: from + made.length,
  });

/** Enter continues a list; an empty item ends it. Null where Enter has its usual meaning. */
export const continueList: (selection: Selection) => Selection | null = (selection) => {
  const { text, from, to } = selection;
  if (from !== to) return null;
  const start = text.lastIndexOf('\n', from - 1) + 1;
  const line = text.slice(start, from);
  const item = /^(\s*)(?:([-*+])|(\d+)\.) (.*)$/.exec(line);
  if (!item) return null;
  const [, indent, bullet, number, content] = item;
  if (content === '') return { text: text.slice(0, start) + text.slice(from), from: start, to: start };
  return insertion(`\n${indent}${bullet ?? `${Number(number) + 1}.`} `)(selection);
};

/** The smallest replacement between two texts, for fields with undo. */
export function replacement(before: string, after: string): { from: number; to: number; made: string } {
  let from = 0;
  while (from < before.length && from < after.length && before[from] === after[from]) from++;
  let same = 0;
  while (
    same < before.length - from &&
    same < after.length - from &&
    before[before.length - 1 - same] === after[after.length - 1 - same]
  )
    same++;
  return { from, to: before.length - same, made: after.slice(from, after.length - same) };
}
