// No response, event, notification or mail has a digest of an address hidden from its reader. [AV8]

import { beforeAll, describe, expect, it, setDefaultTimeout } from 'bun:test';
import { createHash } from 'node:crypto';
import type { ReceivedEvent } from '@stoa/contract';
import type { Client } from '@stoa/sdk';
import { basic, type Person, samplePicture, serveTestsWithMail, verifyEvents } from '@stoa/testkit';
import { sql } from './kit/database/sql.ts';

setDefaultTimeout(60_000);

const VISIBILITIES = [1, 2, 3, 4, 5] as const;
const EVERYBODY = 1;
const NOBODY = 4;
const READERS = ['ada', 'bela', 'chen', 'eli', 'finn', 'bot'] as const;
const LATER_MS = 3 * 60_000;

const { mail, server, cast } = await serveTestsWithMail();
beforeAll(async () => {
  const { ada, dara, finn, bot, chen } = cast;
  await ada.updateRealm({ default_avatar_source: 'G', enable_spectator_access: true });
  // From now on its picture is Gravatar's, by the organization's setting.
  await changePicture();
  const principals = [finn, bot, dara, chen].map(({ user_id }) => user_id) as number[];
  await ada.subscribe({ subscriptions: [{ name: 'square' }], principals });
  const { stream_id } = await ada.getStreamId({ stream: 'square' });
  await ada.updateStream({ stream_id, is_web_public: true });
  for (const name of READERS) if (name !== 'bot') await cast[name].addFcmToken({ token: `phone of ${name}` });
});

async function changePicture(): Promise<void> {
  await cast.dara.uploadAvatar({}, { file: samplePicture() });
  await cast.dara.deleteAvatar();
}

const digests = (address: string) =>
  ['md5', 'sha1', 'sha256'].map((kind) => createHash(kind).update(address).digest('hex'));

/** The names of the texts that contain a digest of the address. */
function telling(texts: Readonly<Record<string, unknown>>, address: string): string[] {
  const hashes = digests(address);
  const holds = (text: unknown) => hashes.some((hash) => (JSON.stringify(text) ?? '').includes(hash));
  return Object.keys(texts).filter((name) => holds(texts[name]));
}

/** Everything with pictures of people that somebody can request. */
async function responsesOf(reader: Client, person: Person | null): Promise<Record<string, unknown>> {
  const { user_id } = cast.dara;
  const newest = { anchor: 'newest', num_before: 5, num_after: 0 } as const;
  const open = { ...newest, narrow: [{ operator: 'channels', operand: 'web-public' }] };
  const answers: Record<string, unknown> = {
    users: await reader.getUsers({ client_gravatar: false }),
    messages: await reader.getMessages({ ...open, client_gravatar: false }),
    register: await reader.registerQueue({ client_gravatar: false }),
  };
  const { messages } = answers.messages as { messages: { id: number }[] };
  answers.message = await reader.getMessage({ message_id: messages.at(-1)!.id as never });
  if (person === null) return answers;
  const location = async (path: string) => {
    const url = `${server.url}/avatar/${user_id}${path}`;
    return (await fetch(url, { headers: basic(person), redirect: 'manual' })).headers.get('location');
  };
  return {
    ...answers,
    user: await reader.getUser({ user_id, client_gravatar: false }),
    'user by address': await reader.getUserByEmail({
      email: (await reader.getUser({ user_id })).user.email,
      client_gravatar: false,
    }),
    redirect: await location(''),
    'redirect to the larger one': await location('/medium'),
    'users, computed': await reader.getUsers({ client_gravatar: true }),
    'messages, computed': await reader.getMessages({ ...open, client_gravatar: true }),
    'register, computed': await reader.registerQueue({ client_gravatar: true }),
  };
}

async function eventsOf(
  reader: Client,
  action: () => Promise<unknown>,
): Promise<Record<string, readonly ReceivedEvent[]>> {
  const opened = await Promise.all([true, false].map((client_gravatar) => reader.registerQueue({ client_gravatar })));
  await action();
  const read = async ({ queue_id, last_event_id }: (typeof opened)[number]) => {
    const { events } = await reader.getEvents({ queue_id: queue_id!, last_event_id, dont_block: true });
    await reader.deleteQueue({ queue_id: queue_id! });
    return events as readonly ReceivedEvent[];
  };
  return { 'events, computed': await read(opened[0]!), events: await read(opened[1]!) };
}

/** Everything that arrives unrequested during `action`, by reader. */
async function arriving(
  action: () => Promise<unknown>,
): Promise<Map<string, Record<string, readonly ReceivedEvent[]>>> {
  const arrived = new Map<string, Record<string, readonly ReceivedEvent[]>>();
  const nested = READERS.reduceRight(
    (inner, name) => async () => void arrived.set(name, await eventsOf(cast[name], inner)),
    async () => void (await action()),
  );
  await nested();
  return arrived;
}

