// Puts what strangers wrote into Markdown without letting it become more than text: the pieces all integrations are made of. Pure.

/** Text longer than this says no more in a chat. */
const INLINE_MAX = 200;
const QUOTE_MAX = 2000;
const CODE_MAX = 4000;
const URL_MAX = 2000;
/** Keeps the characters around it from meaning something together, and is not seen. */
const APART = '\u200b';

export function clip(text: string, max: number): string {
  // A character has at most two units, so the rest need not be looked at.
  const characters = [...text.slice(0, max * 2 + 2)];
  return characters.length <= max && text.length <= max * 2 + 2 ? text : `${characters.slice(0, max).join('')}…`;
}

/** Control characters, line ends and tabs aside, and what turns the direction of the text around it. */
const UNSEEN = /(?![\n\r\t])\p{Cc}|[\u202a-\u202e\u2066-\u2069]/gu;

/** Mentions nobody, links to no channel and sets no formula. The last step of every notice. [WH4] */
export function harmless(text: string): string {
  return text
    .toWellFormed()
    .replace(UNSEEN, '')
    .replace(/([@#])(?=_?\*)/g, `$1${APART}`)
    .replace(/\$(?=\$)/g, `$${APART}`);
}

/** One line; back-quotes that have no partner would take what follows along. */
export function inline(text: string, max = INLINE_MAX): string {
  const line = clip(text.replace(/[\s\p{Cc}]+/gu, ' ').trim(), max);
  return /^[^`]*(?:`[^`]+`[^`]*)*$/.test(line) ? line : line.replaceAll('`', "'");
}

/** Several lines that begin no code block of ours. */
export function literal(text: string): string {
  return text.replace(/^([ \t]*)(?=[`~]{3})/gm, `$1${APART}`);
}

/** An address of the web that can't end the brackets around it; null for any other. */
function webAddress(url: string | null | undefined): string | null {
  const parsed = url && url.length <= URL_MAX ? URL.parse(url) : null;
  if (!parsed || !/^https?:$/.test(parsed.protocol)) return null;
  return parsed.href.replace(/[()<>[\]"'`*\\\s]/g, (one) => `%${one.charCodeAt(0).toString(16).padStart(2, '0')}`);
}

export function link(text: string, url: string | null | undefined): string {
  const shown = inline(text).replaceAll('[', '(').replaceAll(']', ')');
  const address = webAddress(url);
  return address === null || shown === '' ? shown : `[${shown}](${address})`;
}

export function code(text: string): string {
  const line = clip(text.replace(/[\s\p{Cc}]+/gu, ' ').trim(), INLINE_MAX).replaceAll('`', "'");
  return line === '' ? '' : `\`${line}\``;
}

function fenced(kind: string, text: string): string {
  const longest = Math.max(2, ...Array.from(text.matchAll(/[~`]+/g), ([run]) => run.length));
  const fence = '~'.repeat(longest + 1);
  return `${fence} ${kind}\n${text}\n${fence}`;
}

/** Several lines as somebody's words. */
export function quote(text: string | null | undefined, max = QUOTE_MAX): string {
  const trimmed = clip((text ?? '').replace(/\r\n?/g, '\n').trim(), max);
  return trimmed === '' ? '' : fenced('quote', trimmed);
}

export function codeBlock(language: string, text: string): string {
  return fenced(language, clip(text, CODE_MAX));
}

/** Parts that say something, one below the other. */
export function paragraphs(...parts: readonly (string | null | undefined)[]): string {
  return parts.filter((part) => part).join('\n\n');
}

/** The items that are shown of so many. */
export function bullets(items: readonly string[], of: number): string {
  const shown = items.map((item) => `* ${item}`);
  return (of > items.length ? [...shown, `* and ${of - items.length} more`] : shown).join('\n');
}

export function plural(count: number, one: string): string {
  return `${count} ${one}${count === 1 ? '' : 's'}`;
}

/** A topic has no characters that no topic may have. */
export function topicOf(...parts: readonly (string | null | undefined)[]): string {
  const named = parts.filter((part) => part).join(' / ');
  return named
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/[\p{Cc}\p{Cs}\p{Cn}\s]+/gu, ' ')
    .trim();
}

/** In bold, whatever signs it has itself. */
export function bold(text: string): string {
  const line = inline(text).replaceAll('*', '').trim();
  return line === '' ? '' : `**${line}**`;
}

/** A moment in each reader's own time; null for what is none, and for the year 1, which stands for "not yet". */
export function time(given: string | null | undefined): string | null {
  const at = Date.parse(given ?? '');
  if (Number.isNaN(at) || at <= 0) return null;
  return `<time:${new Date(at).toISOString()}>`;
}
