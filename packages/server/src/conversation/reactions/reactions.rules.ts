// Resolves the emoji of a reaction from a name, a code or both. Pure.
import { BadRequest, type Reaction, Refused } from '@stoa/contract';
import { emojiByName, emojiNames, extraEmoji } from '@stoa/markdown';
import type { z } from 'zod';

export type Emoji = Pick<z.output<typeof Reaction>, 'emoji_name' | 'emoji_code' | 'reaction_type'>;
export interface EmojiParams {
  emoji_name?: string;
  emoji_code?: string;
  reaction_type?: Emoji['reaction_type'];
}

/** A custom emoji with the requested name or id. */
export interface Custom {
  readonly emoji_id: number;
  readonly name: string;
  readonly deactivated: boolean;
}

function invalid(): Error {
  return BadRequest('Invalid emoji code');
}

/** The emoji with this name; the organization's own take precedence. [RC2] [EM3] */
function named(emoji_name: string, custom: readonly Custom[]): Emoji {
  const own = custom.find(({ name, deactivated }) => name === emoji_name && !deactivated);
  if (own) return { emoji_name, emoji_code: String(own.emoji_id), reaction_type: 'realm_emoji' };
  if (extraEmoji.has(emoji_name)) return { emoji_name, emoji_code: emoji_name, reaction_type: 'zulip_extra_emoji' };
  const emoji_code = emojiByName.get(emoji_name);
  if (emoji_code === undefined) throw Refused('emoji_unknown', { emoji: emoji_name });
  return { emoji_name, emoji_code, reaction_type: 'unicode_emoji' };
}

/** The names of an emoji; throws if the code is unknown. */
function namesOf(
  { emoji_code, reaction_type }: Pick<Emoji, 'emoji_code' | 'reaction_type'>,
  custom: readonly Custom[],
) {
  if (reaction_type === 'realm_emoji') {
    const own = custom.find(({ emoji_id }) => String(emoji_id) === emoji_code);
    if (!own) throw BadRequest('Invalid custom emoji.');
    return [own.name];
  }
  const exists = reaction_type === 'unicode_emoji' ? emojiNames(emoji_code).length > 0 : extraEmoji.has(emoji_code);
  if (!exists) throw invalid();
  return reaction_type === 'unicode_emoji' ? emojiNames(emoji_code) : [emoji_code];
}

/** The emoji of a new reaction. `present`: the message's reactions, which it may join under their name. [RC3] */
export function emojiToAdd(
  requested: EmojiParams & { emoji_name: string },
  present: readonly Emoji[],
  custom: readonly Custom[],
): Emoji {
  if (requested.emoji_code === undefined && requested.reaction_type === undefined)
    return named(requested.emoji_name, custom);
  const guess = requested.emoji_code === undefined ? named(requested.emoji_name, custom) : null;
  const emoji: Emoji = {
    emoji_name: requested.emoji_name,
    emoji_code: requested.emoji_code ?? guess!.emoji_code,
    reaction_type: requested.reaction_type ?? 'unicode_emoji',
  };
  const joined = present.find(
    (reaction) => reaction.emoji_code === emoji.emoji_code && reaction.reaction_type === emoji.reaction_type,
  );
  if (joined) return { ...emoji, emoji_name: joined.emoji_name };
  if (!namesOf(emoji, custom).includes(emoji.emoji_name))
    throw BadRequest(emoji.reaction_type === 'realm_emoji' ? 'Invalid custom emoji name.' : 'Invalid emoji name.');
  // [EM7]
  if (emoji.reaction_type === 'realm_emoji' && isDeactivated(emoji.emoji_code, custom)) throw Refused('emoji_gone');
  return emoji;
}

function isDeactivated(emoji_code: string, custom: readonly Custom[]): boolean {
  return custom.some(({ emoji_id, deactivated }) => String(emoji_id) === emoji_code && deactivated);
}

/** The reaction to remove: by code, or by name without a code. [RC5] */
export function emojiToRemove(
  requested: EmojiParams,
  custom: readonly Custom[],
): Pick<Emoji, 'emoji_code' | 'reaction_type'> {
  if (requested.emoji_code === undefined) {
    if (requested.emoji_name === undefined) throw BadRequest('At least one of emoji_name and emoji_code is needed');
    return named(requested.emoji_name, custom);
  }
  const emoji = {
    emoji_code: requested.emoji_code,
    reaction_type: requested.reaction_type ?? ('unicode_emoji' as const),
  };
  namesOf(emoji, custom);
  return emoji;
}
