// Connections that send mail: their limits, TLS, LMTP, and the stop of the server.
import { afterAll, describe, expect, it } from 'bun:test';
import type { ChannelId } from '@stoa/contract';
import { LIMITS } from '@stoa/contract';
import { MailDialogue, type Person, sendMailTo, startServer, type TestServer } from '@stoa/testkit';

const server = await startServer({ incoming_mail: { domain: 'chat.example', idle_ms: 1500, session_ms: 6000 } });
const behind = await startServer({ incoming_mail: { domain: 'chat.example', protocol: 'lmtp' } });
afterAll(async () => {
  await server.stop();
  await behind.stop();
});
const { ada, dara, eli } = await server.cast();
const port = server.app.mail_port!;

async function newChannel(who: Person, name: string): Promise<ChannelId> {
  await who.subscribe({ subscriptions: [{ name }] });
  return (await who.getStreamId({ stream: name })).stream_id;
}
const addressOf = async (who: Person, stream_id: ChannelId) => (await who.getStreamEmailAddress({ stream_id })).email;
const stream_id = await newChannel(dara, 'post');
const address = await addressOf(dara, stream_id);

describe('[IC13] limits of connections', () => {
  it('announces the size of mails, and refuses larger ones', async () => {
    const bytes = LIMITS.max_file_upload_size_mib * 1024 * 1024;
    const dialogue = MailDialogue.connect(port);
    await dialogue.reply();
    dialogue.socket.write('EHLO elsewhere.example\r\n');
    const announced = new Promise<string>((resolve) => dialogue.socket.on('data', (data) => resolve(data.toString())));
    const features = await announced;
    expect(features).toContain(`SIZE ${bytes}`);
    expect(features).not.toMatch(/AUTH|STARTTLS|SMTPUTF8/);
    await dialogue.reply();
    expect((await dialogue.say(`MAIL FROM:<jo@elsewhere.example> SIZE=${bytes + 1}`)).code).toBe(552);
    const reply = await dialogue.send(address, Buffer.alloc(bytes + 10, 'x\r\n'));
    expect(reply.code).toBe(552);
    expect((await dialogue.send(address, 'Subject: s\r\n\r\nsmall')).code).toBe(250);
    dialogue.end();
  }, 60_000);

  it('takes twenty connections of a client, and others again when they have ended', async () => {
    const dialogues = Array.from({ length: 200 }, () => MailDialogue.connect(port));
    const greetings = await Promise.all(dialogues.map((dialogue) => dialogue.reply()));
    const codes = greetings.map(({ code }) => code);
    expect(codes.filter((code) => code === 220)).toHaveLength(20);
    expect(codes.every((code) => code === 220 || code === 421)).toBe(true);
    expect((await fetch(new URL('/health', server.url))).status).toBe(200);
    for (const dialogue of dialogues) dialogue.end();
    await Bun.sleep(200);
    expect((await sendMailTo(port, { to: address, subject: 's', text: 'after the crowd' })).code).toBe(250);
  });

  it('ends connections that are silent, or never end, and waits for no mail that does not come', async () => {
    const [silent, slow] = [await MailDialogue.begin(port), await MailDialogue.begin(port)];
    await slow.say('MAIL FROM:<jo@elsewhere.example>');
    await slow.say(`RCPT TO:<${address}>`);
    await slow.say('DATA');
    const trickle = setInterval(() => slow.socket.write('x\r\n'), 200);
    const begun = performance.now();
    expect((await silent.reply()).code).toBe(421);
    expect((await slow.reply()).code).toBe(421);
    clearInterval(trickle);
    expect(performance.now() - begun).toBeLessThan(20_000);
    for (const dialogue of [silent, slow]) dialogue.end();
  }, 30_000);

  it('takes ten recipients, and no command without an end', async () => {
    const dialogue = await MailDialogue.begin(port);
    await dialogue.say('MAIL FROM:<jo@elsewhere.example>');
    const replies: number[] = [];
    for (let at = 0; at < 11; at++) {
      const of = await newChannel(dara, `post ${at}`);
      replies.push((await dialogue.say(`RCPT TO:<${await addressOf(dara, of)}>`)).code);
    }
    expect(replies).toEqual([...Array(10).fill(250), 452]);
    dialogue.end();
    const endless = await MailDialogue.begin(port);
    endless.socket.write('x'.repeat(100_000));
    expect((await endless.reply()).code).toBe(421);
    endless.end();
  });

  it('knows no sign-in', async () => {
    const dialogue = await MailDialogue.begin(port);
    expect((await dialogue.say('AUTH PLAIN AGEAYg==')).code).toBe(500);
    expect((await dialogue.say('STARTTLS')).code).toBe(500);
    expect((await dialogue.say('VRFY dara')).code).not.toBe(250);
    dialogue.end();
  });
});

it('[IC13] a mail counts as a request of who made the address', async () => {
  const limited = await startServer({
    incoming_mail: { domain: 'chat.example' },
    rate_limits: { user: { requests: 20, period_ms: 60_000 }, ip: null, login: null, mail: null },
  });
  try {
    const cast = await limited.cast();
    const of = await newChannel(cast.eli, 'limited');
    const to = await addressOf(cast.eli, of);
    const codes: number[] = [];
    for (let at = 0; at < 25; at++)
      codes.push((await sendMailTo(limited.app.mail_port!, { to, subject: 's', text: `${at}` })).code);
    expect(codes.slice(0, 10)).toEqual(Array(10).fill(250));
    expect(codes.at(-1)).toBe(450);
  } finally {
    await limited.stop();
  }
});

