// What still reaches people who are shut out until they have two-factor sign-in: nothing of what is written.
import { afterAll, afterEach, describe, expect, it, setDefaultTimeout } from 'bun:test';
import { ROLE } from '@stoa/contract';
import type { Client } from '@stoa/sdk';
import {
  bouncerError,
  createPerson,
  JWT_KEY,
  type Person,
  refusal,
  refusedWith,
  serveTestsWithMail,
  signedToken,
  startFakeWebPush,
} from '@stoa/testkit';
import { codeOfStep, stepAt } from './totp.rules.ts';

setDefaultTimeout(30_000);

const push = await startFakeWebPush();
const { mail, server, cast } = await serveTestsWithMail({ web_push_allow: '127.0.0.1', failures_expected: true });
afterAll(() => push.stop());

const NEEDED = [403, 'TWO_FACTOR_SETUP_NEEDED'] as [number, string];
const MINUTE_MS = 60_000;
const settle = () => server.app.jobs.settle();
async function later(ms: number): Promise<void> {
  await settle();
  server.clock.advance(ms);
  await settle();
}

let count = 0;
function somebody(): Promise<Person> {
  count += 1;
  return createPerson(server, { email: `shut-out${count}@stoa.example`, full_name: `Shut Out ${count}` });
}
async function enable(client: Client): Promise<void> {
  const { secret, setup } = await client.beginTwoFactor();
  await client.confirmTwoFactor({ setup, code: codeOfStep(secret, stepAt(server.clock.now())) });
}
await enable(cast.ada);
const oblige = (require_two_factor: 'nobody' | 'administrators' | 'everybody') =>
  cast.ada.updateRealm({ require_two_factor });
afterEach(() => oblige('nobody'));

const direct = ({ user_id }: Person, content: string) =>
  cast.ada.sendMessage({ type: 'direct', to: [user_id], content });

describe('notifications', () => {
  /** With an app on a phone and a browser. */
  async function reachable() {
    const person = await somebody();
    await person.addFcmToken({ token: `token ${person.user_id}` });
    const { name, ...subscription } = push.browser(`browser of ${person.user_id}`);
    await person.subscribeWebPush(subscription);
    await settle();
    const onPhone = () =>
      server.bouncer
        .requestsTo('notify')
        .filter(({ user_id }) => user_id === person.user_id)
        .map(({ gcm_payload }) => gcm_payload as { event: string; content?: string })
        .map(({ event, content = '' }) => `${event} ${content}`.trim());
    const inBrowser = () =>
      push.pushed.filter(({ browser }) => browser === name).map(({ payload }) => String(payload.content));
    return { person, onPhone, inBrowser };
  }

  it('[TF50] do not come while their reader is shut out, and come again afterwards', async () => {
    const { person, onPhone, inBrowser } = await reachable();
    await direct(person, 'before');
    await settle();
    expect([onPhone(), inBrowser()]).toEqual([['message before'], ['before']]);
    await oblige('everybody');
    await direct(person, 'secret');
    await cast.ada.subscribe({ subscriptions: [{ name: 'shut' }], principals: [person.user_id] });
    await cast.ada.sendMessage({
      type: 'channel',
      to: 'shut',
      topic: 't',
      content: `@**${person.full_name}** secret`,
    });
    await later(60 * MINUTE_MS);
    expect([onPhone(), inBrowser()]).toEqual([['message before'], ['before']]);
    await enable(person);
    await direct(person, 'after');
    await settle();
    expect([onPhone(), inBrowser()]).toEqual([
      ['message before', 'message after'],
      ['before', 'after'],
    ]);
  });

  it('[TF50] that waited do not come either, and others are withdrawn', async () => {
    const { person, onPhone, inBrowser } = await reachable();
    const { id } = await direct(person, 'shown');
    await settle();
    server.bouncer.misbehave = () => bouncerError('INTERNAL', 500);
    push.answers.push(503);
    await direct(person, 'waiting');
    await settle();
    server.bouncer.misbehave = null;
    const waiting_in_browser = inBrowser().filter((content) => content !== '');
    await oblige('everybody');
    await cast.ada.removeMessage({ message_id: id });
    await later(60 * MINUTE_MS);
    // The first attempts, which failed, were made before.
    expect(onPhone()).toEqual(['message shown', 'message waiting', 'remove']);
    expect(inBrowser().filter((content) => content !== '')).toEqual(waiting_in_browser);
  });

  it('[TF50] do not come encrypted either', async () => {
    const person = await somebody();
    const { device_id } = await person.registerClientDevice();
    const push_key = Buffer.concat([Buffer.from([0x31]), Buffer.alloc(32, 7)]).toString('base64');
    const token = server.bouncer.seal(`encrypted ${person.user_id}`, 'fcm');
    await person.registerPushDevice({ device_id, push_key_id: 7, push_key, ...token });
    await settle();
    const pushedBy = async (act: () => Promise<unknown>) => {
      server.bouncer.takePushed();
      await act();
      await settle();
      return server.bouncer.takePushed().length;
    };
    expect(await pushedBy(() => direct(person, 'before'))).toBe(1);
    await oblige('everybody');
    expect(await pushedBy(() => direct(person, 'secret'))).toBe(0);
  });

  it('[TF50] come to everybody else', async () => {
    const { person, onPhone } = await reachable();
    await enable(person);
    await oblige('everybody');
    await direct(person, 'for you');
    await settle();
    expect(onPhone()).toEqual(['message for you']);
    await oblige('administrators');
    const member = await reachable();
    await direct(member.person, 'for a member');
    await settle();
    expect(member.onPhone()).toEqual(['message for a member']);
  });
});

