// Mail that is refused, when its address is named or when it has arrived, and mail that comes again.
import { describe, expect, it } from 'bun:test';
import { type ChannelId, ROLE } from '@stoa/contract';
import { MailDialogue, type Person, sendMailTo, sendRawMail, serveTests } from '@stoa/testkit';
import { parseMetrics, type Sample, sumOf } from '../../cli/metrics-text.ts';
import { codeOfStep, stepAt } from '../../identity/two-factor/totp.rules.ts';
import { MAIL_OUTCOMES } from './mail-refusals.ts';

const { server, cast } = await serveTests({ incoming_mail: { domain: 'chat.example' }, failures_expected: true });
const { ada, bela, dara, eli } = cast;
const port = server.app.mail_port!;

let channels = 0;
async function newChannel(who: Person, more: { invite_only?: boolean } = {}): Promise<ChannelId> {
  const name = `post ${++channels}`;
  await who.subscribe({ subscriptions: [{ name }], ...more });
  return (await who.getStreamId({ stream: name })).stream_id;
}
const addressOf = async (who: Person, stream_id: ChannelId, sender_id?: Person['user_id']) =>
  (await who.getStreamEmailAddress({ stream_id, sender_id })).email;

async function textsIn(who: Person, stream_id: ChannelId): Promise<string[]> {
  const { messages } = await who.getMessages({
    anchor: 'newest',
    num_before: 100,
    num_after: 0,
    apply_markdown: false,
    narrow: [{ operator: 'channel', operand: stream_id }],
  });
  return messages.map(({ content }) => content);
}

const mail = (to: string, text = 'hi') => sendMailTo(port, { to, subject: 's', text });

const UNKNOWN = { code: 550, text: '5.1.1 No channel has this address: it is misspelt or no longer valid' };
const FORBIDDEN = { code: 550, text: '5.7.1 The owner of this address may not post to its channel' };

describe('[IC2] relays nothing:', () => {
  it('refuses what is no address of a channel, altered tokens and unknown options', async () => {
    const address = await addressOf(dara, await newChannel(dara));
    const [local = '', domain = ''] = address.split('@');
    const [slug = '', token = ''] = local.split('.');
    const swap = (at: number) => {
      const digit = token.at(at) === 'a' ? 'b' : 'a';
      return at < 0 ? token.slice(0, at) + digit + token.slice(token.length + at + 1) : digit + token.slice(1);
    };
    for (const to of [
      'dara@stoa.example',
      'somebody@chat.example',
      'post@chat.example',
      `${slug}@${domain}`,
      `${token}@${domain}`,
      `${slug}.${token}.unknown-option@${domain}`,
      `${slug}.${token}a@${domain}`,
      `${slug}.${token.slice(1)}@${domain}`,
      `${slug}.${swap(0)}@${domain}`,
      `${slug}.${swap(-5)}@${domain}`,
      `${slug}.${swap(-1)}@${domain}`,
      `${slug}.${'7'.repeat(token.length)}@${domain}`,
      `${local}@elsewhere.example`,
      `${local}@127.0.0.1`,
    ])
      expect([to, await mail(to)]).toEqual([to, UNKNOWN]);
    expect(await mail(`anything-else.${token}@${domain}`)).toMatchObject({ code: 250 });
  });

  it('refuses addresses whose maker was deactivated, or has another API key', async () => {
    const email = 'mailer@stoa.example';
    const { user_id } = await ada.createUser({ email, full_name: 'Mailer', password: 'a long password' });
    const { api_key } = await server.client().fetchApiKey({ username: email, password: 'a long password' });
    const mailer = server.client(email, api_key);
    await mailer.subscribe({ subscriptions: [{ name: 'of the mailer' }] });
    const { stream_id } = await mailer.getStreamId({ stream: 'of the mailer' });
    const { email: address } = await mailer.getStreamEmailAddress({ stream_id });
    expect(await mail(address)).toMatchObject({ code: 250 });
    await ada.deactivateUser({ user_id });
    expect(await mail(address)).toEqual(UNKNOWN);
    await ada.reactivateUser({ user_id });
    expect(await mail(address)).toMatchObject({ code: 250 });
    const again = server.client(email, api_key);
    const { api_key: other } = await again.regenerateOwnApiKey({});
    expect(await mail(address)).toEqual(UNKNOWN);
    const now = await server.client(email, other).getStreamEmailAddress({ stream_id });
    expect(await mail(now.email)).toMatchObject({ code: 250 });
  });

  it('looks up nobody for a client that guesses', async () => {
    const address = await addressOf(dara, await newChannel(dara));
    const [local = ''] = address.split('@');
    const dialogue = await MailDialogue.begin(port);
    await dialogue.say('MAIL FROM:<jo@elsewhere.example>');
    const replies = new Set<number>();
    for (let at = 0; at < 40; at++) {
      const { code } = await dialogue.say(`RCPT TO:<${local}@wrong${at}.example>`);
      replies.add(code);
    }
    expect([...replies]).toEqual([550, 450]);
    expect((await dialogue.say(`RCPT TO:<nobody@chat.example>`)).code).toBe(550);
    expect(await dialogue.say(`RCPT TO:<${address}>`)).toEqual({
      code: 450,
      text: '4.7.1 Too many wrong addresses from here: try again later',
    });
    dialogue.end();
    server.clock.advance(2 * 60_000);
    expect(await mail(address)).toMatchObject({ code: 250 });
  });
});

