// Parts of the server's notices, escaped so that no name can act as markup. [ED24]
import type { Channel, User } from '@stoa/contract';
import { channelPath } from '@stoa/markdown';

/** Names that need no escaping between stars and brackets. */
const PLAIN = /^[\p{L}\p{M}\p{N} ✔.,:;!?'"()+=/_-]+$/u;

export function isPlainName(name: string): boolean {
  return PLAIN.test(name) && name.trim() === name;
}

/** A silent mention. Names of people have no characters that would end it. */
export function silentMention({ user_id, full_name }: Pick<User, 'user_id' | 'full_name'>): string {
  return `@_**${full_name}|${user_id}**`;
}

/** The server's bot knows only public channels, so private ones are linked by address. */
export function channelLink({
  stream_id,
  name,
  invite_only,
}: Pick<Channel, 'stream_id' | 'name' | 'invite_only'>): string {
  if (!isPlainName(name)) return `[a channel](${channelPath({ id: stream_id, name })})`;
  return invite_only ? `[${name}](${channelPath({ id: stream_id, name })})` : `#**${name}**`;
}

/** A quote of user text: mentions in it notify nobody. [MD45] */
export function quoted(line: string): string {
  return `> ${line}`;
}