describe('mail', () => {
  it('[TF51] says that there are messages, nothing of them, and what leads back', async () => {
    const person = await somebody();
    await oblige('everybody');
    mail.mails.splice(0);
    await cast.ada.subscribe({ subscriptions: [{ name: 'hidden' }], principals: [person.user_id] });
    const content = `@**${person.full_name}** a secret`;
    await cast.ada.sendMessage({ type: 'channel', to: 'hidden', topic: 'a subject', content });
    for (const passes_ms of [3000, 5 * MINUTE_MS, 5 * MINUTE_MS]) await later(passes_ms);
    const [letter, ...others] = mail.mails.splice(0).filter(({ to }) => to.includes(person.email));
    expect(others).toEqual([]);
    expect(letter!.headers.get('subject')).toBe('New messages');
    expect(letter!.text).toContain('To read them, sign in and switch on two-factor sign-in');
    expect(letter!.text).toContain(server.realm.url);
    for (const hidden of ['secret', 'subject', '#hidden', cast.ada.full_name])
      expect([hidden, `${letter!.text}${letter!.html}`.includes(hidden)]).toEqual([hidden, false]);
    // What is about the account comes as always, and leads back.
    await enable(person);
    await settle();
    expect(mail.mails.some(({ to }) => to.includes(person.email))).toBe(true);
  });
});

describe('keys', () => {
  it('[TF52] come for no token of another site while they would be refused', async () => {
    const person = await somebody();
    const exp = Math.floor(server.clock.now() / 1000) + 3600;
    const token = signedToken({ email: person.email, exp }, JWT_KEY);
    const exchange = () => server.client().jwtFetchApiKey({ token });
    expect((await exchange()).api_key).toBe(person.api_key);
    await oblige('everybody');
    expect(await refusedWith(exchange())).toEqual(NEEDED);
    await enable(person);
    expect((await exchange()).api_key).toBe(person.api_key);
  });
});

describe('a role that obliges', () => {
  it('[TF53] ends the queues of whoever has no codes, also while a poll waits', async () => {
    const [person, ready] = [await somebody(), await somebody()];
    await enable(ready);
    await oblige('administrators');
    const register = async (client: Client) => {
      const { queue_id, last_event_id } = await client.registerQueue({});
      return { queue_id: queue_id!, last_event_id };
    };
    const [queue, kept] = [await register(person), await register(ready)];
    const waiting = refusal(person.getEvents(queue));
    const going_on = ready.getEvents(kept);
    await Bun.sleep(50);
    const promote = ({ user_id }: Person) => cast.ada.updateUser({ user_id, role: ROLE.administrator });
    await promote(person);
    expect((await waiting).code).toBe('BAD_EVENT_QUEUE_ID');
    expect(await refusedWith(person.getEvents({ ...queue, dont_block: true }))).toEqual(NEEDED);
    expect((await going_on).events.length).toBeGreaterThan(0);
    await promote(ready);
    await ready.getEvents({ ...kept, dont_block: true });
    // Not by a role that obliges no more than the last one did.
    const owner = await register(ready);
    await cast.ada.updateUser({ user_id: ready.user_id, role: ROLE.moderator });
    await ready.getEvents({ ...owner, dont_block: true });
  });
});
