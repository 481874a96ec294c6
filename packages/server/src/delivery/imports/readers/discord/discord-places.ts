// Maps the channels and threads of a server to channels, topics and direct conversations.
import type { ArchiveChannel, ArchiveUser } from '../../archive.ts';
import { TopicNames } from '../../content/topic-names.ts';
import { UniqueNames } from '../../content/unique-names.ts';
import { Members } from '../../members.ts';
import { activeMembers } from '../../people.ts';
import { joinLists } from '../../records/packed-list.ts';
import { type DiscordExport, idTime } from './discord-exports.ts';

export const TOPIC = 'imported from Discord';
/** An export has neither addresses nor roles, so the organization gets a new account as its owner. */
const OWNER = 'owner';

export type DiscordPlace =
  | { readonly kind: 'channel'; readonly id: string; readonly topic: string | null }
  | { readonly kind: 'direct'; readonly users: readonly string[] };

const DIRECT: ReadonlySet<string> = new Set(['DirectTextChat', 'DirectGroupTextChat', '1', '3']);
const OF_TWO: ReadonlySet<string> = new Set(['DirectTextChat', '1']);
/** Private threads are channels of their own: fewer people read them than their channel. */
const THREADS: ReadonlySet<string> = new Set(['GuildNewsThread', 'GuildPublicThread', '10', '11']);

export class DiscordPlaces {
  /** Keyed by the id of the channel or thread. */
  readonly places = new Map<string, DiscordPlace>();
  /** The topics of threads by the message that each began with, which has the thread's id. */
  readonly starters = new Map<string, { readonly channel: string; readonly topic: string }>();
  readonly channels: ArchiveChannel[] = [];
  private readonly by_name = new Map<string, string>();
  private readonly names = new UniqueNames();

  /** `participants`: who wrote or reacted, by channel or thread. */
  constructor(
    exports: readonly DiscordExport[],
    private readonly participants: Members,
  ) {
    const threads: DiscordExport[] = [];
    const known = new Set<string>();
    for (const each of exports) {
      const { channel } = each;
      if (known.has(channel.id)) continue;
      known.add(channel.id);
      if (DIRECT.has(channel.type)) this.addDirect(each);
      else if (THREADS.has(channel.type) && channel.categoryId !== '') threads.push(each);
      else this.addChannel(channel.id, channel.name, channel.category || each.guild.name, channel.topic);
    }
    const topics = new TopicNames(TOPIC);
    const parents = new Set<string>();
    /** Members of channels with threads, including everybody in the threads. */
    const members = new Members();
    for (const { channel, guild } of threads) {
      const parent = channel.categoryId;
      // A forum has no messages of its own, so it is exported by its posts only.
      if (!this.places.has(parent)) this.addChannel(parent, channel.category, guild.name, '');
      const topic = topics.add(parent, channel.name, idTime(channel.id) / 1000);
      this.places.set(channel.id, { kind: 'channel', id: parent, topic });
      this.starters.set(channel.id, { channel: parent, topic });
      parents.add(parent);
      for (const user of participants.of(channel.id)) members.add(parent, user);
    }
    for (const parent of parents) for (const user of participants.of(parent)) members.add(parent, user);
    for (const [at, channel] of this.channels.entries())
      this.channels[at] = {
        ...channel,
        subscriptions: activeMembers(
          joinLists([OWNER], (parents.has(channel.id) ? members : participants).of(channel.id)),
        ),
      };
  }

  named(name: string): string | null {
    return this.by_name.get(name.toLowerCase()) ?? null;
  }

  private addDirect({ channel }: DiscordExport): void {
    const users = [...this.participants.of(channel.id)];
    // The other person may have written nothing.
    if (users.length < 2 && OF_TWO.has(channel.type)) users.push(silentPartner(channel.id));
    this.places.set(channel.id, { kind: 'direct', users });
  }

  private addChannel(id: string, name: string, hint: string, description: string): void {
    this.places.set(id, { kind: 'channel', id, topic: null });
    if (!this.by_name.has(name.toLowerCase())) this.by_name.set(name.toLowerCase(), id);
    this.channels.push({
      id,
      name: this.names.add(name || id, hint || id),
      description,
      date_created: Math.floor(idTime(id) / 1000),
      creator: null,
      // The export does not say who may read what.
      is_private: true,
      is_web_public: false,
      shares_history: true,
      is_archived: false,
      is_default: false,
      posting: 'everyone',
      subscriptions: [],
    });
  }
}

const silentPartner = (channel: string) => `direct-${channel}`;

/** Accounts that no message names: the owner, and people who only listened in a direct conversation. */
export function unnamedPeople(exports: readonly DiscordExport[], { places }: DiscordPlaces): ArchiveUser[] {
  const account = { email: null, bot: null, date_joined: null, timezone: '', avatar: null };
  const owner = {
    ...account,
    id: OWNER,
    full_name: 'Owner of the organization',
    role: 'owner',
    is_active: true,
  } as const;
  const silent = new Map<string, ArchiveUser>();
  for (const { channel } of exports) {
    const id = silentPartner(channel.id);
    const place = places.get(channel.id);
    if (place?.kind === 'direct' && place.users.includes(id))
      silent.set(id, {
        ...account,
        id,
        full_name: channel.name || `Unknown user ${id}`,
        role: 'member',
        is_active: false,
      });
  }
  return [owner, ...silent.values()];
}
