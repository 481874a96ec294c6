// The message that a mail becomes: its topic, and its text of at most the length of a message. Pure. [IC6] [IC8]
import { MAX_MESSAGE_LENGTH } from '@stoa/contract';
import { topicNamed } from '../../conversation/message-rules/topics.rules.ts';
import type { MailTexts } from './mail-texts.rules.ts';
import type { MailContent } from './parsing/mail-task.ts';

export interface Composed {
  /** Not yet cut to the length of topics. */
  readonly topic: string;
  readonly content: string;
}

export interface Composition {
  readonly mail: MailContent;
  readonly body: string;
  readonly texts: MailTexts;
  readonly shows_sender: boolean;
  readonly topics_policy: string;
  /** Indexed by the number of the attachment; null for one that was refused. */
  readonly urls: readonly (string | null)[];
  /** As the process that read the mail was told. */
  readonly picture_url: string;
}

/** Characters for empty lines between the parts, and the end of a fence. */
const PARTING = 20;
/** Characters that are no markup in names. */
const NOT_PLAIN = /[^\p{L}\p{M}\p{N} .,'()&+-]/gu;
const ADDRESS = /^[\w.+-]+@[\w.-]+$/;

/** The sender of the mail, escaped so that nothing in it is markup or a mention. */
function sender({ name, address }: MailContent['from']): string {
  const shown = ADDRESS.test(address) ? `<${address}>` : '';
  return [name.replace(NOT_PLAIN, '').trim(), shown].filter((part) => part !== '').join(' ');
}

const label = (filename: string) => filename.replace(/[[\]`*\n]/g, '').trim() || 'file';

/** Replaces the links that stand for pictures; returns which attachments the text then shows. */
function withPictures({ body, mail, urls, picture_url }: Composition): { text: string; shown: ReadonlySet<number> } {
  const shown = new Set<number>();
  const text = body
    .split(picture_url)
    .map((part, at) => {
      if (at === 0) return part;
      const digits = /^\d+/.exec(part)?.[0] ?? '';
      const url = urls[Number(digits)];
      if (url) shown.add(Number(digits));
      return (url ?? '') + part.slice(digits.length);
    })
    .join('')
    .replace(/\[([^\]\n]*)\]\(\)/g, '$1');
  return { text, shown: new Set([...shown].filter((at) => mail.attachments[at] !== undefined)) };
}

function attachmentLines({ mail, urls, texts }: Composition, shown: ReadonlySet<number>): string[] {
  const files = mail.attachments.map(({ filename }, at) => ({ name: label(filename), url: urls[at] ?? null, at }));
  const linked = files.filter(({ url, at }) => url !== null && !shown.has(at));
  const refused = files.filter(({ url }) => url === null);
  return [
    ...linked.map(({ name, url }) => `[${name}](${url})`),
    ...(refused.length > 0 ? [texts.refused(refused.map(({ name }) => `\`${name}\``).join(', '))] : []),
    ...(mail.left_out > 0 ? [texts.left_out(mail.left_out)] : []),
  ];
}

/** Cut, with a note that says so, if it is longer than `most`. */
function fitted(text: string, most: number, note: string): string {
  if (text.length <= most) return text;
  const characters = [...text];
  if (characters.length <= most) return text;
  return `${characters.slice(0, Math.max(0, most - note.length - 2)).join('')}\n\n${note}`;
}

/** Ends a fence that the text, or its cut, left open: it would take in what follows. */
function withFencesClosed(text: string): string {
  let open = '';
  for (const line of text.split('\n')) {
    const fence = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1] ?? '';
    if (open === '') open = fence;
    else if (fence.startsWith(open) && line.trim() === fence) open = '';
  }
  return open === '' ? text : `${text}\n${open}`;
}

export function composeMessage(composition: Composition): Composed {
  const { mail, texts, shows_sender, topics_policy } = composition;
  const { text, shown } = withPictures(composition);
  const takes_topics = topics_policy !== 'empty_topic_only';
  const head = [
    ...(shows_sender && sender(mail.from) !== '' ? [texts.from(sender(mail.from))] : []),
    ...(takes_topics || mail.subject === '' ? [] : [`**${mail.subject.replaceAll('*', '')}**`]),
  ].join('\n');
  const roomBeside = (tail: string) => MAX_MESSAGE_LENGTH - [...head, ...tail].length - PARTING;
  const rest = attachmentLines(composition, shown).join('\n');
  // What is cut may have shown pictures: then all of them are linked below.
  const is_whole = [...text].length <= roomBeside(rest);
  const tail = is_whole ? rest : attachmentLines(composition, new Set()).join('\n');
  const body = text.trim() === '' && tail === '' ? texts.no_body : text.trim();
  const content = [head, withFencesClosed(fitted(body, roomBeside(tail), texts.truncated)), tail]
    .filter((part) => part !== '')
    .join('\n\n');
  return { topic: takes_topics ? topicOf(mail.subject, composition) : '', content };
}

function topicOf(subject: string, { topics_policy, texts }: Composition): string {
  // Some names mean the empty topic too.
  return topicNamed(subject) === '' && topics_policy === 'disable_empty_topic' ? texts.no_subject : subject;
}
