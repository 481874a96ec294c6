// Event queues of access tokens: whose they are, when they end, and what they never show.
import { describe, expect, it, setDefaultTimeout } from 'bun:test';
import { BOT_TYPE, type ReceivedEvent, realmExportsChanged } from '@stoa/contract';
import type { Client } from '@stoa/sdk';
import { codeOf, createPerson, makeToken, type Person, refusal, serveTests, type TestNode } from '@stoa/testkit';
import { sql } from '../../kit/database/sql.ts';

setDefaultTimeout(30_000);

const { server, cast } = await serveTests();
const { realm, app } = server;
const DAY_MS = 24 * 60 * 60_000;

let people = 0;
const someone = () => createPerson(server, { email: `queues${++people}@stoa.example`, full_name: `Queues ${people}` });
const register = async (client: Client) => {
  const { queue_id, last_event_id } = await client.registerQueue({ event_types: ['message'] });
  return { queue_id: queue_id!, last_event_id };
};
const soon = () => Bun.sleep(50);
const write = (person: Person) => person.sendMessage({ type: 'direct', to: [person.user_id], content: 'x' });

describe('[TK8] an event queue', () => {
  it('belongs to the token that registered it, and to the account', async () => {
    const person = await someone();
    const [own, other] = [await makeToken(server, person, ['read']), await makeToken(server, person, ['read'])];
    const queue = await register(own.client);
    const of_key = await register(person);
    await write(person);
    expect((await own.client.getEvents(queue)).events).toHaveLength(1);
    expect((await person.getEvents(queue)).events).toHaveLength(1);
    const by_bot = await register(cast.bot);
    for (const foreign of [of_key, await register(other.client), by_bot]) {
      expect(await codeOf(own.client.getEvents(foreign))).toBe('BAD_EVENT_QUEUE_ID');
      expect(await codeOf(own.client.deleteQueue({ queue_id: foreign.queue_id }))).toBe('BAD_EVENT_QUEUE_ID');
    }
    // Also while this node has them in memory.
    expect((await person.getEvents(of_key)).events).toHaveLength(1);
    expect(await codeOf(own.client.getEvents(of_key))).toBe('BAD_EVENT_QUEUE_ID');
    await own.client.deleteQueue({ queue_id: queue.queue_id });
    expect(await codeOf(person.getEvents(queue))).toBe('BAD_EVENT_QUEUE_ID');
  });

  it('is read with the scope read only', async () => {
    const person = await someone();
    const sender = await makeToken(server, person, ['send', 'manage', 'administer']);
    const queue = await register(person);
    for (const call of [
      () => sender.client.registerQueue({}),
      () => sender.client.getEvents(queue),
      () => sender.client.getEvents({ event_types: ['message'] }),
      () => sender.client.deleteQueue({ queue_id: queue.queue_id }),
    ])
      expect(await refusal(call())).toMatchObject({ code: 'INSUFFICIENT_SCOPE', fields: { scope: 'read' } });
  });

  it('ends when its token is revoked, while a poll waits', async () => {
    const person = await someone();
    const { client, token_id } = await makeToken(server, person, ['read']);
    const kept = await makeToken(server, person, ['read']);
    const [queue, of_key, of_kept] = [await register(client), await register(person), await register(kept.client)];
    const waiting = refusal(client.getEvents(queue));
    const registering = refusal(client.getEvents({ event_types: ['message'] }));
    const of_others = [person.getEvents(of_key), kept.client.getEvents(of_kept)];
    await soon();
    await person.revokeAccessToken({ token_id });
    for (const ended of [waiting, registering])
      expect(await ended).toMatchObject({ status: 401, message: 'Invalid API key' });
    expect(await codeOf(person.getEvents({ ...queue, dont_block: true }))).toBe('BAD_EVENT_QUEUE_ID');
    await write(person);
    for (const other of of_others) expect((await other).events).toHaveLength(1);
  });

  it('ends when its token expires, while a poll waits', async () => {
    const person = await someone();
    const { client } = await makeToken(server, person, ['read'], { expires_in_days: 1 });
    // Long before the next heartbeat.
    server.clock.advance(DAY_MS - 10_000);
    const queue = await register(client);
    const waiting = refusal(client.getEvents(queue));
    await soon();
    const at = performance.now();
    server.clock.advance(11_000);
    expect(await waiting).toMatchObject({ status: 401, message: 'This access token has expired' });
    expect(performance.now() - at).toBeLessThan(5000);
  });

  it('delivers nothing after that, not even what is on its way', async () => {
    const person = await someone();
    const { client } = await makeToken(server, person, ['read'], { expires_in_days: 1 });
    const queue = await register(client);
    const waiting = refusal(client.getEvents(queue));
    await soon();
    server.clock.advance(DAY_MS + 1000);
    await write(person);
    expect((await waiting).status).toBe(401);
  });

  it('ends with the account', async () => {
    const person = await someone();
    const { client } = await makeToken(server, person, ['read']);
    const queue = await register(client);
    const waiting = refusal(client.getEvents(queue));
    await soon();
    await cast.ada.deactivateUser({ user_id: person.user_id });
    expect((await waiting).status).toBe(401);
    await cast.ada.reactivateUser({ user_id: person.user_id });
    expect(await codeOf(person.getEvents({ ...queue, dont_block: true }))).toBe('BAD_EVENT_QUEUE_ID');
  });

  it('is unknown if its token is gone, even if it was registered afterwards', async () => {
    const person = await someone();
    const { client, token_id } = await makeToken(server, person, ['read']);
    const queue = await register(client);
    await app.writer.write(realm.realm_id, ({ tx }) =>
      tx.run(sql`delete from access_tokens where token_id = ${token_id}`),
    );
    expect(await codeOf(person.getEvents({ ...queue, dont_block: true }))).toBe('BAD_EVENT_QUEUE_ID');
  });

  it('is not left by a registration while its token is revoked', async () => {
    const person = await someone();
    for (let round = 0; round < 10; round++) {
      const { client, token_id } = await makeToken(server, person, ['read']);
      const registering = Array.from({ length: 4 }, () =>
        client.registerQueue({ event_types: ['message'] }).then(
          ({ queue_id }) => queue_id,
          ({ status }) => status as number,
        ),
      );
      await Bun.sleep(round % 5);
      await person.revokeAccessToken({ token_id });
      for (const outcome of await Promise.all(registering)) {
        if (typeof outcome === 'number') expect(outcome).toBe(401);
        else
          expect(await codeOf(person.getEvents({ queue_id: outcome!, dont_block: true }))).toBe('BAD_EVENT_QUEUE_ID');
      }
    }
  });
});

