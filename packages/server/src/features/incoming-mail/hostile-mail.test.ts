// Mail that is made to harm: the server goes on serving, whatever a mail is.
import { describe, expect, it } from 'bun:test';
import { leastProcessorMs, MailDialogue, sendRawMail, serveTests } from '@stoa/testkit';
import { normalText } from './parsing/mail-text.rules.ts';

const { server, cast } = await serveTests({ incoming_mail: { domain: 'chat.example' } });
const { dara } = cast;
const port = server.app.mail_port!;
await dara.subscribe({ subscriptions: [{ name: 'bombs' }] });
const { stream_id } = await dara.getStreamId({ stream: 'bombs' });
const { email } = await dara.getStreamEmailAddress({ stream_id });

const MIB = 1024 * 1024;
const head = (type: string, more = '') =>
  `From: jo@elsewhere.example\r\nSubject: bomb\r\nMIME-Version: 1.0\r\nContent-Type: ${type}\r\n${more}\r\n`;

const nested = (depth: number) =>
  Array.from(
    { length: depth },
    (_, at) => `--b${at}\r\nContent-Type: multipart/mixed; boundary=b${at + 1}\r\n\r\n`,
  ).join('');
const messages = (depth: number) => 'Content-Type: message/rfc822\r\n\r\n'.repeat(depth);
const lines = (line: string, bytes: number) => `${line}\r\n`.repeat(Math.floor(bytes / (line.length + 2)));
const parts = (count: number) => `--x\r\nContent-Disposition: attachment; filename=a\r\n\r\nx\r\n`.repeat(count);

/** Name, mail, and whether it becomes a message. */
const BOMBS: readonly (readonly [string, string | Buffer, boolean?])[] = [
  ['parts within parts', head('multipart/mixed; boundary=b0') + nested(20_000)],
  ['mails within mails', messages(20_000)],
  ['a million headers', `${'X: y\r\n'.repeat(1_000_000)}Subject: s\r\n\r\ntext`],
  ['a header of megabytes', `Subject: ${'=?utf-8?B?YWJj?= '.repeat(500_000)}\r\n\r\ntext`],
  ['an address of megabytes', `From: ${'"('.repeat(200_000)}\r\nSubject: s\r\n\r\ntext`],
  ['nothing but line ends', `Subject: s\r\n\r\n${'\n'.repeat(20 * MIB)}`],
  ['a line of megabytes', `Subject: s\r\n\r\n${'x'.repeat(20 * MIB)}`, true],
  [
    'base64 of megabytes',
    head('text/plain', 'Content-Transfer-Encoding: base64\r\n') + lines('QUFB'.repeat(19), 20 * MIB),
    true,
  ],
  [
    'quoted-printable',
    head('text/plain', 'Content-Transfer-Encoding: quoted-printable\r\n') + lines('=3D'.repeat(25), 20 * MIB),
    true,
  ],
  ['deep HTML', head('text/html') + lines('<div>'.repeat(14), 4 * MIB)],
  ['deep lists', head('text/html') + lines('<ul><li>'.repeat(9), 4 * MIB)],
  ['HTML without an end', head('text/html') + lines('<a href="x'.repeat(7), 4 * MIB)],
  ['HTML of references', head('text/html') + lines('&lt;&amp;'.repeat(8), 4 * MIB), true],
  ['quotations', head('text/plain') + lines('>'.repeat(70), 10 * MIB), true],
  ['ten thousand files', `${head('multipart/mixed; boundary=x')}${parts(10_000)}--x--\r\n`, true],
  [
    'another charset',
    Buffer.concat([Buffer.from(head('text/plain; charset=utf-16')), Buffer.from(lines('\ud800x', MIB), 'utf16le')]),
  ],
  ['null bytes', Buffer.concat([Buffer.from(head('text/plain')), Buffer.alloc(MIB)]), true],
  [
    'no mail at all',
    Buffer.from(Array.from({ length: 5000 }, (_, at) => (at * 7919) % 251).filter((byte) => byte !== 46)),
  ],
];

/** The longest time that a request took while `work` was done, in milliseconds. */
async function longestRequestDuring(work: Promise<unknown>): Promise<number> {
  let longest = 0;
  let is_done = false;
  const end = work.finally(() => {
    is_done = true;
  });
  while (!is_done) {
    const begun = performance.now();
    expect((await fetch(new URL('/health', server.url))).status).toBe(200);
    longest = Math.max(longest, performance.now() - begun);
    await Bun.sleep(5);
  }
  await end;
  return longest;
}

describe('[IC7] hostile mail', () => {
  for (const [name, raw, becomes_message] of BOMBS)
    it(`harms nobody: ${name}`, async () => {
      const sending = sendRawMail(port, email, raw);
      const longest = await longestRequestDuring(sending);
      const { code } = await sending;
      expect(becomes_message ? [250] : [250, 554]).toContain(code);
      expect(longest).toBeLessThan(2000);
    }, 120_000);

  it('leaves no file behind, and other mail is read', async () => {
    expect((await sendRawMail(port, email, 'Subject: after\r\n\r\nall of it')).code).toBe(250);
    const files = [...new Bun.Glob('incoming/*/*').scanSync(server.data)];
    expect(files).toEqual([]);
  });
});

describe('[IC21] a mail of lines that begin with dots', () => {
  const dotted = (lines: number) => `Subject: dots\r\n\r\nfirst${'\r\n..'.repeat(lines)}`;

  it('is posted as it was written', async () => {
    const dialogue = await MailDialogue.begin(port);
    expect((await dialogue.send(email, dotted(4000))).code).toBe(250);
    expect((await dialogue.send(email, 'Subject: next\r\n\r\nby the same connection')).code).toBe(250);
    dialogue.end();
    const narrow = [
      { operator: 'channel', operand: stream_id },
      { operator: 'topic', operand: 'dots' },
    ];
    const around = { anchor: 'newest', num_before: 1, num_after: 0, apply_markdown: false } as const;
    const { messages } = await dara.getMessages({ ...around, narrow });
    expect(messages[0]!.content).toBe(`first${'\n.'.repeat(4000)}`);
  });

  it('is refused where millions of them would keep the server busy, and its connection ends', async () => {
    const send = async () => {
      const dialogue = await MailDialogue.begin(port);
      expect((await dialogue.send(email, dotted(700_000))).code).toBe(554);
      expect((await dialogue.reply()).code).toBe(0);
      dialogue.end();
    };
    const ms = await leastProcessorMs(3000, send);
    expect(ms < 3000 ? 'soon' : ms).toBe('soon');
    expect((await sendRawMail(port, email, 'Subject: after\r\n\r\nstill there')).code).toBe(250);
  }, 120_000);
});

it('[IC22] blanks at the ends of lines are removed in time that grows with the text', async () => {
  const text = `${' '.repeat(300_000)}x${'\t '.repeat(100_000)}`;
  expect(normalText(`a${text}\n  b`)).toBe(`a${text.trimEnd()}\n  b`);
  const ms = await leastProcessorMs(500, () => normalText(text));
  expect(ms < 500 ? 'soon' : ms).toBe('soon');
});
