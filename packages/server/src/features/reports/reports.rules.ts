// How a report quotes the reported message.

/** Bounds the quoted text, so that the report fits into a message. */
const MAX_QUOTED = 8000;

/** A quote block that its text cannot end: mentions in it notify nobody. [RP2] [MD45] */
export function quoteBlock(text: string): string {
  const characters = [...text];
  const shown = characters.length > MAX_QUOTED ? `${characters.slice(0, MAX_QUOTED).join('')}…` : text;
  const longest = Math.max(2, ...(shown.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}quote\n${shown}\n${fence}`;
}
