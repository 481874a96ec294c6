// Escapes text of strangers for Markdown, so that it stays text: the building blocks of all integrations. Pure.

/** Longer inline text is cut. */
const INLINE_MAX = 200;
const SENTENCE_MAX = 1000;
const QUOTE_MAX = 2000;
const CODE_MAX = 4000;
const URL_MAX = 2000;
/** An invisible character that separates its neighbours, so that they form no markup. */
const APART = '\u200b';

export function clip(text: string, max: number): string {
  // A character has at most two UTF-16 units, so the rest need not be split.
  const characters = [...text.slice(0, max * 2 + 2)];
  return characters.length <= max && text.length <= max * 2 + 2 ? text : `${characters.slice(0, max).join('')}…`;
}

/** Control characters except line ends and tabs, and characters that change text direction. */
const UNSEEN = /(?![\n\r\t])\p{Cc}|[\u202a-\u202e\u2066-\u2069]/gu;

/** What makes a whole message something else than text: a poll, a list of tasks, words about its sender. */
const COMMAND = /^(\s*)(?=\/(?:poll|todo|me)(?:\s|$))/;

/** Removes mentions, channel links, formulas and commands. The last step of every message. [WH4] */
export function harmless(text: string): string {
  return text
    .toWellFormed()
    .replace(UNSEEN, '')
    .replace(COMMAND, `$1${APART}`)
    .replace(/([@#])(?=_?\*)/g, `$1${APART}`)
    .replace(/\$(?=\$)/g, `$${APART}`);
}

const oneLine = (text: string, max = INLINE_MAX) => clip(text.replace(/[\s\p{Cc}]+/gu, ' ').trim(), max);

/** Unpaired backquotes are removed, because they would extend over what follows. */
const paired = (line: string) => (/^[^`]*(?:`[^`]+`[^`]*)*$/.test(line) ? line : line.replaceAll('`', "'"));

/** One at its beginning would take in the rest of the message. */
const unfenced = (line: string) => line.replace(/^(?=~{3})/, APART);

/** One line of text. */
export function inline(text: string): string {
  return unfenced(paired(oneLine(text)));
}

/** A sentence that a service composed, with several names in it. */
export function sentence(text: string): string {
  return unfenced(paired(oneLine(text, SENTENCE_MAX)));
}

/** Several lines that cannot begin a code block. */
export function literal(text: string): string {
  return text.replace(/^([ \t]*)(?=[`~]{3})/gm, `$1${APART}`);
}

/** A web URL that cannot end the brackets around it; null for any other. */
function webAddress(url: string | null | undefined): string | null {
  const parsed = url && url.length <= URL_MAX ? URL.parse(url) : null;
  if (!parsed || !/^https?:$/.test(parsed.protocol)) return null;
  return parsed.href.replace(
    /[()<>[\]"'`*\\\s]/g,
    (character) => `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`,
  );
}

export function link(text: string, url: string | null | undefined): string {
  const shown = inline(text).replaceAll('[', '(').replaceAll(']', ')');
  const address = webAddress(url);
  return address === null || shown === '' ? shown : `[${shown}](${address})`;
}

export function code(text: string): string {
  const line = oneLine(text).replaceAll('`', "'");
  return line === '' ? '' : `\`${line}\``;
}

function fenced(kind: string, text: string): string {
  const longest = Math.max(2, ...Array.from(text.matchAll(/[~`]+/g), ([run]) => run.length));
  const fence = '~'.repeat(longest + 1);
  return `${fence} ${kind}\n${text}\n${fence}`;
}

/** Several lines as a quote. */
export function quote(text: string | null | undefined): string {
  const trimmed = clip((text ?? '').replace(/\r\n?/g, '\n').trim(), QUOTE_MAX);
  return trimmed === '' ? '' : fenced('quote', trimmed);
}

/** A sentence that ends with what was written: `Ada replied:` and the quote, or `Ada replied.` if nothing was. */
export function withQuote(sentence: string, body: string | null | undefined): string {
  const quoted = quote(body);
  return quoted === '' ? `${sentence}.` : `${sentence}:\n\n${quoted}`;
}

export function codeBlock(language: string, text: string): string {
  return fenced(language, clip(text, CODE_MAX));
}

/** Joins non-empty parts as paragraphs. */
export function paragraphs(...parts: readonly (string | null | undefined)[]): string {
  return parts.filter((part) => part).join('\n\n');
}

/** The shown items, and the number of the rest. */
export function bullets(items: readonly string[], of: number): string {
  const shown = items.map((item) => `* ${item}`);
  return (of > items.length ? [...shown, `* and ${of - items.length} more`] : shown).join('\n');
}

/** Removes characters that topics must not contain. */
export function topicOf(...parts: readonly (string | null | undefined)[]): string {
  const named = parts.filter((part) => part).join(' / ');
  return named
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/[\p{Cc}\p{Cs}\p{Cn}\s]+/gu, ' ')
    .trim();
}

/** Bold text, whatever markup characters it contains. */
export function bold(text: string): string {
  const line = inline(text).replaceAll('*', '').trim();
  return line === '' ? '' : `**${line}**`;
}

/** A time shown in each reader's time zone; null for invalid times and for the year 1, which means "not yet". */
export function time(input: string | null | undefined): string | null {
  const at = Date.parse(input ?? '');
  if (Number.isNaN(at) || at <= 0) return null;
  return `<time:${new Date(at).toISOString()}>`;
}