describe('[TK8] what a token registers', () => {
  const TYPES = ['realm_bot', 'realm_export'] as const;
  const seenBy = async (client: Client, act: () => Promise<unknown>) => {
    const { queue_id, last_event_id, realm_bots } = await client.registerQueue({ event_types: [...TYPES] });
    await act();
    const { events } = await client.getEvents({ queue_id: queue_id!, last_event_id, dont_block: true });
    return { realm_bots: realm_bots!, events: events as ReceivedEvent[] };
  };

  it('shows no tokens of outgoing webhooks', async () => {
    const { ada } = cast;
    const webhook = (short_name: string) =>
      ada.createBot({
        full_name: short_name,
        short_name,
        bot_type: BOT_TYPE.outgoing_webhook,
        payload_url: 'https://service.example/',
      });
    await webhook('calls-before');
    const { client } = await makeToken(server, ada, ['read']);
    let made = 0;
    const act = () => webhook(`calls-during-${++made}`);
    const [key, token] = [await seenBy(ada, act), await seenBy(client, act)];
    const secrets = JSON.stringify(key).match(/"token":"[0-9a-f]{32}"/g)!;
    expect(secrets.length).toBeGreaterThanOrEqual(2);
    expect(JSON.stringify(token)).not.toContain('"token"');
    expect(token.events).toHaveLength(1);
    expect(token.events[0]).toMatchObject({ type: 'realm_bot', op: 'add', bot: { services: [] } });
    expect(token.realm_bots.length).toBeGreaterThanOrEqual(key.realm_bots.length);
    for (const { services } of token.realm_bots) expect(services).toEqual([]);
    const { user_id: bot_id } = await webhook('calls-later');
    const change = () => ada.updateBot({ bot_id, service_payload_url: 'https://other.example/' });
    const changed = await seenBy(client, change);
    expect(changed.events).toMatchObject([{ type: 'realm_bot', op: 'update', bot: { user_id: bot_id, services: [] } }]);
  });

  it('shows no addresses of exports', async () => {
    const { ada } = cast;
    const { client } = await makeToken(server, ada, ['read']);
    const shown = {
      id: 1,
      acting_user_id: ada.user_id,
      export_time: 1,
      deleted_timestamp: null,
      failed_timestamp: null,
      export_url: 'https://stoa.example/secret',
      pending: false,
      export_type: 'public' as const,
    };
    const announce = () =>
      app.writer.write(realm.realm_id, async ({ emit }) =>
        emit(realmExportsChanged, { exports: [shown] }, { users: [ada.user_id] }),
      );
    const [key, token] = [await seenBy(ada, announce), await seenBy(client, announce)];
    expect(key.events).toMatchObject([{ exports: [shown] }]);
    expect(token.events).toMatchObject([{ exports: [{ ...shown, export_url: null }] }]);
  });
});

describe.skipIf(!process.env.STOA_TEST_DATABASE)('[TK8] at another node', () => {
  const withNode = async (act: (node: TestNode) => Promise<void>) => {
    const node = await server.startNode();
    try {
      await act(node);
    } finally {
      await node.stop();
    }
  };

  it('polls end with their token', () =>
    withNode(async (node) => {
      const person = await someone();
      const { token_id, email, token } = await makeToken(server, person, ['read', 'send']);
      const there = node.as({ ...person, email, api_key: token });
      await there.sendMessage({ type: 'direct', to: [person.user_id], content: 'known there' });
      const waiting = refusal(there.getEvents(await register(there)));
      await soon();
      await person.revokeAccessToken({ token_id });
      expect(await waiting).toMatchObject({ status: 401, message: 'Invalid API key' });
      expect(await codeOf(there.getOwnUser())).toBe('UNAUTHORIZED');
      const late = there.sendMessage({ type: 'direct', to: [person.user_id], content: 'late' });
      expect(await codeOf(late)).toBe('UNAUTHORIZED');
    }));

  it('queues belong to the token that registered them', () =>
    withNode(async (node) => {
      const person = await someone();
      const { email, token } = await makeToken(server, person, ['read']);
      const there = node.as({ ...person, email, api_key: token });
      const queue = await register(person);
      expect(await codeOf(there.getEvents({ ...queue, dont_block: true }))).toBe('BAD_EVENT_QUEUE_ID');
      const own = await register(server.client(email, token));
      expect((await there.getEvents({ ...own, dont_block: true })).events).toEqual([]);
    }));
});