it('[IC3] posts with the permissions that the maker of the address has when the mail arrives', async () => {
  const stream_id = await newChannel(dara);
  const address = await addressOf(eli, stream_id);
  expect(await mail(address, 'before')).toMatchObject({ code: 250 });
  const { realm_user_groups } = await ada.registerQueue({ fetch_event_types: ['realm_user_groups'] });
  const administrators = realm_user_groups!.find(({ name }) => name === 'role:administrators')!.id;
  await ada.updateStream({ stream_id, can_send_message_group: { new: administrators } });
  expect(await mail(address)).toEqual(FORBIDDEN);
  const of_admin = await addressOf(bela, stream_id);
  expect(await mail(of_admin, 'by an administrator')).toMatchObject({ code: 250 });
  await ada.updateUser({ user_id: bela.user_id, role: ROLE.member });
  expect(await mail(of_admin)).toEqual(FORBIDDEN);
  await ada.updateUser({ user_id: bela.user_id, role: ROLE.administrator });

  const hidden = await newChannel(dara, { invite_only: true });
  await dara.subscribe({ subscriptions: [{ name: `post ${channels}` }], principals: [eli.user_id] });
  const to_hidden = await addressOf(eli, hidden);
  expect(await mail(to_hidden, 'as a subscriber')).toMatchObject({ code: 250 });
  await dara.unsubscribe({ subscriptions: [`post ${channels}`], principals: [eli.user_id] });
  expect(await mail(to_hidden)).toEqual(FORBIDDEN);
  expect(await textsIn(dara, hidden)).toEqual(['as a subscriber']);

  const archived = await newChannel(dara);
  const to_archived = await addressOf(dara, archived);
  await dara.archiveStream({ stream_id: archived });
  expect(await mail(to_archived)).toEqual(FORBIDDEN);
});

it('[IC3] posts nothing while the organization demands a second factor that the maker lacks', async () => {
  const stream_id = await newChannel(dara);
  const address = await addressOf(dara, stream_id);
  const { secret, setup } = await ada.beginTwoFactor();
  await ada.confirmTwoFactor({ setup, code: codeOfStep(secret, stepAt(server.clock.now())) });
  await ada.updateRealm({ require_two_factor: 'everybody' });
  expect(await mail(address)).toEqual(FORBIDDEN);
  await ada.updateRealm({ require_two_factor: 'nobody' });
  expect(await mail(address)).toMatchObject({ code: 250 });
});

it('[IC3] applies the rules of sending to the content of a mail', async () => {
  const stream_id = await newChannel(dara);
  const { realm_user_groups } = await ada.registerQueue({ fetch_event_types: ['realm_user_groups'] });
  const nobody = realm_user_groups!.find(({ name }) => name === 'role:nobody')!.id;
  await dara.updateStream({ stream_id, can_create_topic_group: { new: nobody } });
  expect(await mail(await addressOf(dara, stream_id))).toMatchObject({ code: 550 });
  expect(await textsIn(dara, stream_id)).toEqual([]);
});

