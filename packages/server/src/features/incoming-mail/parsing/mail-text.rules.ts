// The text of a mail without what was quoted and signed, and its subject without marks of replies. Pure. [IC8] [IC9]

/** Reply and Forward, as mail programs write them in the languages of the web client. */
const REPLY = /^(?:(?:re|fwd?|aw|wg|tr)(?:\[\d+\])?\s?:\s*)+/i;
const FORWARD = /^(?:(?:re|aw)(?:\[\d+\])?\s?:\s*)*(?:fwd?|wg|tr)\s?:/i;

/** Everything that a topic can't have, as a space. */
export const oneLine = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cn}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();

export const withoutReplyMarks = (subject: string): string => subject.replace(REPLY, '').trim();
export const isForwarded = (subject: string): boolean => FORWARD.test(subject);

/** Line ends of our own, and no characters that a message can't have. */
export function normalText(text: string): string {
  return (
    text
      .toWellFormed()
      .replace(/\r\n?/g, '\n')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: what no message should have
      .replace(/[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/g, '')
      .split('\n')
      .map(withoutBlanksAtEnd)
      .join('\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim()
  );
}

/** A regular expression would try again at each blank of a run that does not end the line. */
function withoutBlanksAtEnd(line: string): string {
  let end = line.length;
  while (end > 0 && (line[end - 1] === ' ' || line[end - 1] === '\t')) end -= 1;
  return line.slice(0, end);
}

/** The line that mail programs put before their signatures (RFC 3676, 4.3), whose space many lose. */
const SIGNATURE = /^-- ?$/;

export function withoutFooter(text: string): string {
  const lines = text.split('\n');
  const at = lines.findLastIndex((line) => SIGNATURE.test(line));
  return at < 0 ? text : lines.slice(0, at).join('\n').trim();
}

const QUOTED = /^>/;
/** "On ... wrote:" and its like, which end with a colon and name a time or, in one line, an address. */
const DATED = /(?:\d{4}|\d{1,2}[:.]\d{2}).*:$/;
const ADDRESSED = /@.*:$/;
const INTRODUCTION_MAX = 300;
const FORWARDED_BLOCK = /^-{3,} ?(?:original message|ursprüngliche nachricht|message d'origine) ?-{3,}$/i;

/** Without quoted lines, what introduces them, and everything after the line of a quoted mail. All of it, if nothing else is there. */
export function withoutQuotes(text: string): string {
  const kept: string[] = [];
  for (const line of text.split('\n')) {
    if (FORWARDED_BLOCK.test(line.trim())) break;
    if (QUOTED.test(line)) dropAttribution(kept);
    // One empty line is enough, also for the time that looking for what introduces the next takes.
    else if (line !== '' || kept.at(-1) !== '') kept.push(line);
  }
  const rest = kept.join('\n').trim();
  return rest === '' ? text : rest;
}

/** It may be folded into two lines, with an empty one after it. */
function dropAttribution(lines: string[]): void {
  const end = lines.findLastIndex((line) => line.trim() !== '') + 1;
  for (const [length, form] of [
    [1, DATED],
    [2, DATED],
    [1, ADDRESSED],
  ] as const) {
    const introducing = lines.slice(Math.max(0, end - length), end).map((line) => line.trim());
    const text = introducing.join(' ');
    if (introducing.includes('') || text.length > INTRODUCTION_MAX || !form.test(text)) continue;
    lines.splice(end - introducing.length);
    return;
  }
}
