// How mail leaves this server, from the operator's words; checked before anything is started.
import { join } from 'node:path';
import addressparser from 'nodemailer/lib/addressparser';
import { oneLine } from '../../kit/mail/letters.ts';

export interface Sender {
  /** Empty: the organization's name. */
  readonly name: string;
  readonly address: string;
}

export type MailSettings =
  | { readonly kind: 'smtp'; readonly url: URL; readonly from: Sender }
  /** Written to files, for development. */
  | { readonly kind: 'outbox'; readonly directory: string; readonly from: Sender };

/** The operator's settings can't be used; says why in a sentence. */
export class MailSettingsError extends Error {
  override readonly name = 'MailSettingsError';
}

interface Given {
  readonly smtp_url: string | undefined;
  readonly mail_from: string | undefined;
  /** Where development servers, which need no settings, put their mail. */
  readonly dev_directory: string | null;
}

/** Null: this server sends no mail. [ML1] */
export function mailSettings({ smtp_url, mail_from, dev_directory }: Given): MailSettings | null {
  if (smtp_url === undefined) {
    if (mail_from !== undefined) throw new MailSettingsError('STOA_MAIL_FROM is of no use without STOA_SMTP_URL');
    if (dev_directory === null) return null;
    const from = { name: '', address: 'stoa@localhost' };
    return { kind: 'outbox', directory: join(dev_directory, 'outbox'), from };
  }
  const url = URL.parse(smtp_url);
  // The value may hold a password, so no message repeats it.
  if (!url || !/^smtps?:$/.test(url.protocol) || url.hostname === '')
    throw new MailSettingsError(
      'STOA_SMTP_URL must be smtp://HOST:PORT or smtps://HOST:PORT, with USER:PASSWORD@ before HOST if needed',
    );
  if (mail_from === undefined)
    throw new MailSettingsError('STOA_SMTP_URL needs STOA_MAIL_FROM, the address that mail comes from');
  return { kind: 'smtp', url, from: parseSender(mail_from) };
}

function parseSender(given: string): Sender {
  const [sender, ...others] = addressparser(given, { flatten: true });
  const address = sender?.address ?? '';
  if (others.length > 0 || oneLine(given) !== given || !/^[^\s@]+@[^\s@]+$/.test(address))
    throw new MailSettingsError(
      `STOA_MAIL_FROM must be an address like "Stoa <stoa@example.com>", not "${oneLine(given)}"`,
    );
  return { name: sender!.name ?? '', address };
}
