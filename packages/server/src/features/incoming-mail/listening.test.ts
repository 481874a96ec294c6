// What listens for mail and what reads it, by themselves: certificates, limits of time and memory, and more mail than there is room for.
import { describe, expect, it } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { MailDialogue, sendMailTo, serveTests } from '@stoa/testkit';
import { TaskProcess } from '../../kit/processes/task-process.ts';
import { selfSigned } from '../../kit/tls/self-signed.ts';
import { openAddressTokens } from './address-tokens.ts';
import { type ArrivingMail, MailReceiver } from './mail-receiver.ts';
import type { MailOutcome } from './mail-refusals.ts';
import { openMailListener } from './open-mail-listener.ts';
import type { MailAnswer, MailTask } from './parsing/mail-task.ts';

const { server, cast } = await serveTests({ incoming_mail: { domain: 'chat.example' } });
const { dara } = cast;
await dara.subscribe({ subscriptions: [{ name: 'post' }] });
const { stream_id } = await dara.getStreamId({ stream: 'post' });
const { email } = await dara.getStreamEmailAddress({ stream_id });
const SETTINGS = { protocol: 'smtp', host: '127.0.0.1', port: 0, domain: 'chat.example' } as const;

describe('[IC14] STARTTLS', () => {
  it('is offered with a certificate, and a renewed one counts at once', async () => {
    const [first, second] = [
      await selfSigned(['first.example'], Date.now(), 1e9),
      await selfSigned(['second.example'], Date.now(), 1e9),
    ];
    const options = { shares_port: false, name: 'chat.example', certificate: first, onMail: () => {} };
    const listener = openMailListener(server.app, SETTINGS, options);
    await listener.start();
    try {
      const { port } = listener;
      expect((await sendMailTo(port, { to: email, subject: 's', text: 'by TLS' }, { tls: true })).code).toBe(250);
      expect(await subjectAt(port)).toBe('first.example');
      listener.useCertificate(second);
      expect(await subjectAt(port)).toBe('second.example');
      expect((await sendMailTo(port, { to: email, subject: 's', text: 'again' }, { tls: true })).code).toBe(250);
      expect((await sendMailTo(port, { to: email, subject: 's', text: 'plain' })).code).toBe(250);
      const dialogue = await MailDialogue.begin(port);
      // What was sent before the handshake does not count after it.
      dialogue.socket.write('STARTTLS\r\nMAIL FROM:<jo@elsewhere.example>\r\n');
      expect((await dialogue.reply()).code).toBe(220);
      dialogue.end();
    } finally {
      await listener.stop();
    }
  });
});

/** The name in the certificate. */
async function subjectAt(port: number): Promise<string> {
  const dialogue = await MailDialogue.begin(port);
  await dialogue.say('STARTTLS');
  dialogue.socket.removeAllListeners('data');
  const secure = connect({ socket: dialogue.socket, rejectUnauthorized: false });
  await new Promise<void>((resolve) => secure.once('secureConnect', () => resolve()));
  const names = secure.getPeerCertificate().subjectaltname ?? '';
  secure.destroy();
  return names.replace('DNS:', '');
}

it('[IC2] an address in use is named', async () => {
  const options = { shares_port: false, name: 'chat.example', certificate: null, onMail: () => {} };
  const listener = openMailListener(server.app, { ...SETTINGS, port: server.app.mail_port! }, options);
  await expect(listener.start()).rejects.toThrow(
    `can't listen on 127.0.0.1:${server.app.mail_port}: the port is in use`,
  );
});

const newReceiver = (onMail: (outcome: MailOutcome) => void = () => {}) =>
  new MailReceiver({
    ...server.app,
    tokens: openAddressTokens(server.app.keys),
    secret: 'a secret',
    domain: 'chat.example',
    onMail,
  });

/** A mail as a connection brings it; with `lost`, one that breaks then. */
function arriving(chunks: readonly string[], lost?: Promise<void>): ArrivingMail {
  async function* arrive() {
    for (const chunk of chunks) yield Buffer.from(chunk);
    if (!lost) return;
    await lost;
    throw new Error('the connection broke');
  }
  return Object.assign(arrive(), { sizeExceeded: false });
}

describe('[IC7] the process that reads mail', () => {
  const directory = mkdtempSync(join(tmpdir(), 'stoa-mail-'));
  const path = join(directory, 'mail');
  writeFileSync(path, `Subject: s\r\nContent-Type: text/html\r\n\r\n${'<div><b>x</b></div>'.repeat(100_000)}`);
  const body = { quotes: false, footers: false, html: false };
  const task = { path, files: path, picture_url: 'https://x.invalid/', bodies: [body] };
  const read = async (limits: ConstructorParameters<typeof TaskProcess>[2]) => {
    const reader = new TaskProcess<MailTask, MailAnswer>('mail', { ended: 'unreadable', not_done: 'not_done' }, limits);
    const answer = await reader.run(task);
    reader.end();
    return answer;
  };

  it('is ended when it takes too long or, on Linux, too much memory', async () => {
    expect(await read({ time_limit_ms: 20_000 })).toMatchObject({ subject: 's' });
    expect(await read({ time_limit_ms: 50 })).toBe('unreadable');
    if (process.platform === 'linux')
      expect(await read({ time_limit_ms: 20_000, memory_limit_bytes: 1_000_000 })).toBe('unreadable');
    rmSync(directory, { recursive: true });
  });

  it('leaves a mail for another attempt when the server stops', async () => {
    const receiver = newReceiver();
    const recipient = await receiver.accept(email, '192.0.2.2');
    const slow = `Subject: s\r\nContent-Type: text/html\r\n\r\n${'<div><b>x</b></div>'.repeat(100_000)}`;
    const receiving = receiver.receive(arriving([slow]), [recipient], '192.0.2.2');
    await Bun.sleep(60);
    receiver.close();
    expect((await receiving)[0]).toMatchObject({ responseCode: 451 });
  });

  it('is not waited for by more mail than there is room for', async () => {
    const outcomes: MailOutcome[] = [];
    const receiver = newReceiver((outcome) => outcomes.push(outcome));
    const recipient = await receiver.accept(email, '192.0.2.1');
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    const endless = () => arriving(['Subject: s\r\n\r\n'], ended);
    const receiving = Array.from({ length: 5 }, () => receiver.receive(endless(), [recipient], '192.0.2.1'));
    await Bun.sleep(50);
    receiver.close();
    const [refusal] = await receiving[4]!;
    expect([refusal!.responseCode, refusal!.message]).toEqual([451, '4.3.2 The server is busy: try again later']);
    end();
    const others = (await Promise.all(receiving.slice(0, 4))).flat();
    expect(others.map((other) => other!.responseCode)).toEqual([451, 451, 451, 451]);
    expect(outcomes).toEqual(['busy', 'connection_lost', 'connection_lost', 'connection_lost', 'connection_lost']);
  });
});
