// Validation of user statuses. Pure.
import { BadRequest, MAX_STATUS_TEXT_LENGTH, Refused } from '@stoa/contract';
import { type Custom, type Emoji, type EmojiParams, emojiToAdd } from '../../conversation/reactions/reactions.rules.ts';

export interface Status extends Emoji {
  readonly status_text: string;
}

const NO_EMOJI: Emoji = { emoji_name: '', emoji_code: '', reaction_type: 'unicode_emoji' };
export const NO_STATUS: Status = { status_text: '', ...NO_EMOJI };

export interface StatusParams extends EmojiParams {
  readonly status_text?: string;
}

/** [PS2] */
export function checkStatusText(status_text: string): string {
  const trimmed = status_text.trim();
  if (trimmed.includes('\0')) throw Refused('status_characters');
  if ([...trimmed].length > MAX_STATUS_TEXT_LENGTH) throw Refused('status_long', { count: MAX_STATUS_TEXT_LENGTH });
  return trimmed;
}

/** The requested emoji: none for an empty name, null for no change. [PS3] */
export function checkStatusEmoji(
  { emoji_name, emoji_code, reaction_type }: StatusParams,
  custom: readonly Custom[],
): Emoji | null {
  if (emoji_name === undefined) {
    if (emoji_code === undefined && reaction_type === undefined) return null;
    throw BadRequest('Client must pass emoji_name if they pass either emoji_code or reaction_type.');
  }
  return emoji_name === '' ? NO_EMOJI : emojiToAdd({ emoji_name, emoji_code, reaction_type }, [], custom);
}
