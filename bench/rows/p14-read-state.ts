// P14: one ancient unread message in a channel of 1,000,000 messages, compared with 10,000: the unread messages in register,
// and the first unread message.
import { Database } from 'bun:sqlite';
import { figure, type Row } from '../figure.ts';
import { CpuMeter } from '../load/cpu-share.ts';
import { HttpSocket } from '../load/http-socket.ts';
import { get, submit } from '../load/request.ts';
import { interleave, median } from '../statistics.ts';
import { call } from '../world/api.ts';
import { databaseFile } from '../world/directories.ts';
import type { SeededUser } from '../world/seed-users.ts';
import { type Stoa, serve } from '../world/stoa-process.ts';
import { makeChannel, messageText, world } from '../world/store.ts';

const SIZES = [10_000, 1_000_000] as const;
const SUBSCRIBERS = 20;
const CHANNELS = 50;
const REQUESTS = 60;
const ANCIENT = 10;

interface Place {
  readonly stoa: Stoa;
  readonly socket: HttpSocket;
  readonly user: SeededUser;
  readonly ancient_id: number;
}

/** A store with this many messages, of which one reader has read all but one of the first. */
async function seed(messages: number): Promise<Place> {
  const place = await world(SUBSCRIBERS);
  let stoa = await serve(place.directory);
  for (let n = 0; n < CHANNELS; n++) await makeChannel(stoa, place, `channel ${n}`, place.users);
  const [writer, user] = [place.users[0]!, place.users[1]!];
  let socket = await HttpSocket.open(stoa.port);
  const form = { type: 'stream', to: 'channel 0', topic: 'topic', content: messageText('one of many:') };
  const { id } = await call<{ id: number }>(socket, writer, 'POST', '/api/v1/messages', form);
  socket.close();
  await stoa.stop();
  copyMessage(databaseFile(place.directory), id, messages - 1);
  stoa = await serve(place.directory);
  socket = await HttpSocket.open(stoa.port);
  await call(socket, user, 'POST', '/api/v1/mark_all_as_read');
  const ancient_id = id + ANCIENT;
  const unread = { messages: JSON.stringify([ancient_id]), op: 'remove', flag: 'read' };
  await call(socket, user, 'POST', '/api/v1/messages/flags', unread);
  return { stoa, socket, user, ancient_id };
}

/** A million sends through the API would take minutes, and this row does not depend on what else sending writes. */
function copyMessage(file: string, id: number, times: number): void {
  const database = new Database(file);
  const columns = database
    .query<{ name: string }, []>(
      "select name from pragma_table_info('messages') where name not in ('id', 'subject', 'topic_key')",
    )
    .all()
    .map(({ name }) => name)
    .join(', ');
  database.exec(`with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${times})
    insert into messages (subject, topic_key, ${columns})
    select 'topic ' || (n % 20), 'topic ' || (n % 20), ${columns} from numbers cross join messages where id = ${id}`);
  database.close();
}

async function p50(place: Place, kind: 'register' | 'first unread'): Promise<number> {
  const { socket, user, ancient_id } = place;
  const fetched = submit('POST', '/api/v1/register', user, {
    event_types: '["presence"]',
    fetch_event_types: '["message","update_message_flags"]',
  });
  const narrow = '[["channel","channel 0"]]';
  const first = get('/api/v1/messages', user, { anchor: 'first_unread', num_before: 0, num_after: 1, narrow });
  const latencies: number[] = [];
  for (let n = 0; n < REQUESTS; n++) {
    const sent = performance.now();
    const reply = await socket.send(kind === 'register' ? fetched : first);
    latencies.push(performance.now() - sent);
    const answer = JSON.parse(reply.body.toString('utf8'));
    const found = kind === 'register' ? answer.unread_msgs?.streams?.[0]?.unread_message_ids?.[0] : answer.anchor;
    if (found !== ancient_id) throw new Error(`${kind} found ${found}, not ${ancient_id}`);
    if (kind === 'register') await call(socket, user, 'DELETE', '/api/v1/events', { queue_id: answer.queue_id });
  }
  return median(latencies);
}

export const readState: Row = {
  id: 'P14',
  title: 'one ancient unread message in a channel of 1,000,000',
  async run({ rounds }) {
    const small = await seed(SIZES[0]);
    const large = await seed(SIZES[1]);
    const figures = [];
    for (const [kind, work] of [
      ['register', 'unread_msgs at register, p50'],
      ['first unread', 'anchor first_unread, p50'],
    ] as const) {
      const cpu = new CpuMeter();
      await p50(small, kind);
      await p50(large, kind);
      const measured = await interleave(
        rounds,
        () => p50(small, kind),
        async () => {
          const end = cpu.begin(large.stoa.pid);
          const result = await p50(large, kind);
          end();
          return result;
        },
      );
      figures.push(
        figure({
          id: `P14 ${kind}`,
          work: `${readState.title}: ${work}`,
          unit: 'ms',
          rounds: measured,
          limit_is: `the same in a channel of ${SIZES[0].toLocaleString('en')}`,
          goal: { of: 'ratio', at: 'most', value: 1.3 },
          cpu: cpu.share(),
          notes: [`${CHANNELS} channels; everything but that message is read`],
        }),
      );
    }
    for (const { socket, stoa } of [small, large]) {
      socket.close();
      await stoa.stop();
    }
    return figures;
  },
};