async function sendAround(): Promise<void> {
  const { dara } = cast;
  await dara.sendMessage({ type: 'channel', to: 'square', topic: 'news', content: '@**all** hear ye' });
  for (const name of READERS)
    await dara.sendMessage({ type: 'direct', to: [cast[name].user_id as number], content: 'psst' });
}

const jobs = async () => {
  for (const passes_ms of [0, LATER_MS, LATER_MS]) {
    server.clock.advance(passes_ms);
    await server.app.jobs.settle();
  }
};

describe('[AV8] an account’s picture at Gravatar', () => {
  for (const visibility of VISIBILITIES)
    it(`reveals no digest of a hidden address, with visibility ${visibility}`, async () => {
      const { ada, dara } = cast;
      await dara.updateSettings({ email_address_visibility: visibility });
      await ada.updateUserSettingsDefaults({ email_address_visibility: visibility });
      server.bouncer.requests.length = 0;
      mail.mails.length = 0;
      const address = `new${visibility}@stoa.example`;
      const arrived = await arriving(async () => {
        await sendAround();
        await changePicture();
        await ada.createUser({ email: address, full_name: `New ${visibility}`, password: 'nine violet kettles' });
      });
      await jobs();
      const is_open = visibility === EVERYBODY;
      for (const name of READERS) {
        const texts = { ...(await responsesOf(cast[name], cast[name])), ...arrived.get(name)! };
        const paths = Object.keys(texts).filter((path) => !path.includes('computed'));
        for (const hidden of [dara.email, address])
          if (!is_open) expect([name, ...telling(texts, hidden)]).toEqual([name]);
        if (is_open)
          expect([name, ...telling(texts, dara.email)].sort()).toEqual([name, ...paths, 'events, computed'].sort());
      }
      const sent = { pushes: server.bouncer.requestsTo('notify'), mails: mail.mails };
      expect(Object.values(sent).map((list) => list.length > 0)).toEqual([true, true]);
      expect(telling(sent, dara.email)).toEqual(is_open ? ['pushes'] : []);
    });

  it('reveals none to spectators', async () => {
    await cast.dara.updateSettings({ email_address_visibility: EVERYBODY });
    await sendAround();
    expect(telling(await responsesOf(server.client(), null), cast.dara.email)).toEqual([]);
    await cast.dara.sendMessage({ type: 'channel', to: 'square', topic: 'news', content: 'more' });
    await responsesOf(cast.eli, cast.eli);
    expect(telling(await responsesOf(server.client(), null), cast.dara.email)).toEqual([]);
  });

  it('is not revealed by log entries of earlier versions', async () => {
    const { dara, eli } = cast;
    const queue = await eli.registerQueue({ event_types: ['message'], client_gravatar: false });
    await sendAround();
    await server.app.writer.write(null, async ({ tx }) => {
      const entries = await tx.all<{ realm_id: number; id: number; body: string }>(
        sql`select realm_id, id, body from events where type = 'message'`,
      );
      for (const { realm_id, id, body } of entries) {
        const { message, ...rest } = JSON.parse(body);
        const older = JSON.stringify({ ...rest, message: { ...message, hides_email: true } });
        await tx.run(sql`update events set body = ${older} where realm_id = ${realm_id} and id = ${id}`);
      }
    });
    await server.restart();
    const { events } = await eli.getEvents({ queue_id: queue.queue_id!, last_event_id: -1, dont_block: true });
    expect(events).toHaveLength(1);
    expect(telling({ events }, dara.email)).toEqual([]);
    expect(JSON.stringify(events)).not.toContain('hides_email');
  });

  it('is announced to everyone when the address is hidden or shown, and no change of role affects it', async () => {
    const { ada, dara, eli, finn } = cast;
    const everybody = [dara, ada, eli, finn];
    await dara.updateSettings({ email_address_visibility: EVERYBODY });
    const { events } = await verifyEvents(everybody, () => dara.updateSettings({ email_address_visibility: NOBODY }));
    for (const received of events) {
      const pictures = received.flatMap(({ person }) => (person as { avatar_source?: string })?.avatar_source ?? []);
      expect(pictures).toEqual(['J']);
    }
    const changed = await verifyEvents(everybody, async () => {
      await ada.updateUser({ user_id: eli.user_id, role: 300 });
      await ada.updateUser({ user_id: eli.user_id, role: 400 });
    });
    expect(JSON.stringify(changed.events)).not.toContain('avatar_url');
    const back = await verifyEvents(everybody, () => dara.updateSettings({ email_address_visibility: EVERYBODY }));
    expect(back.events.map((received) => telling({ received }, dara.email).length)).toEqual([1, 1, 1, 1]);
  });
});