describe('[IC11] attachments', () => {
  it('that there is no space for are named', async () => {
    const full = await startServer({
      incoming_mail: { domain: 'chat.example' },
      caps: { 'upload-mib-per-account': 1 },
    });
    try {
      const { dara: who } = await full.cast();
      const of = await newChannel(who, 'full');
      const attachments = [
        { filename: 'small.bin', content: Buffer.alloc(1000) },
        { filename: 'big.bin', content: Buffer.alloc(2 * 1024 * 1024) },
      ];
      const mail = { to: await addressOf(who, of), subject: 's', text: 'two files', attachments };
      expect((await sendMailTo(full.app.mail_port!, mail)).code).toBe(250);
      const { messages } = await who.getMessages({
        anchor: 'newest',
        num_before: 1,
        num_after: 0,
        apply_markdown: false,
        narrow: [{ operator: 'channel', operand: of }],
      });
      expect(messages[0]!.content).toMatch(
        /^two files\n\n\[small\.bin\]\(\/user_uploads\/\S+\)\nNot attached, because there is no space left: `big\.bin`$/,
      );
      expect((await who.getAttachments()).attachments.map(({ name }) => name)).toEqual(['small.bin']);
    } finally {
      await full.stop();
    }
  });
});

describe('[IC15] LMTP', () => {
  it('has a reply for each recipient', async () => {
    const cast = await behind.cast();
    const [first, second] = [await newChannel(cast.dara, 'first'), await newChannel(cast.dara, 'second')];
    const to = [await addressOf(cast.dara, first), await addressOf(cast.dara, second)];
    const dialogue = await MailDialogue.begin(behind.app.mail_port!, 'LHLO');
    expect((await dialogue.say('HELO x')).code).toBe(500);
    await dialogue.say('MAIL FROM:<jo@elsewhere.example>');
    for (const each of to) await dialogue.say(`RCPT TO:<${each}>`);
    await dialogue.say('DATA');
    await cast.dara.archiveStream({ stream_id: second });
    const one = await dialogue.say('Subject: s\r\n\r\nto both\r\n.');
    expect([one.code, (await dialogue.reply()).code]).toEqual([250, 550]);
    dialogue.end();
    expect(
      (await sendMailTo(behind.app.mail_port!, { to: to[0]!, subject: 's', text: 'x' }, { lmtp: true })).code,
    ).toBe(250);
  });
});

it('[IC1] addresses have the host name of each organization, unless the operator names a domain', async () => {
  const own = await startServer({ incoming_mail: {} });
  try {
    const acme = await own.organization('acme.example');
    const other = await own.organization('other.example');
    const [{ ada: of_acme }, { ada: of_other }] = [await acme.cast(), await other.cast()];
    const to_acme = await addressOf(of_acme, await newChannel(of_acme, 'post'));
    const to_other = await addressOf(of_other, await newChannel(of_other, 'post'));
    expect([to_acme.split('@')[1], to_other.split('@')[1]]).toEqual(['acme.example', 'other.example']);
    const send = async (to: string) => (await sendMailTo(own.app.mail_port!, { to, subject: 's', text: 'x' })).code;
    expect(await send(to_acme)).toBe(250);
    expect(await send(to_acme.replace('@acme', '@other'))).toBe(550);
    const of_address = await addressOf(own.owner, await newChannel(own.owner, 'post'));
    expect(of_address).toEndWith('@[127.0.0.1]');
    expect(await send(of_address)).toBe(250);
  } finally {
    await own.stop();
  }
});

it('[IC5] a mail that is being sent is posted when the server stops, and addresses survive it', async () => {
  const stopping: TestServer = await startServer({ incoming_mail: { domain: 'chat.example' } });
  try {
    const { dara: who } = await stopping.cast();
    const of = await newChannel(who, 'stopping');
    const to = await addressOf(who, of);
    const before = await MailDialogue.begin(stopping.app.mail_port!);
    await before.say('MAIL FROM:<jo@elsewhere.example>');
    await before.say(`RCPT TO:<${to}>`);
    await before.say('DATA');
    const idle = await MailDialogue.begin(stopping.app.mail_port!);
    const restarted = stopping.restart();
    expect((await idle.reply()).code).toBe(421);
    expect((await before.say('Subject: s\r\n\r\nbefore the stop\r\n.')).code).toBe(250);
    before.end();
    await restarted;
    expect((await sendMailTo(stopping.app.mail_port!, { to, subject: 's', text: 'after it' })).code).toBe(250);
  } finally {
    await stopping.stop();
  }
});

it('[IC1] a server without the setting receives nothing and gives out no address', async () => {
  const none = await startServer();
  try {
    const { dara: who } = await none.cast();
    expect(await addressOf(who, await newChannel(who, 'post'))).toBe('');
    expect(none.app.mail_port).toBeNull();
  } finally {
    await none.stop();
  }
});

it('[CH29] who may not send to a channel gets no address of it', async () => {
  const { realm_user_groups } = await ada.registerQueue({ fetch_event_types: ['realm_user_groups'] });
  const administrators = realm_user_groups!.find(({ name }) => name === 'role:administrators')!.id;
  await dara.updateStream({ stream_id, can_send_message_group: { new: administrators } });
  expect(await addressOf(eli, stream_id).catch(({ message }) => message)).toBe(
    'Not authorized to send to this channel',
  );
});
