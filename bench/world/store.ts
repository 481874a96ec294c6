// Seeded stores: made once per run and size, through the API, then copied for each row that needs one.
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { HttpSocket, openSockets } from '../load/http-socket.ts';
import { type Credentials, type Form, submit } from '../load/request.ts';
import { call, eachOver } from './api.ts';
import { scratch } from './directories.ts';
import { type SeededUser, seedUsers } from './seed-users.ts';
import { initStore, type Stoa } from './stoa-process.ts';

export interface World {
  directory: string;
  /** A PostgreSQL URL; null if the store is in the directory. */
  database: string | null;
  owner: Credentials;
  users: SeededUser[];
}

const PRINCIPALS_PER_CALL = 1000;
const templates = new Map<number, Promise<World>>();

async function makeWorld(directory: string, users: number, database: string | null): Promise<World> {
  const owner = await initStore(directory, database);
  const seeded = users === 0 ? [] : await seedUsers(directory, users, database);
  return { directory, database, owner, users: seeded };
}

/** The same in an empty PostgreSQL. */
export function worldIn(database: string, users: number): Promise<World> {
  return makeWorld(scratch(`world-${users}-files`), users, database);
}

/** A separate store with `users` accounts besides the owner. */
export async function world(users: number): Promise<World> {
  let template = templates.get(users);
  if (template === undefined) {
    template = makeWorld(scratch(`template-${users}`), users, null);
    templates.set(users, template);
  }
  const made = await template;
  const directory = join(scratch(`world-${users}`), 'data');
  cpSync(made.directory, directory, { recursive: true });
  return { ...made, directory };
}

export async function makeChannel(stoa: Stoa, { owner }: World, name: string, users: SeededUser[]): Promise<void> {
  const socket = await HttpSocket.open(stoa.port);
  const subscriptions = JSON.stringify([{ name }]);
  for (let at = 0; at < Math.max(users.length, 1); at += PRINCIPALS_PER_CALL) {
    const principals = users.slice(at, at + PRINCIPALS_PER_CALL).map((user) => user.user_id);
    const form: Form = { subscriptions };
    if (principals.length > 0) form.principals = JSON.stringify(principals);
    await call(socket, owner, 'POST', '/api/v1/users/me/subscriptions', form);
  }
  socket.close();
}

export interface Queue {
  queue_id: string;
  last_event_id: number;
}

/** One queue for message events per user. */
export async function registerQueues(stoa: Stoa, users: SeededUser[]): Promise<(SeededUser & Queue)[]> {
  const sockets = await openSockets(stoa.port, 16);
  const form = { event_types: '["message"]', fetch_event_types: '[]', apply_markdown: true, idle_queue_timeout: 7200 };
  const queues = await eachOver(sockets, users, async (socket, user) => {
    const { queue_id, last_event_id } = await call<Queue>(socket, user, 'POST', '/api/v1/register', form);
    return { ...user, queue_id, last_event_id };
  });
  for (const socket of sockets) socket.close();
  return queues;
}

/** 200 bytes of ordinary prose with a little Markdown; `marker` makes it recognisable. */
export function messageText(marker: string): string {
  const text =
    'the **release notes** are nearly done: two fixes for the importer, one for `search`, and a note on upgrades. ' +
    'Could someone read them before noon? The draft is in the usual place';
  return `${marker} ${text}`.slice(0, 200);
}

export function sendRequest(as: Credentials, channel: string, topic: string, content: string): Buffer {
  return submit('POST', '/api/v1/messages', as, { type: 'stream', to: channel, topic, content });
}
