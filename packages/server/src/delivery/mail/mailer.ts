// Sends mail to an SMTP server, or writes it to a directory on development servers. Never retries: the job does. [ML4]
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SendMailOptions, Transporter } from 'nodemailer';
import type { Realm } from '../../kit/access/actor.ts';
import { PermanentJobFailure } from '../../kit/jobs/jobs.ts';
import { type Mail, oneLine, STOA_MAIL_HEADER } from '../../kit/mail/email-templates.ts';
import type { MailSettings } from './mail-settings.ts';

export interface Mailer {
  send(mail: Mail, on: { realm: Realm; id: string }): Promise<void>;
}

const CONNECT_MS = 20_000;
const SILENCE_MS = 30_000;

/** Loaded with the first mail, because most commands send none. */
const nodemailer = () => import('nodemailer');

const isLoopback = (host: string) => host === 'localhost' || host === '[::1]' || host.startsWith('127.');

function optionsOf({ from }: MailSettings, mail: Mail, { realm, id }: { realm: Realm; id: string }): SendMailOptions {
  const { thread, unsubscribe_url } = mail;
  const list = unsubscribe_url && {
    'List-Unsubscribe': `<${unsubscribe_url}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
  return {
    from: { name: from.name || oneLine(realm.name), address: from.address },
    to: { name: '', address: mail.to },
    replyTo: mail.no_reply ? { name: '', address: `noreply@${from.address.split('@').at(-1)}` } : undefined,
    subject: oneLine(mail.subject),
    text: mail.text,
    html: mail.html,
    // The same for every attempt, so that mail programs show repetitions as one mail.
    messageId: thread?.message_id ?? `<${id}@${new URL(realm.url).hostname}>`,
    inReplyTo: thread?.in_reply_to,
    references: thread?.references && [...thread.references],
    headers: { 'Auto-Submitted': 'auto-generated', [STOA_MAIL_HEADER]: 'notification', ...(list || {}) },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

type SmtpSettings = MailSettings & { kind: 'smtp' };

/** Connects and signs in, without sending anything; throws if that fails. */
export async function verifyMail(settings: SmtpSettings): Promise<void> {
  const { createTransport } = await nodemailer();
  const transport = createTransport(connectionOf(settings));
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

function connectionOf({ url }: SmtpSettings) {
  const auth =
    url.username === ''
      ? undefined
      : { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) };
  const secure = url.protocol === 'smtps:';
  const usual_port = secure ? 465 : 587;
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port === '' ? usual_port : Number(url.port),
    secure,
    auth,
    // A password must never be sent unencrypted to another machine.
    requireTLS: auth !== undefined && !isLoopback(url.hostname),
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
  };
}

export function createMailer(settings: MailSettings): Mailer {
  if (settings.kind === 'outbox') return outboxMailer(settings);
  const options = connectionOf(settings);
  let connecting: Promise<Transporter> | undefined;
  return {
    async send(mail, on) {
      connecting ??= nodemailer().then(({ createTransport }) => createTransport(options));
      const transport = await connecting;
      try {
        await transport.sendMail(optionsOf(settings, mail, on));
      } catch (error) {
        const { code, responseCode = 0, message } = error as Error & { code?: string; responseCode?: number };
        // A permanent refusal. Wrong credentials are retried, because the operator can correct them meanwhile.
        if (responseCode >= 500 && code !== 'EAUTH') throw new PermanentJobFailure(message);
        throw error;
      }
    },
  };
}

/** Writes each mail to a file that mail programs can open. */
function outboxMailer(settings: MailSettings & { kind: 'outbox' }): Mailer {
  return {
    async send(mail, on) {
      const { createTransport } = await nodemailer();
      const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
      const { message } = await transport.sendMail(optionsOf(settings, mail, on));
      await mkdir(settings.directory, { recursive: true, mode: 0o700 });
      await writeFile(join(settings.directory, `${on.id}.eml`), message as Buffer, { mode: 0o600 });
    },
  };
}
