// Draws an emoji: characters, or a picture of the organization's own.

import type { StoredMessage } from '../../model/messages/message-store.ts';
import type { State } from '../../model/state/state.ts';
import { emojiText } from './emoji-text.ts';

type Reaction = StoredMessage['reactions'][number];

export function EmojiPicture({
  reaction,
  custom,
}: {
  reaction: Pick<Reaction, 'emoji_code' | 'emoji_name' | 'reaction_type'>;
  custom: State['realm_emoji'];
}) {
  const { reaction_type, emoji_code, emoji_name } = reaction;
  if (reaction_type === 'unicode_emoji')
    return (
      <span className="emoji-text" data-name={`:${emoji_name}:`}>
        {emojiText(emoji_code) ?? emoji_name}
      </span>
    );
  const src =
    reaction_type === 'realm_emoji'
      ? custom[emoji_code]?.source_url
      : '/static/generated/emoji/images/emoji/unicode/zulip.png';
  return src ? <img className="emoji-image" src={src} alt="" /> : <span>:{emoji_name}:</span>;
}
