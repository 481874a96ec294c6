// Finds references by id in texts of the reference server: people, files, messages. Pure.
import type { ArchiveText } from '../../archive.ts';

export interface KnownIds {
  isUser(id: string): boolean;
  /** The id of the file at this path, if the message may share it. */
  fileAt(path_id: string): string | null;
}

const MENTION = String.raw`@(?<silent>_?)\*\*(?<name>[^*|\n]*)\|(?<user>\d{1,15})\*\*`;
const FILE = String.raw`(?<file>(?:https?:\/\/[^\s/()<>\[\]"']+)?\/user_uploads\/(?<path>\d+\/[0-9a-zA-Z]{1,3}\/[^\s/()<>\[\]"']+\/[^\s()<>\[\]"']+))`;
/** Within the longest names of channel and topic, so that a text with many beginnings of addresses is not read again from each. [IR3] */
const NEAR = String.raw`(?<near>(?:https?:\/\/[^\s/()<>\[\]"']+\/|\/)?#narrow\/[^\s()<>\[\]"']{0,2000}?(?:near|with)\/(?<message>\d{1,15})(?!\d))`;
/** A link to a message in the dialect, as clients write it for pasted addresses. */
const NUMBERED = String.raw`#\*\*(?<place>[^*\n]*?)@(?<numbered>\d{1,15})\*\*`;
const ANY = new RegExp(`${MENTION}|${FILE}|${NEAR}|${NUMBERED}`, 'g');

/** Whether a text has whole addresses of messages; only such texts need their HTML. */
export function namesMessages(content: string): boolean {
  if (!content.includes('#narrow/')) return false;
  for (const [word] of content.matchAll(/\S+/g)) {
    const scheme = word.indexOf('://');
    if (scheme !== -1 && word.lastIndexOf('#narrow/') > scheme) return true;
  }
  return false;
}

/**
 * Names without ids stay as they are: people and channels keep their names. `html`: as the old server rendered the text, which
 * made whole addresses of its own messages relative. An address that is whole there too is another server's, and stays. [IM64]
 */
export function textOf(content: string, known: KnownIds, html: string | null = null): ArchiveText {
  if (!/\*\*|user_uploads|#narrow/.test(content)) return [content];
  const parts: (ArchiveText[number] | null)[] = [];
  let at = 0;
  for (const match of content.matchAll(ANY)) {
    const { place, numbered } = match.groups!;
    if (numbered !== undefined) {
      if (!place!.includes('>')) continue;
      parts.push(`${content.slice(at, match.index)}#**${place}`, { kind: 'message-number', id: numbered }, '**');
    } else {
      const part = referenceOf(match.groups!, match[0], known, html);
      if (part === null) continue;
      parts.push(content.slice(at, match.index), part);
    }
    at = match.index + match[0].length;
  }
  parts.push(content.slice(at));
  return parts.filter((part) => part !== null && part !== '') as ArchiveText;
}

function referenceOf(
  { silent, user, path, message }: Record<string, string | undefined>,
  text: string,
  known: KnownIds,
  html: string | null,
): ArchiveText[number] | null {
  if (user !== undefined) return known.isUser(user) ? { kind: 'user', id: user, silent: silent === '_' } : null;
  if (path !== undefined) {
    const id = known.fileAt(path) ?? known.fileAt(decoded(path));
    return id === null ? null : { kind: 'file-address', id, text, is_whole: isWhole(text) };
  }
  if (message === undefined || (isWhole(text) && !isOwn(text, html))) return null;
  return { kind: 'message-address', id: message, text, is_whole: isWhole(text) };
}

function isOwn(address: string, html: string | null): boolean {
  const relative = address.slice(address.indexOf('#narrow/')).replaceAll('&', '&amp;');
  return html !== null && (html.includes(`href="${relative}"`) || html.includes(`href="/${relative}"`));
}

const isWhole = (address: string) => address.startsWith('http');

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
