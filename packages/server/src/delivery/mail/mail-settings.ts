// The operator's settings of outgoing mail.
import { join } from 'node:path';
import addressparser from 'nodemailer/lib/addressparser';
import { oneLine } from '../../kit/mail/email-templates.ts';

export interface Sender {
  /** Empty: the organization's name is used. */
  readonly name: string;
  readonly address: string;
}

export type MailSettings =
  | { readonly kind: 'smtp'; readonly url: URL; readonly from: Sender }
  /** Writes mail to files, for development. */
  | { readonly kind: 'outbox'; readonly directory: string; readonly from: Sender };

interface MailSettingsInput {
  readonly smtp_url: URL | undefined;
  readonly mail_from: Sender | undefined;
  /** Where development servers write their mail without further settings. */
  readonly dev_directory: string | null;
}

/** Null: this server sends no mail. */
export function mailSettings({ smtp_url, mail_from, dev_directory }: MailSettingsInput): MailSettings | null {
  if (smtp_url && mail_from) return { kind: 'smtp', url: smtp_url, from: mail_from };
  if (dev_directory === null) return null;
  return { kind: 'outbox', directory: join(dev_directory, 'outbox'), from: { name: '', address: 'stoa@localhost' } };
}

/** Throws a message that follows the setting's name. The URL may contain a password, so no message repeats it. [ML1] */
export function parseSmtpUrl(input: string): URL {
  const url = URL.parse(input);
  if (!url || !/^smtps?:$/.test(url.protocol) || url.hostname === '')
    throw new Error('must be smtp://HOST:PORT or smtps://HOST:PORT, with USER:PASSWORD@ before HOST if needed');
  return url;
}

/** [ML1] */
export function parseSender(input: string): Sender {
  const [sender, ...others] = addressparser(input, { flatten: true });
  const address = sender?.address ?? '';
  if (others.length > 0 || oneLine(input) !== input || !/^[^\s@]+@[^\s@]+$/.test(address))
    throw new Error(`must be an address like "Stoa <stoa@example.com>", not "${oneLine(input)}"`);
  return { name: sender!.name ?? '', address };
}
