// An organization with everything that makes reads expensive: 10,000 messages, some very long, some moved, every other one
// read; muted topics and a muted channel, stars, reactions, mentions.
import { HttpSocket, openSockets } from '../load/http-socket.ts';
import { submit } from '../load/request.ts';
import { call, eachOver } from './api.ts';
import type { SeededUser } from './seed-users.ts';
import type { Stoa } from './stoa-process.ts';
import { makeChannel, sendRequest, type World } from './store.ts';

const CHANNELS = 10;
const TOPICS = 50;
const MESSAGES = 10_000;
const LONG_EVERY = 40;
const LONG_CHARACTERS = 9_900;
const IDS_PER_CALL = 1000;
const WORDS = [
  'release',
  'running',
  'stone',
  'walked',
  'blue',
  'garden',
  'notes',
  'before',
  'noon',
  'upgrade',
  '東京都',
  'ёлка',
];

export interface StrainedWorld {
  /** The reader with the most expensive state: everything above is theirs. */
  readonly reader: SeededUser;
  readonly message_ids: readonly number[];
  readonly stream_ids: readonly number[];
  readonly user_ids: readonly number[];
}

const channelName = (n: number) => `strained ${n}`;
export const topicName = (n: number) => `topic ${n}`;
export const words: readonly string[] = WORDS;

function content(n: number): string {
  const some = Array.from({ length: 12 }, (_, at) => WORDS[(n * 7 + at * at) % WORDS.length]!).join(' ');
  if (n % LONG_EVERY === 0) return `${some} `.repeat(1 + LONG_CHARACTERS / (some.length + 1)).slice(0, LONG_CHARACTERS);
  if (n % 11 === 0) return `${some} @**Member 00000** https://example.org/${n}`;
  return n % 13 === 0 ? `${some} **bold** \`code\`` : some;
}

export async function strain(stoa: Stoa, place: World): Promise<StrainedWorld> {
  const { owner, users } = place;
  const reader = users[0]!;
  const sockets = await openSockets(stoa.port, 16);
  for (let n = 0; n < CHANNELS; n++) await makeChannel(stoa, place, channelName(n), users);
  const numbers = Array.from({ length: MESSAGES }, (_, n) => n);
  const message_ids = await eachOver(sockets, numbers, async (socket, n) => {
    const sender = users[n % users.length]!;
    // Seven of ten in one channel, some direct.
    const channel = n % 10 < 7 ? 0 : (n % (CHANNELS - 1)) + 1;
    const request =
      n % 20 === 3
        ? submit('POST', '/api/v1/messages', sender, {
            type: 'private',
            to: JSON.stringify([reader.user_id, users[(n >> 4) % users.length]!.user_id]),
            content: content(n),
          })
        : sendRequest(sender, channelName(channel), topicName(n % TOPICS), content(n));
    const reply = await socket.send(request);
    return (JSON.parse(reply.body.toString('utf8')) as { id: number }).id;
  });
  const socket = await HttpSocket.open(stoa.port);
  const flag = async (name: string, ids: readonly number[]) => {
    for (let at = 0; at < ids.length; at += IDS_PER_CALL) {
      const messages = JSON.stringify(ids.slice(at, at + IDS_PER_CALL));
      await call(socket, reader, 'POST', '/api/v1/messages/flags', { messages, op: 'add', flag: name });
    }
  };
  await flag(
    'read',
    message_ids.filter((_, n) => n % 2 === 0),
  );
  await flag(
    'starred',
    message_ids.filter((_, n) => n % 3 === 0),
  );
  const { streams } = await call<{ streams: { stream_id: number; name: string }[] }>(
    socket,
    owner,
    'GET',
    '/api/v1/streams',
  );
  const stream_ids = Array.from(
    { length: CHANNELS },
    (_, n) => streams.find(({ name }) => name === channelName(n))!.stream_id,
  );
  for (let n = 0; n < TOPICS; n++)
    await call(socket, reader, 'POST', '/api/v1/user_topics', {
      stream_id: stream_ids[0]!,
      topic: topicName(n),
      visibility_policy: (n % 3) + 1,
    });
  const muted = JSON.stringify([{ stream_id: stream_ids[1], property: 'is_muted', value: true }]);
  await call(socket, reader, 'POST', '/api/v1/users/me/subscriptions/properties', { subscription_data: muted });
  for (const id of message_ids.filter((_, n) => n % 20 === 4))
    await call(socket, reader, 'POST', `/api/v1/messages/${id}/reactions`, { emoji_name: 'tada' });
  const moved = await call<{ messages: { id: number }[] }>(socket, owner, 'GET', '/api/v1/messages', {
    anchor: 'oldest',
    num_before: 0,
    num_after: 1,
    narrow: JSON.stringify([['channel', channelName(2)]]),
  });
  await call(socket, owner, 'PATCH', `/api/v1/messages/${moved.messages[0]!.id}`, {
    stream_id: stream_ids[3]!,
    propagate_mode: 'change_all',
    send_notification_to_new_thread: false,
    send_notification_to_old_thread: false,
  });
  socket.close();
  for (const socket of sockets) socket.close();
  return { reader, message_ids, stream_ids, user_ids: users.map(({ user_id }) => user_id) };
}