it('[IC4] refuses mail for a bot that is deactivated or has another owner', async () => {
  const stream_id = await newChannel(dara);
  const { user_id: bot_id } = await dara.createBot({ full_name: 'Postbox', short_name: 'postbox' });
  const address = await addressOf(dara, stream_id, bot_id);
  expect(await mail(address)).toMatchObject({ code: 250 });
  await dara.deactivateBot({ bot_id });
  const gone = { code: 550, text: '5.7.1 The account that this address posts as is no longer available' };
  expect(await mail(address)).toEqual(gone);
  await ada.reactivateUser({ user_id: bot_id });
  await dara.updateBot({ bot_id, bot_owner_id: eli.user_id });
  await eli.acceptBotOffer({ bot_id });
  expect(await mail(address)).toEqual(gone);
});

describe('[IC5] a mail that comes again', () => {
  it('is not posted twice, also after a lost reply, but is if its content or its address differ', async () => {
    const stream_id = await newChannel(dara);
    const address = await addressOf(dara, stream_id);
    const send = (text: string, messageId = '<same@elsewhere.example>', to = address) =>
      sendMailTo(port, { to, messageId, subject: 's', text, headers: { Received: `from a by b; ${Math.random()}` } });
    for (let at = 0; at < 3; at++) expect(await send('once')).toMatchObject({ code: 250 });
    expect(await send('other content')).toMatchObject({ code: 250 });
    expect(await send('once', '<other@elsewhere.example>')).toMatchObject({ code: 250 });
    expect(await textsIn(dara, stream_id)).toEqual(['once', 'other content', 'once']);

    const raw = 'From: jo@elsewhere.example\r\nMessage-ID: <lost@elsewhere.example>\r\nSubject: s\r\n\r\nlost reply';
    const dialogue = await MailDialogue.begin(port);
    await dialogue.say('MAIL FROM:<jo@elsewhere.example>');
    await dialogue.say(`RCPT TO:<${address}>`);
    await dialogue.say('DATA');
    await new Promise<void>((resolve) => dialogue.socket.write(`${raw}\r\n.\r\n`, () => resolve()));
    dialogue.socket.resetAndDestroy();
    while (!(await textsIn(dara, stream_id)).includes('lost reply')) await Bun.sleep(20);
    expect(await sendRawMail(port, address, raw)).toMatchObject({ code: 250 });
    expect((await textsIn(dara, stream_id)).filter((text) => text === 'lost reply')).toHaveLength(1);
  });

  it('is the same without an id if every byte is', async () => {
    const stream_id = await newChannel(dara);
    const address = await addressOf(dara, stream_id);
    const raw = (date: string) => `From: jo@elsewhere.example\r\nDate: ${date}\r\nSubject: alert\r\n\r\ndisk full`;
    for (const date of [
      'Mon, 1 Jan 2024 10:00:00 +0000',
      'Mon, 1 Jan 2024 10:00:00 +0000',
      'Mon, 1 Jan 2024 10:01:00 +0000',
    ])
      expect(await sendRawMail(port, address, raw(date))).toMatchObject({ code: 250 });
    expect(await textsIn(dara, stream_id)).toHaveLength(2);
  });

  it('at the same time is posted once', async () => {
    const stream_id = await newChannel(dara);
    const to = await addressOf(dara, stream_id);
    const send = () => sendMailTo(port, { to, messageId: '<race@elsewhere.example>', subject: 's', text: 'race' });
    const replies = await Promise.all(Array.from({ length: 5 }, send));
    expect(replies.map(({ code }) => code)).toEqual([250, 250, 250, 250, 250]);
    expect(await textsIn(dara, stream_id)).toEqual(['race']);
  });

  it('is posted only if it arrived as a whole', async () => {
    const stream_id = await newChannel(dara);
    const dialogue = await MailDialogue.begin(port);
    await dialogue.say('MAIL FROM:<jo@elsewhere.example>');
    await dialogue.say(`RCPT TO:<${await addressOf(dara, stream_id)}>`);
    await dialogue.say('DATA');
    await new Promise<void>((resolve) =>
      dialogue.socket.write('Subject: s\r\n\r\nbegun, and '.padEnd(100_000, 'x'), () => resolve()),
    );
    dialogue.end();
    await mail(await addressOf(dara, stream_id), 'after it');
    expect(await textsIn(dara, stream_id)).toEqual(['after it']);
  });
});

