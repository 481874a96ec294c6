// An SMTP server on a real port that stores received mail for tests.
import { SMTPServer } from 'smtp-server';

export interface CaughtMail {
  /** The recipients of the envelope. */
  readonly to: readonly string[];
  readonly from: string;
  /** Keyed by lowercase name; values unfolded. */
  readonly headers: ReadonlyMap<string, string>;
  readonly raw: string;
  /** The plain text part. */
  readonly text: string;
  readonly html: string;
}

export interface FakeMail {
  readonly url: string;
  readonly mails: CaughtMail[];
  /** Response codes for the next mails, one each. */
  refuse(...codes: number[]): void;
  /** The newest mail to an address; throws if there is none. */
  newest(to: string): CaughtMail;
  stop(): Promise<void>;
}

function decodePart(part: string): string {
  const [head = '', ...rest] = part.split('\r\n\r\n');
  const body = rest.join('\r\n\r\n');
  if (/quoted-printable/i.test(head)) {
    const bytes = body
      .replace(/=\r\n/g, '')
      .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
    return Buffer.from(bytes, 'latin1').toString('utf8').replaceAll('\r\n', '\n');
  }
  const bytes = Buffer.from(body, /base64/i.test(head) ? 'base64' : 'latin1');
  return bytes.toString('utf8').replaceAll('\r\n', '\n');
}

function parse(raw: string): Pick<CaughtMail, 'headers' | 'text' | 'html'> {
  const [head = ''] = raw.split('\r\n\r\n');
  const headers = new Map(
    head
      .replace(/\r\n[ \t]+/g, ' ')
      .split('\r\n')
      .map((line): [string, string] => {
        const colon = line.indexOf(':');
        return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
      }),
  );
  const boundary = headers.get('content-type')?.match(/boundary="([^"]+)"/)?.[1];
  const parts = boundary ? raw.split(`--${boundary}`).slice(1, -1) : [raw];
  const of = (type: string) => {
    const part = parts.find((part) => part.toLowerCase().includes(`content-type: ${type}`));
    return part === undefined ? '' : decodePart(part.replace(/^\r\n/, ''));
  };
  return { headers, text: of('text/plain'), html: of('text/html') };
}

export async function startFakeMail(): Promise<FakeMail> {
  const mails: CaughtMail[] = [];
  const refusals: number[] = [];
  const server = new SMTPServer({
    authOptional: true,
    // Skips the reverse DNS lookup of clients, which may be slow.
    disableReverseLookup: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const code = refusals.shift();
        if (code !== undefined) {
          done(Object.assign(new Error('refused by the test'), { responseCode: code }));
          return;
        }
        const raw = Buffer.concat(chunks).toString('latin1');
        const { mailFrom, rcptTo } = session.envelope;
        const from = mailFrom ? mailFrom.address : '';
        mails.push({ to: rcptTo.map(({ address }) => address), from, raw, ...parse(raw) });
        done();
      });
    },
  });
  server.on('error', () => {}); // a client that hangs up is no failure of the test
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const address = server.server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    refuse: (...codes) => void refusals.push(...codes),
    newest(to) {
      const mail = mails.findLast((mail) => mail.to.includes(to));
      if (!mail) throw new Error(`no mail to ${to}; there are mails to ${mails.map((mail) => mail.to).join(' ')}`);
      return mail;
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
