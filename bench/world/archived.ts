// Organizations with many messages, made once per run for all rows that only read them.
import { openSockets } from '../load/http-socket.ts';
import { fillArchive } from './archive.ts';
import type { SeededUser } from './seed-users.ts';
import { serve } from './stoa-process.ts';
import { makeChannel, messageText, sendRequest, type World, world } from './store.ts';

/** One message of two hundred is in this channel. */
const SELDOM = 'bench seldom';
export const CHANNELS = ['bench one', 'bench two', 'bench three', 'bench four', 'bench five'];

/** An account subscribed to every channel, and one subscribed only to the channel with half a percent of the messages. */
export const readersOf = ({ users }: World) => ({ all: users[0]!, seldom: users[2]! });
/** Accounts besides the owner. */
export const READERS = 3;

/** The channels, each with a message to copy. */
export async function beginArchive(place: World): Promise<World> {
  const [all, most] = place.users as [SeededUser, SeededUser];
  const stoa = await serve(place.directory, place.database);
  const [socket] = await openSockets(stoa.port, 1);
  for (const name of [SELDOM, ...CHANNELS]) {
    await makeChannel(stoa, place, name, [all, name === SELDOM ? readersOf(place).seldom : most]);
    await socket!.send(sendRequest(all, name, 'topic', messageText('first:')));
  }
  socket!.close();
  await stoa.stop();
  return place;
}

export interface Archive {
  readonly place: World;
  /** The most common word. */
  readonly common: string;
}

const made = new Map<number, Promise<Archive>>();

async function makeArchive(messages: number): Promise<Archive> {
  const place = await beginArchive(await world(READERS));
  return { place, ...fillArchive(place.directory, messages) };
}

export function archive(messages: number): Promise<Archive> {
  const known = made.get(messages) ?? makeArchive(messages);
  made.set(messages, known);
  return known;
}
