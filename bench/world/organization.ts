// Channels of an organization of ten thousand: a few with everybody, some large, many small; and people recently active.
// Made through the API.
import { openSockets } from '../load/http-socket.ts';
import { call, eachOver } from './api.ts';
import type { SeededUser } from './seed-users.ts';
import type { Stoa } from './stoa-process.ts';
import type { World } from './store.ts';

interface Kind {
  /** How many of a thousand channels, and how many of each thousand people are in each. */
  readonly channels: number;
  readonly people: number;
}

/** About 18 channels per person. */
const KINDS: readonly Kind[] = [
  { channels: 5, people: 1000 },
  { channels: 45, people: 80 },
  { channels: 950, people: 10 },
];
/** Channels with the same people: one call makes them. */
const TOGETHER = 50;
/** The most one call may change: people times channels. */
const CHANGES_PER_CALL = 20_000;
/** Of each thousand people. */
const SEEN_LATELY = 300;
/** The reader is in one more for every this many sets of channels. */
const READER_EVERY = 10;

/** The people of the n-th set of channels, different for each set. */
function peopleOf(users: readonly SeededUser[], n: number, count: number): SeededUser[] {
  return Array.from({ length: count }, (_, at) => users[(n * 7919 + at * 13) % users.length]!);
}

export async function fillOrganization(stoa: Stoa, { owner, users }: World, channels: number): Promise<void> {
  const sockets = await openSockets(stoa.port, 4);
  const reader = users[0]!;
  let set = 0;
  for (const kind of KINDS) {
    const wanted = Math.round((kind.channels * channels) / 1000);
    const count = Math.round((kind.people * users.length) / 1000);
    for (let made = 0; made < wanted; made += TOGETHER, set++) {
      const names = Array.from({ length: Math.min(TOGETHER, wanted - made) }, (_, n) => `channel ${set}-${n}`);
      const people = new Set(peopleOf(users, set, count));
      if (set % READER_EVERY === 0 || count === users.length) people.add(reader);
      const user_ids = [...people].map(({ user_id }) => user_id);
      const per_call = Math.floor(CHANGES_PER_CALL / names.length);
      for (let at = 0; at < user_ids.length; at += per_call)
        await call(sockets[0]!, owner, 'POST', '/api/v1/users/me/subscriptions', {
          subscriptions: JSON.stringify(names.map((name) => ({ name }))),
          principals: JSON.stringify(user_ids.slice(at, at + per_call)),
        });
    }
  }
  const seen = users.slice(0, Math.round((SEEN_LATELY * users.length) / 1000));
  await eachOver(sockets, seen, (socket, user) =>
    call(socket, user, 'POST', '/api/v1/users/me/presence', { status: 'active', ping_only: true }),
  );
  for (const socket of sockets) socket.close();
}
