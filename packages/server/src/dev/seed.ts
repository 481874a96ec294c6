// Fills an empty store with the demo organization for `stoa serve --dev`, the same every time. Never touches a store in use.
import { createHash } from 'node:crypto';
import type { UserId } from '@stoa/contract';
import type { App } from '../app.ts';
import { createOrganization } from '../features/setup/organizations.actions.ts';
import { listRealms } from '../identity/realm/realm.queries.ts';
import { createAccount } from '../identity/users/users.actions.ts';
import {
  BOT,
  CHANNELS,
  type DemoChannel,
  type DemoName,
  DIRECT,
  MESSAGES_PER_CONVERSATION,
  MESSAGES_PER_TOPIC,
  OPENINGS,
  PEOPLE,
  REPLIES,
} from './demo.ts';

interface Account {
  readonly email: string;
  readonly user_id: UserId;
  readonly key: string;
}
type People = Readonly<Record<DemoName, Account>>;

/** True if it created the organization, false if there was one already. */
export async function seedDemo(app: App): Promise<boolean> {
  if ((await listRealms(app.store.db)).length > 0) return false;
  const people = await makePeople(app);
  const bot = await makeBot(app, people);
  for (const channel of CHANNELS) await makeChannel(app, people, channel);
  for (const channel of CHANNELS) await fillChannel(app, people, channel);
  for (const names of DIRECT)
    await talk(
      app,
      names.map((name) => people[name]),
    );
  await send(app, bot, {
    type: 'channel',
    to: 'engineering',
    topic: 'release 1.4',
    content: 'Build **214** passed in 92 s.',
  });
  return true;
}

async function makePeople({ writer, keys, url }: App): Promise<People> {
  const [first, ...others] = Object.entries(PEOPLE);
  const account = ({ user_id, email }: { user_id: UserId; email: string }): Account => ({
    email,
    user_id,
    key: keys.keyOf(user_id, 1),
  });
  const { realm, owner } = await createOrganization(writer, {
    name: 'Stoa demo',
    url,
    owner: { ...first![1], password_hash: null },
  });
  const accounts = [[first![0], account(owner)]];
  for (const [name, person] of others) {
    const user = await writer.write(realm.realm_id, (context) =>
      createAccount(context, realm, { ...person, password_hash: null }),
    );
    accounts.push([name, account(user)]);
  }
  return Object.fromEntries(accounts);
}

async function makeBot(app: App, people: People): Promise<Account> {
  const owner = people[BOT.owner];
  const { short_name, full_name } = BOT;
  const { user_id, api_key } = await call<{ user_id: UserId; api_key: string }>(app, owner, 'POST', '/bots', {
    short_name,
    full_name,
  });
  const { user } = await call<{ user: { email: string } }>(app, owner, 'GET', `/users/${user_id}`);
  return { email: user.email, user_id, key: api_key };
}

async function makeChannel(app: App, people: People, { name, description, options, subscribers }: DemoChannel) {
  await call(app, people.iris, 'POST', '/users/me/subscriptions', {
    subscriptions: [{ name, description }],
    principals: subscribers.map((subscriber) => people[subscriber].user_id),
    ...options,
  });
}

async function fillChannel(app: App, people: People, { name, subscribers, topics }: DemoChannel): Promise<void> {
  const senders = subscribers.filter((subscriber) => subscriber !== 'gwen');
  for (const topic of topics)
    for (let at = 0; at < MESSAGES_PER_TOPIC; at++) {
      const sender = people[pick(senders, `${name}/${topic}/sender/${at}`)];
      await send(app, sender, { type: 'channel', to: name, topic, content: text(topic, at) });
    }
}

async function talk(app: App, people: readonly Account[]): Promise<void> {
  const to = people.map(({ user_id }) => user_id);
  for (let at = 0; at < MESSAGES_PER_CONVERSATION; at++)
    await send(app, people[at % people.length]!, { type: 'direct', to, content: text(`our plan ${to.join()}`, at) });
}

/** Deterministic: the same seed gives the same choice. */
function pick<T>(from: readonly T[], seed: string): T {
  return from[createHash('sha256').update(seed).digest().readUInt32BE() % from.length]!;
}

function text(topic: string, at: number): string {
  if (at === 0) return pick(OPENINGS, topic).replace('%', topic.replace(/ [\d,]+$/, ''));
  return pick(REPLIES, `${topic}/${at}`);
}

async function send(app: App, sender: Account, message: Record<string, unknown>): Promise<void> {
  await call(app, sender, 'POST', '/messages', message);
}

/** Calls the API, so that the demo holds only what people could have created. */
async function call<T>(
  { url }: App,
  { email, key }: Account,
  method: 'GET' | 'POST',
  path: string,
  params: Record<string, unknown> = {},
): Promise<T> {
  const values = Object.entries(params).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  const form = new URLSearchParams(Object.fromEntries(values));
  const answer = await fetch(`${url}/api/v1${path}`, {
    method,
    headers: { authorization: `Basic ${Buffer.from(`${email}:${key}`).toString('base64')}`, 'user-agent': 'demo' },
    ...(method === 'POST' ? { body: form } : {}),
  });
  const body = (await answer.json()) as T & { msg: string };
  if (!answer.ok) throw new Error(`the demo could not be made: ${method} ${path}: ${body.msg}`);
  return body;
}