it('[IC12] refuses automatic replies, loops, and mail of servers of this program', async () => {
  const stream_id = await newChannel(dara);
  const to = await addressOf(dara, stream_id);
  const send = (headers: Record<string, string>) => sendMailTo(port, { to, subject: 's', text: 't', headers });
  expect(await send({ 'Auto-Submitted': 'auto-replied' })).toEqual({
    code: 550,
    text: '5.7.1 Automatic replies are not accepted',
  });
  const loop = { code: 554, text: '5.4.6 The mail was relayed too often, or comes from a chat server' };
  expect(await send({ 'Stoa-Mail': 'notification' })).toEqual(loop);
  const relayed = (count: number) => `${'Received: from a by b\r\n'.repeat(count)}Subject: s\r\n\r\nrelayed`;
  expect(await sendRawMail(port, to, relayed(51))).toEqual(loop);
  expect(await sendRawMail(port, to, relayed(50))).toMatchObject({ code: 250 });
  expect(await send({ 'Auto-Submitted': 'auto-generated', Precedence: 'bulk' })).toMatchObject({ code: 250 });
});

describe('[IC15] several recipients', () => {
  it('get one reply by SMTP', async () => {
    const [first, second] = [await newChannel(dara), await newChannel(dara)];
    const to = [await addressOf(dara, first), await addressOf(dara, second)];
    const dialogue = await MailDialogue.begin(port);
    await dialogue.say('MAIL FROM:<jo@elsewhere.example>');
    for (const each of to) expect((await dialogue.say(`RCPT TO:<${each}>`)).code).toBe(250);
    await dialogue.say('DATA');
    expect((await dialogue.say('Subject: s\r\n\r\nto both\r\n.')).code).toBe(250);
    dialogue.end();
    expect([await textsIn(dara, first), await textsIn(dara, second)]).toEqual([['to both'], ['to both']]);
  });
});

it('[IC16] metrics count outcomes', async () => {
  const metrics = await (await fetch(new URL('/metrics', server.url))).text();
  expect(metrics).toMatch(/stoa_incoming_mail_total\{outcome="accepted"\} \d+/);
  expect(metrics).toMatch(/stoa_incoming_mail_total\{outcome="repeated"\} \d+/);
  expect(metrics).toMatch(/stoa_incoming_mail_total\{outcome="unknown_address"\} \d+/);
});

describe('[IC20] metrics', () => {
  const read = async () => parseMetrics(await (await fetch(new URL('/metrics', server.url))).text());

  it('have each outcome from 0, so that an alert sees the first of a kind', async () => {
    const outcomes = (await read()).filter(({ name }) => name === 'stoa_incoming_mail_total');
    expect(outcomes.map(({ labels }) => labels.outcome!)).toEqual([...MAIL_OUTCOMES]);
    expect(outcomes.find(({ labels }) => labels.outcome === 'busy')!.value).toBe(0);
  });

  it('time each mail once, and count open connections', async () => {
    const before = await read();
    const dialogue = await MailDialogue.begin(port);
    const during = await read();
    expect(sumOf(during, 'stoa_incoming_mail_connections') - sumOf(before, 'stoa_incoming_mail_connections')).toBe(1);
    await dialogue.send(await addressOf(dara, await newChannel(dara)), 'Subject: s\r\n\r\nx');
    dialogue.end();
    const count = 'stoa_incoming_mail_duration_seconds_count';
    expect(sumOf(await read(), count) - sumOf(before, count)).toBe(1);
  });

  it('tell mail whose connection was lost from mail that the server failed to take', async () => {
    const lost = (samples: Sample[]) => sumOf(samples, 'stoa_incoming_mail_total', { outcome: 'connection_lost' });
    const before = await read();
    const dialogue = await MailDialogue.begin(port);
    await dialogue.say('MAIL FROM:<jo@elsewhere.example>');
    await dialogue.say(`RCPT TO:<${await addressOf(dara, await newChannel(dara))}>`);
    await dialogue.say('DATA');
    dialogue.socket.write('Subject: s\r\n\r\nthe beginn');
    await Bun.sleep(50);
    dialogue.end();
    for (let n = 0; n < 100 && lost(await read()) === lost(before); n++) await Bun.sleep(50);
    const after = await read();
    expect(lost(after) - lost(before)).toBe(1);
    const failed = { outcome: 'failed' };
    expect(sumOf(after, 'stoa_incoming_mail_total', failed)).toBe(sumOf(before, 'stoa_incoming_mail_total', failed));
  });
});
