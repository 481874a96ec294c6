// A company: channels with everybody, large ones and small ones, and an archive of messages that everybody has read, for they
// were sent before the accounts subscribed.
import { openSockets } from '../load/http-socket.ts';
import { call, eachOver } from './api.ts';
import { fillArchive } from './archive.ts';
import { fillPostgresArchive } from './postgres.ts';
import { type Stoa, serve } from './stoa-process.ts';
import { messageText, sendRequest, type World } from './store.ts';

export interface CompanySize {
  readonly people: number;
  /** Channels with everybody; others by number and by people in each. */
  readonly everybody: number;
  readonly large: { readonly channels: number; readonly people: number };
  readonly small: { readonly channels: number; readonly people: number };
  /** In the archive. */
  readonly messages: number;
}

export type ChannelKind = 'everybody' | 'large' | 'small';

export interface CompanyChannel {
  readonly name: string;
  readonly stream_id: number;
  readonly kind: ChannelKind;
  /** Indexes of accounts. */
  readonly members: readonly number[];
}

export interface Company {
  readonly place: World;
  readonly channels: readonly CompanyChannel[];
  /** A common word. */
  readonly common: string;
}

const CHANNELS_PER_CALL = 100;
const PRINCIPALS_PER_CALL = 1000;
const AT_ONCE = 4;
export const TOPIC = 'topic';

/** Different accounts for each channel, spread over all of them. */
function membersOf(people: number, channel: number, count: number): number[] {
  if (count >= people) return Array.from({ length: people }, (_, at) => at);
  const step = Math.max(1, Math.floor(people / count));
  return Array.from({ length: count }, (_, at) => (channel * 7919 + at * step) % people);
}

function plan({ people, everybody, large, small }: CompanySize): Omit<CompanyChannel, 'stream_id'>[] {
  const kinds = [
    ...Array.from({ length: everybody }, () => ['everybody', people] as const),
    ...Array.from({ length: large.channels }, () => ['large', large.people] as const),
    ...Array.from({ length: small.channels }, () => ['small', small.people] as const),
  ];
  return kinds.map(([kind, count], n) => ({ kind, name: `${kind} ${n}`, members: membersOf(people, n, count) }));
}

/** Makes the channels with a message each, by the owner alone. */
async function makeChannels(stoa: Stoa, place: World, names: readonly string[]): Promise<Map<string, number>> {
  const sockets = await openSockets(stoa.port, AT_ONCE);
  const { owner } = place;
  for (let at = 0; at < names.length; at += CHANNELS_PER_CALL)
    await call(sockets[0]!, owner, 'POST', '/api/v1/users/me/subscriptions', {
      subscriptions: JSON.stringify(names.slice(at, at + CHANNELS_PER_CALL).map((name) => ({ name }))),
      announce: false,
    });
  await eachOver(sockets, [...names], async (socket, name) => {
    const { status } = await socket.send(sendRequest(owner, name, TOPIC, messageText('first:')));
    if (status !== 200) throw new Error(`the first message of ${name}: status ${status}`);
  });
  const { streams } = await call<{ streams: { name: string; stream_id: number }[] }>(
    sockets[0]!,
    owner,
    'GET',
    '/api/v1/streams',
  );
  for (const socket of sockets) socket.close();
  return new Map(streams.map(({ name, stream_id }) => [name, stream_id]));
}

async function subscribeAll(stoa: Stoa, place: World, channels: readonly CompanyChannel[]): Promise<void> {
  const sockets = await openSockets(stoa.port, AT_ONCE);
  const calls = channels.flatMap(({ name, members }) => {
    const user_ids = members.map((member) => place.users[member]!.user_id);
    return Array.from({ length: Math.ceil(user_ids.length / PRINCIPALS_PER_CALL) }, (_, n) => ({
      subscriptions: JSON.stringify([{ name }]),
      principals: JSON.stringify(user_ids.slice(n * PRINCIPALS_PER_CALL, (n + 1) * PRINCIPALS_PER_CALL)),
      send_new_subscription_messages: false,
    }));
  });
  await eachOver(sockets, calls, (socket, form) =>
    call(socket, place.owner, 'POST', '/api/v1/users/me/subscriptions', form),
  );
  for (const socket of sockets) socket.close();
}

/** Fills a store that has the accounts and nothing else. */
export async function foundCompany(place: World, size: CompanySize): Promise<Company> {
  const planned = plan(size);
  const names = planned.map(({ name }) => name);
  let stoa = await serve(place.directory, place.database);
  const stream_ids = await makeChannels(stoa, place, names);
  const channels = planned.map((channel) => ({ ...channel, stream_id: stream_ids.get(channel.name)! }));
  let common = 'notes';
  if (size.messages > 0) {
    await stoa.stop();
    const { database, directory } = place;
    const filled =
      database === null ? fillArchive(directory, size.messages) : await fillPostgresArchive(database, size.messages);
    common = filled.common;
    stoa = await serve(directory, database);
  }
  await subscribeAll(stoa, place, channels);
  await stoa.stop();
  return { place, channels, common };
}
