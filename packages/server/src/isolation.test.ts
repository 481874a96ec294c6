// Two organizations on one server: nothing of one can be seen, reached or changed from the other, whatever the caller
// knows.
import { afterAll, beforeAll, describe, expect, it, setDefaultTimeout } from 'bun:test';
import { type Endpoint, endpoints, type ReceivedEvent } from '@stoa/contract';
import {
  basic,
  type Cast,
  callerOf,
  callRaw,
  endpointUrl,
  type Organization,
  type Person,
  rawRequest,
  type Stage,
  samples,
  setStage,
  startServer,
  type TestServer,
  texts,
} from '@stoa/testkit';

/** In every text of A, and never in anything sent to B. */
const SECRET = 'alphasecret';
const HOST_A = 'a.stoa.example';
const HOST_B = 'b.stoa.example';

setDefaultTimeout(30_000);

let server: TestServer;
let a: Organization;
let b: Organization;
let inA: Cast;
let inB: Cast;
let stageA: Stage;
let stageB: Stage;
let secret: { stream_id: number; message_id: number; direct_id: number; queue_id: string; user_id: number };

beforeAll(async () => {
  server = await startServer({ dev: true });
  a = await server.organization(HOST_A);
  b = await server.organization(HOST_B);
  [inA, inB] = [await a.cast(), await b.cast()];
  [stageA, stageB] = [await setStage(inA, server), await setStage(inB, server)];
  const channel = { name: `${SECRET} channel`, description: `${SECRET} description` };
  await inA.ada.subscribe({ subscriptions: [channel] });
  const { stream_id } = await inA.ada.getStreamId({ stream: channel.name });
  const content = `${SECRET} content`;
  const { id: message_id } = await inA.ada.sendMessage({ type: 'stream', to: channel.name, topic: SECRET, content });
  const { id: direct_id } = await inA.ada.sendMessage({ type: 'direct', to: [inA.dara.user_id], content });
  const { queue_id } = await inA.ada.registerQueue({ all_public_streams: true });
  const { user_id } = await inA.ada.createUser({
    email: `${SECRET}@stoa.example`,
    full_name: `${SECRET} person`,
    password: 'a long password',
  });
  secret = { stream_id, message_id, direct_id, queue_id: queue_id!, user_id };
});
afterAll(() => server.stop());

const at = (host: string, path: string, who: Person, init: RequestInit = {}) =>
  rawRequest(`${server.url}/api/v1${path}`, { ...init, headers: { ...basic(who), host } });
const all = Object.entries(endpoints) as [keyof typeof endpoints, Endpoint][];

describe('[IS1] credentials of one organization', () => {
  it('are unknown in the other, even with equal addresses', async () => {
    for (const name of Object.keys(inA) as (keyof Cast)[]) {
      expect(inA[name].api_key).not.toBe(inB[name].api_key);
      for (const [host, who] of [
        [HOST_B, inA[name]],
        [HOST_A, inB[name]],
      ] as const)
        expect(await at(host, '/users/me', who)).toMatchObject({ status: 401, body: { code: 'UNAUTHORIZED' } });
      expect((await at(HOST_B, '/users/me', inB[name])).body.user_id).toBe(inB[name].user_id);
    }
  });

  it('are refused by every endpoint that needs any', async () => {
    for (const [name, endpoint] of all) {
      if (endpoint.access === 'public') continue;
      const url = endpointUrl(server.url, endpoint, texts(await samples[name](stageA)));
      const { status, body } = await rawRequest(url.href, {
        method: endpoint.method,
        headers: { ...basic(inA.ada), host: HOST_B },
      });
      expect([name, status, body.code]).toEqual([name, 401, 'UNAUTHORIZED']);
    }
  });

  it('are issued by signing in there only', async () => {
    const password = { username: inA.ada.email, password: 'ada counts to eleven' };
    expect((await a.client().fetchApiKey(password)).api_key).toBe(inA.ada.api_key);
    expect((await b.client().fetchApiKey(password)).api_key).toBe(inB.ada.api_key);
    const stranger = b.client().devFetchApiKey({ username: `${SECRET}@stoa.example` });
    await expect(stranger).rejects.toMatchObject({ code: 'AUTHENTICATION_FAILED' });
  });
});

