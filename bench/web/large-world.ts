// A large organization for the web client: 10,000 people, 1,000 channels with the reader in all of them, and a topic of
// 100,000 messages. Accounts and channels are made as operators and clients make them; the topic is copied in.
import { Database, type SQLQueryBindings } from 'bun:sqlite';
import { openSockets } from '../load/http-socket.ts';
import { call, eachOver } from '../world/api.ts';
import { databaseFile } from '../world/directories.ts';
import type { SeededUser } from '../world/seed-users.ts';
import { type Stoa, serve } from '../world/stoa-process.ts';
import { type World, world } from '../world/store.ts';

export interface Size {
  readonly users: number;
  readonly channels: number;
  readonly messages: number;
}

export interface LargeWorld {
  readonly stoa: Stoa;
  readonly world: World;
  readonly reader: SeededUser;
  readonly channel_ids: readonly number[];
  /** The long topic, and how far the reader has read it. */
  readonly long: { readonly channel_id: number; readonly topic: string; readonly first: number; readonly last: number };
}

const NAMES_PER_CALL = 250;
const COMPANY = 20;
const MARKED_PER_CALL = 5000;
export const UNREAD = 400;

/** Messages of one to twenty lines. */
function bodyOf(n: number): string {
  const lines = 1 + ((n * 7919) % 20 === 0 ? 19 : (n * 31) % 4);
  const paragraphs = Array.from({ length: lines }, (_, at) => `<p>Message ${n}, part ${at}: the fixes are done.</p>`);
  return paragraphs.join('\n');
}

function copyIn({ directory, users }: World, topic: string, count: number): { first: number; last: number } {
  const database = new Database(databaseFile(directory));
  database.exec('pragma journal_mode = wal; pragma synchronous = off');
  const model = database.query('select * from messages where subject = ?1').get(topic) as Record<
    string,
    SQLQueryBindings
  >;
  const names = Object.keys(model);
  const add = database.prepare(
    `insert into messages (${names.join(', ')}) values (${names.map((_, at) => `?${at + 1}`).join(', ')})`,
  );
  const first = Number(model.id) + 1;
  const time = Number(model.timestamp);
  database.transaction(() => {
    for (let n = 0; n < count; n++) {
      const sender_id = users[1 + (Math.floor(n / 3) % COMPANY)]!.user_id;
      const timestamp = time - (count - n) * 60;
      const row = {
        ...model,
        id: first + n,
        sender_id,
        timestamp,
        content: `Message ${n}`,
        rendered_content: bodyOf(n),
      };
      add.run(...(Object.values(row) as SQLQueryBindings[]));
    }
  })();
  database.close();
  return { first, last: first + count - 1 };
}

export async function largeWorld({ users, channels, messages }: Size): Promise<LargeWorld> {
  const made = await world(users);
  const [reader] = made.users as [SeededUser];
  const topic = 'the long story';
  let stoa = await serve(made.directory);
  let sockets = await openSockets(stoa.port, 4);
  const names = Array.from({ length: channels }, (_, n) => `channel ${String(n).padStart(4, '0')}`);
  const groups = Array.from({ length: Math.ceil(channels / NAMES_PER_CALL) }, (_, n) =>
    names.slice(n * NAMES_PER_CALL, (n + 1) * NAMES_PER_CALL),
  );
  for (const [n, group] of groups.entries()) {
    const company = made.users.slice(1 + n * COMPANY, 1 + (n + 1) * COMPANY);
    await call(sockets[0]!, made.owner, 'POST', '/api/v1/users/me/subscriptions', {
      subscriptions: JSON.stringify(group.map((name) => ({ name }))),
      principals: JSON.stringify([reader, ...company].map(({ user_id }) => user_id)),
    });
  }
  const { subscriptions } = await call<{ subscriptions: { stream_id: number; name: string }[] }>(
    sockets[0]!,
    reader,
    'GET',
    '/api/v1/users/me/subscriptions',
  );
  const channel_ids = subscriptions.map(({ stream_id }) => stream_id);
  const message = { type: 'channel', content: 'The first one' };
  await call(sockets[0]!, made.owner, 'POST', '/api/v1/messages', { ...message, to: channel_ids[0]!, topic });
  for (const socket of sockets) socket.close();
  await stoa.stop();
  const range = copyIn(made, topic, messages);

  stoa = await serve(made.directory);
  sockets = await openSockets(stoa.port, 4);
  const narrow = JSON.stringify([
    { operator: 'channel', operand: channel_ids[0] },
    { operator: 'topic', operand: topic },
  ]);
  for (let read = 0; read < messages - UNREAD; ) {
    const some = Math.min(MARKED_PER_CALL, messages - UNREAD - read);
    await call(sockets[0]!, reader, 'POST', '/api/v1/messages/flags/narrow', {
      anchor: range.first + read,
      num_before: read === 0 ? 1 : 0,
      num_after: some - 1,
      narrow,
      op: 'add',
      flag: 'read',
    });
    read += some;
  }
  // Unread messages in every fifth channel, and conversations with sixty people.
  await eachOver(
    sockets,
    channel_ids.filter((_, n) => n % 5 === 0),
    (socket, to) => call(socket, made.owner, 'POST', '/api/v1/messages', { ...message, to, topic: 'news' }),
  );
  await eachOver(sockets, made.users.slice(100, 160), (socket, user) =>
    call(socket, user, 'POST', '/api/v1/messages', {
      type: 'direct',
      to: JSON.stringify([reader.user_id]),
      content: 'Good morning',
    }),
  );
  for (const socket of sockets) socket.close();
  return { stoa, world: made, reader, channel_ids, long: { channel_id: channel_ids[0]!, topic, ...range } };
}
