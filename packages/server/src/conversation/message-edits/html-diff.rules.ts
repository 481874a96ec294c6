// Shows what was deleted from and inserted into rendered HTML. Pure. The tags are those of the newer text, in order,
// and only words are highlighted: so the result stays well-formed and has nothing that neither text had.
import type { diffArrays } from 'diff';

/** Loaded for the first history. */
const differ = (): typeof diffArrays => require('diff').diffArrays;

/** With more changes, the middle is shown as replaced: comparing costs their square. */
const MAX_CHANGES = 200;
/** At most this many tokens per history are compared; beyond, the middle is shown as replaced. */
const TOKENS_COMPARED = 60_000;

/** A tag, white space, or text without either. */
const TOKEN = /<[^>]*>|\s+|[^<\s]+/g;

const isTag = (token: string) => token.startsWith('<');

function marked(tokens: readonly string[], kind: 'inserted' | 'deleted'): string {
  const html: string[] = [];
  let words = '';
  const flush = () => {
    if (words.trim() !== '') html.push(`<span class="highlight_text_${kind}">${words}</span>`);
    else if (kind === 'inserted') html.push(words);
    words = '';
  };
  for (const token of tokens) {
    if (!isTag(token)) words += token;
    else {
      flush();
      // The older text's tags are dropped; the words around them stay apart.
      if (kind === 'inserted') html.push(token);
      else if (html.length > 0) words = ' ';
    }
  }
  flush();
  return html.join('');
}

interface Change {
  readonly added?: boolean;
  readonly removed?: boolean;
  readonly value: readonly string[];
}

function replaced(before: readonly string[], after: readonly string[]): Change[] {
  return [
    { removed: true, value: before },
    { added: true, value: after },
  ];
}

/** A function that compares entries of one history; they share one budget of tokens. [ED53] */
export function htmlDiffer(): (before: string, after: string) => string {
  let left = TOKENS_COMPARED;
  return (before, after) => {
    const a = before.match(TOKEN) ?? [];
    const b = after.match(TOKEN) ?? [];
    left -= a.length + b.length;
    let from = 0;
    while (from < a.length && from < b.length && a[from] === b[from]) from++;
    let same = 0;
    while (same < a.length - from && same < b.length - from && a.at(-1 - same) === b.at(-1 - same)) same++;
    const old_middle = a.slice(from, a.length - same);
    const new_middle = b.slice(from, b.length - same);
    const changes: readonly Change[] =
      (left >= 0 ? differ()(old_middle, new_middle, { maxEditLength: MAX_CHANGES }) : undefined) ??
      replaced(old_middle, new_middle);
    const middle = changes.map(({ added, removed, value }) => {
      if (!added && !removed) return value.join('');
      return marked(value, added ? 'inserted' : 'deleted');
    });
    return [...b.slice(0, from), ...middle, ...b.slice(b.length - same)].join('');
  };
}