describe('[IS2] [RE2] ids of one organization', () => {
  it('find nothing in the other', async () => {
    const { ada } = inB;
    const { stream_id, message_id, direct_id, queue_id, user_id } = secret;
    const anywhere = { num_before: 5, num_after: 5 };
    const refused: Record<string, () => Promise<unknown>> = {
      user: () => ada.getUser({ user_id }),
      'user by address': () => ada.getUserByEmail({ email: `${SECRET}@stoa.example` }),
      channel: () => ada.getStream({ stream_id }),
      'channel by name': () => ada.getStreamId({ stream: `${SECRET} channel` }),
      message: () => ada.getMessage({ message_id }),
      'direct message': () => ada.getMessage({ message_id: direct_id }),
      'send to channel': () => ada.sendMessage({ type: 'stream', to: stream_id, topic: 'x', content: 'x' }),
      'send to user': () => ada.sendMessage({ type: 'direct', to: [user_id], content: 'x' }),
      'send to address': () => ada.sendMessage({ type: 'direct', to: [`${SECRET}@stoa.example`], content: 'x' }),
      'subscribe user': () => ada.subscribe({ subscriptions: [{ name: 'b' }], principals: [user_id] }),
      'unsubscribe user': () => ada.unsubscribe({ subscriptions: [stageB.channel], principals: [user_id] }),
      'permission for a group': async () => {
        const [group] = (await inA.ada.getUserGroups()).user_groups;
        return ada.subscribe({ subscriptions: [{ name: 'c' }], can_administer_channel_group: group!.id });
      },
      'permission for a user': () =>
        ada.subscribe({
          subscriptions: [{ name: 'd' }],
          can_administer_channel_group: { direct_members: [user_id], direct_subgroups: [] },
        }),
      queue: () => ada.getEvents({ queue_id, dont_block: true }),
      'queue to end': () => ada.deleteQueue({ queue_id }),
      'narrow by channel': () =>
        ada.getMessages({ ...anywhere, anchor: 'newest', narrow: [{ operator: 'channel', operand: stream_id }] }),
      'narrow by sender': () =>
        ada.getMessages({ ...anywhere, anchor: 'newest', narrow: [{ operator: 'sender', operand: user_id }] }),
    };
    for (const [what, call] of Object.entries(refused)) {
      const outcome = await call().catch((error: { status: number }) => error.status);
      expect([what, outcome]).toEqual([what, 400]);
    }
    const { messages } = await ada.getMessages({ message_ids: [message_id, direct_id] });
    expect(messages).toEqual([]);
    const around = await ada.getMessages({ ...anywhere, anchor: message_id });
    expect(around.found_anchor).toBe(false);
    expect((await ada.getUsers({ user_ids: [user_id] })).members).toEqual([]);
    expect((await inA.ada.getEvents({ queue_id, dont_block: true })).queue_id).toBe(queue_id);
  });

  it('reveal nothing of it, in any response of any endpoint', async () => {
    const answers: [string, string][] = [];
    for (const [name, endpoint] of all) {
      for (const stage of [stageA, stageB]) {
        const stranger = { ...stage, cast: inB, channel: stageB.channel };
        const params = texts(await samples[name](stranger));
        const caller = await callerOf(name, inB.ada, stranger);
        const answer = await callRaw(server.url, endpoint, params, caller, { headers: { host: HOST_B } });
        answers.push([name, JSON.stringify(answer.body)]);
      }
    }
    const { queue_id, ...everything } = await inB.ada.registerQueue({ include_subscribers: 'true' });
    answers.push(['register', JSON.stringify(everything)]);
    for (const [name, text] of answers) expect([name, text.includes(SECRET)]).toEqual([name, false]);
    expect(JSON.stringify(await inA.ada.registerQueue())).toContain(SECRET);
  });
});

it('[IS3] events of one organization reach no queue of the other', async () => {
  const watchers = [inB.ada, inB.bot];
  const queues = await Promise.all(watchers.map((who) => who.registerQueue({ all_public_streams: true })));
  const start = queues.map(({ last_event_id }) => last_event_id);
  await inA.ada.sendMessage({ type: 'stream', to: `${SECRET} channel`, topic: SECRET, content: SECRET });
  await inA.ada.createUser({ email: 'later@stoa.example', full_name: SECRET, password: 'a long password' });
  await inB.ada.sendMessage({ type: 'stream', to: stageB.channel, topic: 'b', content: 'only this' });
  for (const [n, who] of watchers.entries()) {
    const { events } = await who.getEvents({
      queue_id: queues[n]!.queue_id!,
      last_event_id: start[n]!,
      dont_block: true,
    });
    const own = who === inB.ada ? ['user_topic', 'message'] : ['message'];
    expect((events as ReceivedEvent[]).map(({ type }) => type)).toEqual(own);
    expect(JSON.stringify(events)).not.toContain(SECRET);
  }
});

it('[IS4] nothing that a limited guest reads reveals people hidden from them', async () => {
  const { ada, finn } = inA;
  const HIDDEN = 'unseenperson';
  const account = { email: `${HIDDEN}@stoa.example`, full_name: `${HIDDEN} name`, password: 'a long password' };
  const { user_id } = await ada.createUser(account);
  const { user_groups } = await ada.getUserGroups();
  const members = user_groups.find(({ name }) => name === 'role:members')!.id;
  await ada.updateStatusForUser({ user_id, status_text: `${HIDDEN} status` });
  await ada.updateRealm({ can_access_all_users_group: { new: members } });
  const answers: [string, string][] = [];
  for (const [name, endpoint] of all) {
    if (endpoint.method !== 'GET' || name === 'getEvents') continue;
    const params = texts(await samples[name](stageA));
    const about = { ...params, ...('user_id' in params ? { user_id: String(user_id) } : {}) };
    for (const input of [params, about]) {
      const answer = await callRaw(server.url, endpoint, input, finn, { headers: { host: HOST_A } });
      answers.push([name, JSON.stringify(answer.body)]);
    }
  }
  for (const named of [String(user_id), account.email])
    expect((await at(HOST_A, `/users/${named}/presence`, finn)).status).toBe(400);
  for (const slim_presence of [true, false]) {
    const { queue_id, ...everything } = await finn.registerQueue({ include_subscribers: 'true', slim_presence });
    answers.push(['register', JSON.stringify(everything)]);
  }
  for (const [name, text] of answers) expect([name, text.includes(HIDDEN)]).toEqual([name, false]);
  expect(JSON.stringify(await ada.registerQueue())).toContain(HIDDEN);
});

it('[HT11] [RE1] a host name of no organization answers NONEXISTENT_SUBDOMAIN if there are several', async () => {
  for (const host of ['c.stoa.example', 'a.stoa.example.evil.example', 'stoa.example', '', '%00', 'b.stoa.example@c'])
    for (const path of ['/server_settings', '/users/me'])
      expect([host, (await at(host, path, inA.ada)).status]).toEqual([host, 404]);
  for (const host of ['A.Stoa.Example', 'a.stoa.example:8100'])
    expect([host, (await at(host, '/users/me', inA.ada)).status]).toEqual([host, 200]);
});
