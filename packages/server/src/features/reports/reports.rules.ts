// How a report says again what others have written.

/** Of so much of a text that the report itself stays within what a message holds. */
const MAX_QUOTED = 8000;

/** A quote that its text can't end: mentions in it call nobody. [RP2] [MD45] */
export function quoteBlock(text: string): string {
  const characters = [...text];
  const shown = characters.length > MAX_QUOTED ? `${characters.slice(0, MAX_QUOTED).join('')}…` : text;
  const longest = Math.max(2, ...(shown.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}quote\n${shown}\n${fence}`;
}
