// What is measured of each server: one function for each figure, the same for all servers.
import { setTimeout as sleep } from 'node:timers/promises';
import { settledRssBytes } from '../load/settled-memory.ts';
import { median } from '../statistics.ts';
import type { Peer } from './peer.ts';

const CHANNEL = 'bench peers';
const CLIENTS = 8;
const REGISTERS = 10;
const POLLS = 100;
/** All polls wait by then. */
const SETTLE_MS = 1000;

const text = (marker: string) =>
  `${marker} the **release notes** are nearly done: two fixes for the importer, one for \`search\`, and a note on upgrades. Could someone read them?`;

export async function prepare(peer: Peer): Promise<void> {
  await peer.call('POST', '/users/me/subscriptions', { subscriptions: JSON.stringify([{ name: CHANNEL }]) });
  for (let n = 0; n < 100; n++) await send(peer, `first ${n}`);
}

const send = (peer: Peer, marker: string) =>
  peer.call('POST', '/messages', { type: 'stream', to: CHANNEL, topic: 'topic', content: text(marker) });

async function perSecond(seconds: number, act: (client: number, n: number) => Promise<unknown>): Promise<number> {
  const started = performance.now();
  let done = 0;
  const client = async (number: number) => {
    for (let n = 0; performance.now() - started < seconds * 1000; n++) {
      await act(number, n);
      done++;
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, (_, number) => client(number)));
  return done / ((performance.now() - started) / 1000);
}

interface Queue {
  readonly queue_id: string;
  readonly last_event_id: number;
}

async function lastOfWaiting(peer: Peer): Promise<number> {
  const form = { event_types: '["message"]', fetch_event_types: '[]' };
  const queues: Queue[] = [];
  for (let n = 0; n < POLLS; n++) queues.push(await peer.call<Queue>('POST', '/register', form));
  const polls = queues.map(({ queue_id, last_event_id }) =>
    peer.call<{ events: { type: string }[] }>('GET', '/events', { queue_id, last_event_id: String(last_event_id) }),
  );
  await sleep(SETTLE_MS);
  const started = performance.now();
  await send(peer, 'to all');
  const answers = await Promise.all(polls);
  const last_ms = performance.now() - started;
  if (answers.some(({ events }) => events.every(({ type }) => type !== 'message')))
    throw new Error(`${peer.site}: a poll was answered without the message`);
  for (const { queue_id } of queues) await peer.call('DELETE', '/events', { queue_id });
  return last_ms;
}

export interface Server {
  readonly peer: Peer;
  /** Null: it runs elsewhere. */
  readonly pid: number | null;
}

interface Work {
  readonly name: string;
  readonly unit: string;
  /** Null where it can't be measured. */
  measure(server: Server, seconds: number): Promise<number | null>;
}

export const works: readonly Work[] = [
  {
    name: `sends, ${CLIENTS} clients`,
    unit: '/s',
    measure: ({ peer }, seconds) => perSecond(seconds, (client, n) => send(peer, `${client}/${n}`)),
  },
  {
    name: `newest 100 of a channel, ${CLIENTS} clients`,
    unit: '/s',
    measure: ({ peer }, seconds) => {
      const narrow = JSON.stringify([{ operator: 'channel', operand: CHANNEL }]);
      const form = { anchor: 'newest', num_before: '100', num_after: '0', narrow };
      return perSecond(seconds, () => peer.call('GET', '/messages', form));
    },
  },
  {
    name: 'full register, p50',
    unit: 'ms',
    async measure({ peer }) {
      const latencies: number[] = [];
      for (let n = 0; n < REGISTERS; n++) {
        const started = performance.now();
        const { queue_id } = await peer.call<Queue>('POST', '/register', { apply_markdown: 'true' });
        latencies.push(performance.now() - started);
        await peer.call('DELETE', '/events', { queue_id });
      }
      return median(latencies);
    },
  },
  { name: `last of ${POLLS} waiting polls`, unit: 'ms', measure: ({ peer }) => lastOfWaiting(peer) },
  {
    name: 'memory at rest',
    unit: 'MB',
    measure: async ({ pid }) => (pid === null ? null : (await settledRssBytes(pid)) / 1e6),
  },
];
