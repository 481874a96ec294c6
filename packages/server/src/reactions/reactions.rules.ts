// Which emoji a reaction means: from a name, a code, or both. Pure.
import { BadRequest, type Reaction } from '@stoa/contract';
import { emojiByName, emojiNames, extraEmoji } from '@stoa/markdown';
import type { z } from 'zod';

export type Emoji = Pick<z.output<typeof Reaction>, 'emoji_name' | 'emoji_code' | 'reaction_type'>;
export interface AskedEmoji {
  emoji_name?: string;
  emoji_code?: string;
  reaction_type?: Emoji['reaction_type'];
}

function invalid(): Error {
  return BadRequest('Invalid emoji code');
}

/** The emoji a name stands for. [RC2] */
function named(emoji_name: string): Emoji {
  if (extraEmoji.has(emoji_name)) return { emoji_name, emoji_code: emoji_name, reaction_type: 'zulip_extra_emoji' };
  const emoji_code = emojiByName.get(emoji_name);
  if (emoji_code === undefined) throw BadRequest(`Emoji '${emoji_name}' does not exist`);
  return { emoji_name, emoji_code, reaction_type: 'unicode_emoji' };
}

function checkCode({ emoji_code, reaction_type }: Pick<Emoji, 'emoji_code' | 'reaction_type'>): void {
  if (reaction_type === 'realm_emoji') throw BadRequest('Invalid custom emoji.');
  const exists = reaction_type === 'unicode_emoji' ? emojiNames(emoji_code).length > 0 : extraEmoji.has(emoji_code);
  if (!exists) throw invalid();
}

/** What a new reaction is; `present` are those the message has, which may be joined under the name they have. [RC3] */
export function emojiToAdd(asked: AskedEmoji & { emoji_name: string }, present: readonly Emoji[]): Emoji {
  if (asked.emoji_code === undefined && asked.reaction_type === undefined) return named(asked.emoji_name);
  const guess = asked.emoji_code === undefined ? named(asked.emoji_name) : null;
  const emoji: Emoji = {
    emoji_name: asked.emoji_name,
    emoji_code: asked.emoji_code ?? guess!.emoji_code,
    reaction_type: asked.reaction_type ?? 'unicode_emoji',
  };
  const joined = present.find(
    (one) => one.emoji_code === emoji.emoji_code && one.reaction_type === emoji.reaction_type,
  );
  if (joined) return { ...emoji, emoji_name: joined.emoji_name };
  checkCode(emoji);
  const names = emoji.reaction_type === 'unicode_emoji' ? emojiNames(emoji.emoji_code) : [emoji.emoji_code];
  if (!names.includes(emoji.emoji_name)) throw BadRequest('Invalid emoji name.');
  return emoji;
}

/** Which reaction is to be taken back: the code decides, the name only where there is none. [RC5] */
export function emojiToRemove(asked: AskedEmoji): Pick<Emoji, 'emoji_code' | 'reaction_type'> {
  if (asked.emoji_code === undefined) {
    if (asked.emoji_name === undefined) throw BadRequest('At least one of emoji_name and emoji_code is needed');
    return named(asked.emoji_name);
  }
  const emoji = { emoji_code: asked.emoji_code, reaction_type: asked.reaction_type ?? ('unicode_emoji' as const) };
  checkCode(emoji);
  return emoji;
}
