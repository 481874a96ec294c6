// Statuses: suggestions, and parameters of a change. Draws nothing.
import type { UserStatus } from '@stoa/contract';
import type { TextKey } from '../../base/text/text.ts';

export interface StatusEmoji {
  readonly emoji_name: string;
  readonly emoji_code: string;
  readonly reaction_type: 'unicode_emoji' | 'realm_emoji' | 'zulip_extra_emoji';
}

const unicode = (label: TextKey, emoji_name: string, emoji_code: string) =>
  ({ label, emoji_name, emoji_code, reaction_type: 'unicode_emoji' }) as const;

export const SUGGESTED = [
  unicode('set_status_meeting', 'calendar', '1f4c5'),
  unicode('set_status_focus', 'light_bulb', '1f4a1'),
  unicode('set_status_lunch', 'fork_and_knife', '1f374'),
  unicode('set_status_commuting', 'bus', '1f68c'),
  unicode('set_status_home', 'house', '1f3e0'),
  unicode('set_status_office', 'office', '1f3e2'),
  unicode('set_status_sick', 'hurt', '1f915'),
  unicode('set_status_vacation', 'palm_tree', '1f334'),
] as const;

export type StatusChange = { status_text?: string; emoji_name?: string } & Partial<StatusEmoji>;

/** The differences from the known status; null if there are none, which the server would refuse. */
export function statusChange(known: UserStatus, text: string, emoji: StatusEmoji | null): StatusChange | null {
  const change: StatusChange = {};
  if (text.trim() !== (known.status_text ?? '')) change.status_text = text.trim();
  if (emoji === null) {
    if (known.emoji_name) change.emoji_name = '';
  } else if (emoji.emoji_name !== known.emoji_name || emoji.emoji_code !== known.emoji_code)
    // Fields listed one by one, because a chosen emoji has more than the server accepts.
    Object.assign(change, {
      emoji_name: emoji.emoji_name,
      emoji_code: emoji.emoji_code,
      reaction_type: emoji.reaction_type,
    });
  return Object.keys(change).length > 0 ? change : null;
}
