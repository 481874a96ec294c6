// Words that notices of the server are made of. Nobody's choice of names can make anything else of them. [ED24]
import type { Channel, User } from '@stoa/contract';
import { channelPath } from '@stoa/markdown';

/** Names that stand for themselves between stars and brackets. */
const PLAIN = /^[\p{L}\p{M}\p{N} ✔.,:;!?'"()+=/_-]+$/u;

export function isPlainName(name: string): boolean {
  return PLAIN.test(name) && name.trim() === name;
}

/** A mention that calls nobody. Names of people have no characters that would end it. */
export function silentMention({ user_id, full_name }: Pick<User, 'user_id' | 'full_name'>): string {
  return `@_**${full_name}|${user_id}**`;
}

/** Whoever speaks knows of public channels only, so private ones are linked by their address. */
export function channelLink({
  stream_id,
  name,
  invite_only,
}: Pick<Channel, 'stream_id' | 'name' | 'invite_only'>): string {
  if (!isPlainName(name)) return `[a channel](${channelPath({ id: stream_id, name })})`;
  return invite_only ? `[${name}](${channelPath({ id: stream_id, name })})` : `#**${name}**`;
}

/** What somebody has written, said again: mentions in it call nobody. [MD45] */
export function quoted(line: string): string {
  return `> ${line}`;
}
