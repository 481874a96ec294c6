// Rooms as channels, discussions as topics or channels, and who is in them.
import type { ArchiveChannel } from '../../archive.ts';
import { archiveFailure } from '../../archive-error.ts';
import { TopicNames } from '../../content/topic-names.ts';
import { UniqueNames } from '../../content/unique-names.ts';
import type { Members } from '../../members.ts';
import { limitMemory } from '../../memory-limit.ts';
import { activeMembers } from '../../people.ts';
import type { RocketRoom } from './rocketchat-shapes.ts';

export const TOPIC = 'imported from Rocket.Chat';

export type RoomPlace =
  | { readonly kind: 'channel'; readonly id: string; readonly topic: string | null }
  | { readonly kind: 'direct'; readonly users: readonly string[] };

export interface Rooms {
  readonly channels: readonly ArchiveChannel[];
  readonly places: ReadonlyMap<string, RoomPlace>;
  /** Topics that discussions have taken. */
  readonly topics: TopicNames;
}

const isChannel = (room: RocketRoom | undefined) => room?.t === 'c' || room?.t === 'p';
const isTopic = ({ t, prid }: RocketRoom) => t === 'c' && prid !== '';
const shown = (room: RocketRoom) => room.fname || room.name || room._id;

/**
 * A discussion that everybody may join becomes a topic of the channel it belongs to. A private one has members of its own and
 * becomes a private channel, because the channel's members must not read it.
 */
function parentOf(
  room: RocketRoom,
  rooms: ReadonlyMap<string, RocketRoom>,
  found: Map<string, RocketRoom | null>,
): RocketRoom | null {
  if (!isTopic(room)) return null;
  const seen = new Set<string>();
  let at: RocketRoom | undefined = room;
  while (at !== undefined && isTopic(at) && !found.has(at._id)) {
    if (seen.has(at._id)) throw archiveFailure('discussions_circle', {}, 'rocketchat_room.bson', room._id);
    seen.add(at._id);
    at = rooms.get(at.prid);
  }
  // The channel in which the chain ends, or what is known of the rest of it.
  let parent = at !== undefined && isChannel(at) ? at : null;
  if (at !== undefined && isTopic(at)) parent = found.get(at._id) ?? null;
  for (const id of seen) found.set(id, parent);
  return parent;
}

export function readRooms(
  rooms: ReadonlyMap<string, RocketRoom>,
  members: Members,
  userIdOf: (username: string) => string | null,
): Rooms {
  const names = new UniqueNames();
  const topics = new TopicNames(TOPIC);
  const channels: ArchiveChannel[] = [];
  const places = new Map<string, RoomPlace>();
  const parents = new Map<string, RocketRoom | null>();
  for (const room of rooms.values()) {
    limitMemory();
    if (room.t === 'd') {
      const users = room.uids.length > 0 ? room.uids : room.usernames.flatMap((name) => userIdOf(name) ?? []);
      places.set(room._id, { kind: 'direct', users: [...new Set(users)] });
    }
    if (!isChannel(room)) continue;
    const parent = parentOf(room, rooms, parents);
    if (parent !== null) {
      const topic = topics.add(parent._id, shown(room), room.ts ?? 0);
      places.set(room._id, { kind: 'channel', id: parent._id, topic });
      continue;
    }
    places.set(room._id, { kind: 'channel', id: room._id, topic: null });
    channels.push({
      id: room._id,
      name: names.add(shown(room), room.prid === '' ? room.name || room._id : 'discussion'),
      description: room.description || room.topic,
      date_created: room.ts,
      creator: room.u?._id ?? null,
      is_private: room.t === 'p',
      is_web_public: false,
      shares_history: true,
      is_archived: room.archived,
      is_default: room.default,
      posting: room.ro ? 'administrators' : 'everyone',
      subscriptions: activeMembers(members.of(room._id)),
    });
  }
  return { channels, places, topics };
}
