// A mail program for tests: sends by SMTP or LMTP to a server of this machine, and answers with the reply of the server.
import { createConnection, type Socket } from 'node:net';
import { createTransport, type SendMailOptions } from 'nodemailer';

export interface MailReply {
  readonly code: number;
  readonly text: string;
}

const replyOf = (line: string): MailReply => ({ code: Number(line.slice(0, 3)), text: line.slice(4) });

interface SendingOptions {
  readonly lmtp?: boolean;
  /** Begins TLS by STARTTLS with whatever certificate. */
  readonly tls?: boolean;
}

/** The last reply to a mail: to its recipient, or to its content. */
export async function sendMailTo(
  port: number,
  mail: Omit<SendMailOptions, 'to'> & { readonly to: string },
  { lmtp = false, tls = false }: SendingOptions = {},
): Promise<MailReply> {
  const transport = createTransport({
    host: '127.0.0.1',
    port,
    lmtp,
    ...(tls ? { requireTLS: true, tls: { rejectUnauthorized: false } } : { ignoreTLS: true }),
  });
  try {
    const { response } = await transport.sendMail({ from: 'Jo Sender <jo@elsewhere.example>', ...mail });
    return replyOf(response);
  } catch (error) {
    const { response } = error as Error & { response?: string };
    if (response === undefined) throw error;
    return replyOf(response);
  } finally {
    transport.close();
  }
}

/** A conversation by SMTP, line by line. */
export class MailDialogue {
  private received = '';
  private wake: () => void = () => {};
  private is_over = false;

  private constructor(readonly socket: Socket) {
    socket.on('data', (data) => {
      this.received += data.toString('latin1');
      this.wake();
    });
    for (const event of ['close', 'error'] as const)
      socket.on(event, () => {
        this.is_over = true;
        this.wake();
      });
  }

  /** Connects without waiting for the greeting. */
  static connect(port: number): MailDialogue {
    return new MailDialogue(createConnection({ host: '127.0.0.1', port }));
  }

  /** After the greeting and EHLO, or LHLO. */
  static async begin(port: number, hello = 'EHLO'): Promise<MailDialogue> {
    const dialogue = MailDialogue.connect(port);
    await dialogue.reply();
    await dialogue.say(`${hello} elsewhere.example`);
    return dialogue;
  }

  /** Sends a line and returns the reply. */
  say(line: string): Promise<MailReply> {
    this.socket.write(`${line}\r\n`);
    return this.reply();
  }

  /** The next reply; its last line, if it has several. Code 0: the connection ended. */
  async reply(): Promise<MailReply> {
    for (;;) {
      const found = /^(?:\d{3}-.*\r\n)*(\d{3} .*)\r\n/.exec(this.received);
      if (found) {
        this.received = this.received.slice(found[0].length);
        return replyOf(found[1]!);
      }
      if (this.is_over) return { code: 0, text: '' };
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
    }
  }

  /** A whole mail, as it is. */
  async send(to: string, raw: string | Buffer): Promise<MailReply> {
    await this.say('MAIL FROM:<jo@elsewhere.example>');
    const named = await this.say(`RCPT TO:<${to}>`);
    if (named.code !== 250) return named;
    await this.say('DATA');
    this.socket.write(raw);
    return this.say('\r\n.');
  }

  end(): void {
    this.socket.destroy();
  }
}

/** Sends a mail as it is written. */
export async function sendRawMail(port: number, to: string, raw: string | Buffer): Promise<MailReply> {
  const dialogue = await MailDialogue.begin(port);
  try {
    return await dialogue.send(to, raw);
  } finally {
    dialogue.end();
  }
}
