// Emails as text and HTML, from templates of paragraphs, quotations and buttons. Pure.
import type { Realm } from '../access/actor.ts';
import type { Connection } from '../database/connection.ts';
import { escapeHtml } from '../text/escape-html.ts';

/** A header of all mail that this program sends, by which servers of this kind refuse to post it: it would cause more mail. [IC12] */
export const STOA_MAIL_HEADER = 'Stoa-Mail';

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Groups mails into a thread; ids with their angle brackets. */
  readonly thread?: {
    readonly message_id?: string;
    readonly in_reply_to?: string;
    readonly references?: readonly string[];
  };
  /** Address for a POST that unsubscribes from this kind of mail. */
  readonly unsubscribe_url?: string;
  /** Replies are not read. */
  readonly no_reply?: boolean;
}

/** Composes one kind of email when it is sent; null if it is no longer needed. `now` in milliseconds. */
export interface Composer {
  readonly template: string;
  compose(db: Connection, realm: Realm, data: Readonly<Record<string, unknown>>, now: number): Promise<Mail | null>;
}

/** A part of an email: a paragraph, a quotation, or a link on a line of its own. */
export type Block =
  | { readonly text: string }
  | { readonly quote: string }
  | { readonly label: string; readonly url: string };

export interface EmailTemplate {
  readonly to: string;
  readonly subject: string;
  readonly blocks: readonly Block[];
  /** Why the recipient gets this mail, and what to do if it wasn't meant for them. */
  readonly footer: string;
}

/** Replaces control characters and line ends by spaces, so that no text can inject a header. [ML3] */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
}

const lines = (text: string) => escapeHtml(text).replaceAll('\n', '<br>');
const FONT = 'font:16px/1.5 system-ui,-apple-system,Segoe UI,sans-serif';
const BUTTON =
  'display:inline-block;padding:10px 20px;border-radius:6px;background:#3d5a80;color:#ffffff;text-decoration:none;font-weight:600';

function blockText(block: Block): string {
  if ('text' in block) return block.text;
  if ('quote' in block)
    return block.quote
      .split(/\r\n?|\n/)
      .map((line) => `> ${line}`)
      .join('\n');
  return `${block.label}:\n${block.url}`;
}

function blockHtml(block: Block): string {
  if ('text' in block) return `<p>${lines(block.text)}</p>`;
  if ('quote' in block)
    return `<blockquote style="margin:0;padding-left:12px;border-left:3px solid #98a2b3">${lines(block.quote)}</blockquote>`;
  const url = escapeHtml(block.url);
  return `<p><a href="${url}" style="${BUTTON}">${escapeHtml(block.label)}</a></p>
<p style="font-size:13px">Or open this address: <br><a href="${url}">${url}</a></p>`;
}

/** The HTML frame of every mail; `body` and `footer` are HTML, the subject is text. */
export function mailPage(subject: string, body: string, footer: string, language = 'en'): string {
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>${escapeHtml(oneLine(subject))}</title></head>
<body style="${FONT};margin:0;padding:24px">
<div style="max-width:34rem;margin:0 auto">
${body}
<p style="font-size:13px;opacity:.75;margin-top:32px">${footer}</p>
</div>
</body>
</html>
`;
}

/** Renders an email; quoted text is escaped in both forms. [ML3] */
export function renderEmail({ to, subject, blocks, footer }: EmailTemplate): Mail {
  const text = `${[...blocks.map(blockText), `--\n${footer}`].join('\n\n')}\n`;
  const html = mailPage(subject, blocks.map(blockHtml).join('\n'), lines(footer));
  return { to, subject: oneLine(subject), text, html };
}
