// Reads one mail: its headers, its texts and its attachments, which are written to files. Runs in a process of its own. [IC7]
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import PostalMime, { type Attachment, type Email } from 'postal-mime';
import { STOA_MAIL_HEADER } from '../../../kit/mail/email-templates.ts';
import { markdownOfHtml } from './mail-html.ts';
import {
  ATTACHMENTS_MAX,
  attachmentPath,
  BODY_MAX,
  type BodyOptions,
  type MailAttachment,
  type MailContent,
  type MailTask,
  SUBJECT_MAX,
} from './mail-task.ts';
import {
  isForwarded,
  normalText,
  oneLine,
  withoutFooter,
  withoutQuotes,
  withoutReplyMarks,
} from './mail-text.rules.ts';

/** Each line is an object of the parser. */
const LINES_MAX = 1_000_000;
const RELAYS_MAX = 50;
const HEADERS_BYTES_MAX = 512 * 1024;
const NESTING_MAX = 50;
const LINE_FEED = 10;

const cut = (text: string, most: number) => (text.length <= most ? text : [...text].slice(0, most).join(''));

/** Throws for a mail that nobody should read. */
export async function readMail(task: MailTask): Promise<MailContent> {
  const bytes = await readFile(task.path);
  checkLines(bytes);
  const email = await PostalMime.parse(bytes, { maxNestingDepth: NESTING_MAX, maxHeadersSize: HEADERS_BYTES_MAX });
  const subject = oneLine(email.subject ?? '');
  const attachments = email.attachments.slice(0, ATTACHMENTS_MAX);
  const names = attachments.map(nameOf);
  const bodies = task.bodies.map((options) =>
    cut(bodyOf(email, options, { names, attachments, picture_url: task.picture_url, subject }), BODY_MAX),
  );
  return {
    subject: cut(withoutReplyMarks(subject), SUBJECT_MAX),
    from: senderOf(email),
    message_id: oneLine(email.messageId ?? ''),
    digest: digestOf(email, subject),
    is_automatic_reply: /^auto-replied/i.test(headerOf(email, 'auto-submitted')),
    is_looping: isLooping(email),
    bodies,
    attachments: await writeAttachments(task, attachments, names),
    left_out: email.attachments.length - attachments.length,
  };
}

function checkLines(bytes: Buffer): void {
  let lines = 0;
  for (let at = bytes.indexOf(LINE_FEED); at >= 0; at = bytes.indexOf(LINE_FEED, at + 1))
    if (++lines > LINES_MAX) throw new Error('too many lines');
}

const headerOf = ({ headers }: Email, name: string): string =>
  headers.find(({ key }) => key === name)?.value.trim() ?? '';

/** [IC12] */
function isLooping(email: Email): boolean {
  const relays = email.headers.filter(({ key }) => key === 'received').length;
  return relays > RELAYS_MAX || headerOf(email, STOA_MAIL_HEADER.toLowerCase()) !== '';
}

function senderOf({ from }: Email): MailContent['from'] {
  const mailbox = from && (from.group ? from.group[0] : from);
  return { name: cut(oneLine(mailbox?.name ?? ''), 100), address: cut(oneLine(mailbox?.address ?? ''), 254) };
}

function digestOf(email: Email, subject: string): string {
  const hash = createHash('sha256').update(JSON.stringify([subject, email.text ?? '', email.html ?? '']));
  for (const { content } of email.attachments) hash.update(bytesOf(content));
  return hash.digest('base64url');
}

const bytesOf = (content: Attachment['content']): Uint8Array =>
  typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content as ArrayBuffer);

const nameOf = ({ filename, mimeType, related }: Attachment, at: number): string => {
  const name = oneLine(filename ?? '');
  if (name !== '') return cut(name, 250);
  const ending = /^(?:image|text|audio|video)\/([a-z0-9]{2,5})$/.exec(mimeType)?.[1];
  const word = mimeType === 'message/rfc822' ? 'mail.eml' : related ? 'picture' : 'attachment';
  return `${word}${at === 0 ? '' : `-${at + 1}`}${ending ? `.${ending}` : ''}`;
};

interface Shown {
  readonly names: readonly string[];
  readonly attachments: readonly Attachment[];
  readonly picture_url: string;
  readonly subject: string;
}

/** The requested one of a mail's two forms, unless it is empty. */
function bodyOf(email: Email, options: BodyOptions, shown: Shown): string {
  // A forwarded mail has nothing but what it quotes.
  const quotes = options.quotes || isForwarded(shown.subject);
  const plain = () => textOf(normalText(email.text ?? ''), quotes, options.footers);
  const html = () => (email.html ? htmlOf(email.html, { ...options, quotes }, shown) : '');
  return options.html ? html() || plain() : plain() || html();
}

function textOf(text: string, quotes: boolean, footers: boolean): string {
  const unquoted = quotes ? text : withoutQuotes(text);
  return footers ? unquoted : withoutFooter(unquoted);
}

function htmlOf(html: string, options: BodyOptions, { attachments, names, picture_url }: Shown): string {
  const pictureOf = (content_id: string) => {
    const at = attachments.findIndex(({ contentId = '' }) => contentId.replace(/^<|>$/g, '') === content_id);
    return at < 0 ? null : { url: `${picture_url}${at}`, name: names[at]! };
  };
  const written = normalText(markdownOfHtml(html, { ...options, pictureOf }));
  const shown = options.footers ? written : withoutFooter(written);
  if (shown !== '' || options.quotes) return shown;
  return normalText(markdownOfHtml(html, { ...options, quotes: true, pictureOf }));
}

async function writeAttachments(
  { files }: MailTask,
  attachments: readonly Attachment[],
  names: readonly string[],
): Promise<MailAttachment[]> {
  const written: MailAttachment[] = [];
  for (const [at, { content, mimeType }] of attachments.entries()) {
    const bytes = bytesOf(content);
    const path = attachmentPath(files, at);
    await writeFile(path, bytes, { mode: 0o600 });
    written.push({ path, filename: names[at]!, content_type: mimeType, size: bytes.byteLength });
  }
  return written;
}
