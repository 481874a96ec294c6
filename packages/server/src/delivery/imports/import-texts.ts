// Converts texts of an archive into our dialect, with our names and ids, and renders them. Everything that messages may refer to
// is in memory, so a message costs no statement.
import type { ChannelId, GroupId, UserId } from '@stoa/contract';
import { channelPath, encodeHash, type RenderContext, type Upload } from '@stoa/markdown';
import { nameKey } from '../../kit/text/name-characters.ts';
import type { ArchiveReference, ArchiveText } from './archive.ts';
import type { KnownUsers } from './known-users.ts';

export interface KnownChannel {
  readonly id: ChannelId;
  readonly name: string;
  /** Null: everybody. Otherwise those who may know that it exists. */
  readonly known_to: Pick<ReadonlySet<UserId>, 'has'> | null;
}
export interface KnownGroup {
  readonly id: GroupId;
  readonly name: string;
  readonly is_active: boolean;
}
export interface KnownUpload {
  readonly attachment_id: number;
  readonly path_id: string;
  readonly upload: Upload;
}

/** Possible targets of references in texts, by their ids in the archive. */
export interface Names {
  /** The organization's address here, without a slash at the end. */
  readonly realm_url: string;
  readonly users: KnownUsers;
  /** Grows when messages go into channels of their own. */
  readonly channels: Map<string, KnownChannel>;
  readonly groups: ReadonlyMap<string, KnownGroup>;
  readonly uploads: ReadonlyMap<string, KnownUpload>;
}

const MESSAGE_KINDS: ReadonlySet<ArchiveReference['kind']> = new Set(['message', 'message-address', 'message-number']);

/** The ids of messages that a text refers to. */
export function messagesNamedIn(text: ArchiveText): string[] {
  return text.flatMap((part) => (typeof part !== 'string' && MESSAGE_KINDS.has(part.kind) ? [part.id] : []));
}

/** `addresses` has those of the messages that the text refers to, as far as they are imported. */
export function plainText(text: ArchiveText, names: Names, addresses: ReadonlyMap<string, string>): string {
  return text.map((part) => (typeof part === 'string' ? part : referenceText(part, names, addresses))).join('');
}

/** The visible text of a link, in which no bracket may end it. */
const linkLabel = (text: string) => text.replace(/[[\]\\\n]/g, ' ').trim() || 'link';

function referenceText(part: ArchiveReference, names: Names, addresses: ReadonlyMap<string, string>): string {
  switch (part.kind) {
    case 'user': {
      const user = names.users.get(part.id);
      return user ? `@${part.silent ? '_' : ''}**${user.full_name}|${user.id}**` : '@unknown';
    }
    case 'group': {
      const group = names.groups.get(part.id);
      return group ? `@${part.silent ? '_' : ''}*${group.name}*` : '@unknown';
    }
    case 'channel': {
      const channel = names.channels.get(part.id);
      if (!channel) return '#unknown';
      return part.topic === undefined ? `#**${channel.name}**` : `#**${channel.name}>${part.topic}**`;
    }
    case 'message': {
      const address = addresses.get(part.id);
      return address === undefined ? part.text : `[${linkLabel(part.text)}](${address})`;
    }
    case 'message-address':
      return wholeAddress(addresses.get(part.id), part, names);
    case 'message-number': {
      const number = addresses.get(part.id)?.match(/\d+$/)?.[0];
      return number === undefined ? '' : `@${number}`;
    }
    case 'file': {
      const known = names.uploads.get(part.id);
      return known ? `[${linkLabel(part.text)}](/user_uploads/${known.path_id})` : part.text;
    }
    case 'file-address': {
      const known = names.uploads.get(part.id);
      return wholeAddress(known && `/user_uploads/${known.path_id}`, part, names);
    }
  }
}

function wholeAddress(
  address: string | undefined,
  { text, is_whole }: { readonly text: string; readonly is_whole?: boolean },
  { realm_url }: Names,
): string {
  if (address === undefined) return text;
  const path = address.replace(/^\//, '');
  if (is_whole) return `${realm_url}/${path}`;
  return text.startsWith('/') ? `/${path}` : address;
}

/** The address of a message here, in its channel or direct conversation. */
export function addressOf(
  id: number,
  place:
    | { readonly channel: { id: number; name: string }; readonly topic: string }
    | { readonly users: readonly number[] },
): string {
  if ('users' in place) return `#narrow/dm/${place.users.join(',')}/near/${id}`;
  return `${channelPath(place.channel).slice(1)}/topic/${encodeHash(place.topic)}/near/${id}`;
}

type Fixed = Pick<RenderContext, 'realm_emoji' | 'linkifiers' | 'external_media_url' | 'realm_url'>;

/** The rendering context of each sender, who may refer to channels that they know of. */
export function renderContexts(
  names: Names,
  fixed: Fixed,
): (sender: UserId, is_channel_message: boolean) => RenderContext {
  const channels = new Map([...names.channels.values()].map((channel) => [nameKey(channel.name), channel]));
  const groups = new Map([...names.groups.values()].map((group) => [nameKey(group.name), group]));
  const uploads = new Map([...names.uploads.values()].map(({ path_id, upload }) => [path_id, upload]));
  return (sender, is_channel_message) => ({
    ...fixed,
    is_channel_message,
    previews: true,
    findUser(name, id) {
      const user = id === null ? names.users.named(name) : names.users.withId(id);
      if (!user || (id !== null && name !== '' && name.toLowerCase() !== user.full_name.toLowerCase())) return null;
      return { id: user.id, full_name: user.full_name, can_notify: user.is_active };
    },
    findGroup(name) {
      const group = groups.get(nameKey(name));
      return group ? { id: group.id, name: group.name, can_mention: group.is_active } : null;
    },
    findChannel(name) {
      const channel = channels.get(nameKey(name));
      return channel && (channel.known_to === null || channel.known_to.has(sender)) ? channel : null;
    },
    findUpload: (path_id) => uploads.get(path_id) ?? null,
  });
}
