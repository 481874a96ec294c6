// The emoji of a person's status, beside their name.
import type { UserStatus } from '@stoa/contract';
import { memo } from 'react';
import { useAppState } from '../../model/engine/context.ts';
import { EmojiPicture } from '../emoji/emoji-picture.tsx';

/** The emoji of a status in the form of reactions; null without one. */
function emojiOf(status: UserStatus | undefined) {
  const { emoji_name, emoji_code, reaction_type } = status ?? {};
  return emoji_name && emoji_code && reaction_type ? { emoji_name, emoji_code, reaction_type } : null;
}

export const StatusEmoji = memo(function StatusEmoji({ user_id }: { user_id: number }) {
  const status = useAppState(({ user_status }) => user_status[String(user_id)]);
  const custom = useAppState(({ realm_emoji }) => realm_emoji);
  const emoji = emojiOf(status);
  if (!emoji) return null;
  const label = status?.status_text || emoji.emoji_name.replaceAll('_', ' ');
  return (
    <span className="status-emoji" role="img" aria-label={label} title={label}>
      <EmojiPicture reaction={emoji} custom={custom} />
    </span>
  );
});
