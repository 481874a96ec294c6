// What the samples share: people, a channel, a message, and helpers used by several slices.

import type { endpoints, Slice, UserId } from '@stoa/contract';
import type { App } from '../../../server/src/app.ts';
import { sql } from '../../../server/src/kit/database/sql.ts';
import type { Cast, Person } from '../cast.ts';
import type { FakeBouncer } from '../fake-bouncer.ts';
import type { Credentials } from '../raw-request.ts';

export interface Stage {
  readonly cast: Cast;
  /** A public channel that the whole cast is subscribed to. */
  readonly stream_id: number;
  readonly channel: string;
  readonly message_id: number;
  readonly bouncer: FakeBouncer;
  readonly app: App;
  /** A different number with each call. */
  unique(): number;
}

/** The owner can make every one of these calls. */
export type Sample = (stage: Stage) => Promise<Record<string, unknown>> | Record<string, unknown>;
/** One sample for each endpoint of a slice. */
export type Samples<C extends Slice> = Readonly<Record<keyof C['endpoints'], Sample>>;

export const PASSWORD = 'a long password';

export interface Account {
  readonly email: string;
  readonly user_id: UserId;
}

export const accounts = new WeakMap<Cast, Promise<Account>>();

export async function makeAccount({ cast: { ada }, unique }: Stage): Promise<Account> {
  const email = `changing${unique()}@stoa.example`;
  const { user_id } = await ada.createUser({ email, full_name: `Changing ${unique()}`, password: PASSWORD });
  return { email, user_id };
}

/** An active account that calls can change. Created once, because that takes long. */
export async function someAccount(stage: Stage): Promise<Account> {
  const { cast } = stage;
  const made = accounts.get(cast) ?? makeAccount(stage);
  accounts.set(cast, made);
  const { user_id } = await made;
  const { user } = await cast.ada.getUser({ user_id });
  if (!user.is_active) await cast.ada.reactivateUser({ user_id });
  return made;
}

/** Endpoints that end their caller's access, or change how it signs in: each is called by another account. */
export const ENDS_ITS_CALLER: ReadonlySet<string> = new Set<keyof typeof endpoints>([
  'deactivateOwnUser',
  'eraseOwnUser',
  'regenerateOwnApiKey',
  'beginTwoFactor',
  'confirmTwoFactor',
  'disableTwoFactor',
  'replaceRecoveryCodes',
]);

/** The caller of an endpoint in the place of another account. */
export async function callerOf(name: keyof typeof endpoints, person: Person, stage: Stage): Promise<Credentials> {
  if (!ENDS_ITS_CALLER.has(name)) return person;
  // Nothing brings an erased account back.
  const { email, user_id } = await (name === 'eraseOwnUser' ? makeAccount(stage) : someAccount(stage));
  const { keys, store } = stage.app;
  // The account may have had a new key since.
  const { api_key_generation } = (await store.db.get<{ api_key_generation: number }>(
    sql`select api_key_generation from users where user_id = ${user_id}`,
  ))!;
  return { email, api_key: keys.keyOf(user_id, api_key_generation) };
}

/** A channel with a message, and the whole cast subscribed. */
export async function setStage(cast: Cast, { bouncer, app }: Pick<Stage, 'bouncer' | 'app'>): Promise<Stage> {
  const channel = 'the stage';
  const people = [cast.ada, cast.bela, cast.chen, cast.dara, cast.eli, cast.finn, cast.bot];
  await cast.ada.subscribe({
    subscriptions: [{ name: channel }],
    principals: people.map(({ user_id }) => user_id) as number[],
  });
  const { stream_id } = await cast.ada.getStreamId({ stream: channel });
  const { id } = await cast.ada.sendMessage({ type: 'stream', to: channel, topic: 'samples', content: 'hello' });
  let count = 0;
  return { cast, bouncer, app, stream_id, channel, message_id: id, unique: () => ++count };
}

export async function ownMessage({ ada }: Cast, to: string): Promise<number> {
  return (await ada.sendMessage({ type: 'stream', to, topic: 'samples', content: 'of one’s own' })).id;
}

export const LATER = 4_000_000_000;

/** A bot owned by the owner. */
export async function newBot({ cast: { ada }, unique }: Stage): Promise<number> {
  const short_name = `made${unique()}`;
  return (await ada.createBot({ full_name: `Made bot ${unique()}`, short_name })).user_id;
}

/** The number of devices is limited. */
export async function forgetDevices(ada: Person): Promise<void> {
  const { devices = {} } = await ada.registerQueue({ fetch_event_types: ['device'] });
  const ids = Object.keys(devices).map(Number);
  if (ids.length > 100) for (const device_id of ids) await ada.removeClientDevice({ device_id });
}
