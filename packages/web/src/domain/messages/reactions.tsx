// The reactions below a message: each emoji once, with count and names.

import { t } from '../../base/text/all-texts.ts';
import { isVisitor, useAppState, useEngine } from '../../model/engine/context.ts';
import type { StoredMessage } from '../../model/messages/message-store.ts';
import { personName } from '../../model/state/names.ts';
import { EmojiPicture } from '../emoji/emoji-picture.tsx';
import { hasReacted, toggleReaction } from './message-actions.ts';

type Reaction = StoredMessage['reactions'][number];

export function tally(reactions: readonly Reaction[]): Reaction[][] {
  const groups = new Map<string, Reaction[]>();
  for (const reaction of reactions) {
    const key = `${reaction.reaction_type} ${reaction.emoji_code}`;
    groups.set(key, [...(groups.get(key) ?? []), reaction]);
  }
  return [...groups.values()];
}

/** With at most this many reactions, a message shows names instead of counts. */
const NAMED = 3;

export function Reactions({ message, own_id }: { message: StoredMessage; own_id: number }) {
  const engine = useEngine();
  const custom = useAppState(({ realm_emoji }) => realm_emoji);
  const named = useAppState(({ user_settings }) => user_settings.display_emoji_reaction_users);
  const state = engine.state.get();
  const shows_names = named && message.reactions.length <= NAMED;
  return (
    <ul className="reactions">
      {tally(message.reactions).map((group) => {
        const [first] = group as [Reaction];
        const mine = hasReacted(message, first, own_id);
        const names = group.map(({ user_id }) => personName(state, user_id)).join(', ');
        const label = t('reaction_by', { emoji: first.emoji_name.replaceAll('_', ' '), names });
        const content = (
          <>
            <EmojiPicture reaction={first} custom={custom} />
            <span className={shows_names ? 'reaction-names' : 'reaction-count'}>
              {shows_names ? names : group.length}
            </span>
          </>
        );
        return (
          <li key={`${first.reaction_type} ${first.emoji_code}`}>
            {isVisitor(engine) ? (
              <span className="reaction" role="img" aria-label={label} title={label}>
                {content}
              </span>
            ) : (
              <button
                type="button"
                className={mine ? 'reaction mine' : 'reaction'}
                aria-pressed={mine}
                aria-label={label}
                title={label}
                onClick={() => void toggleReaction(engine, message, first)}
              >
                {content}
              </button>
            )}
          </li>
        );
      })}
    </ul>
  );
}
