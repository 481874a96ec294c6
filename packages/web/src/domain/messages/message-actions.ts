// Actions on a message, as calls; the screen follows their events.

import { attempt, attemptOnce } from '../../base/ui/attempt.ts';
import { hashOf, narrowOf, type View } from '../../base/views/view.ts';
import type { Engine } from '../../model/engine/engine.ts';
import { conversationOf } from '../../model/messages/conversations.ts';
import type { StoredMessage } from '../../model/messages/message-store.ts';

type Reaction = Pick<StoredMessage['reactions'][number], 'emoji_name' | 'emoji_code' | 'reaction_type'>;

export const hasReacted = (message: StoredMessage, { emoji_code, reaction_type }: Reaction, own_id: number) =>
  message.reactions.some(
    (reaction) =>
      reaction.emoji_code === emoji_code && reaction.reaction_type === reaction_type && reaction.user_id === own_id,
  );

export function toggleReaction(engine: Engine, message: StoredMessage, reaction: Reaction): Promise<boolean> {
  const { emoji_name, emoji_code, reaction_type } = reaction;
  const params = { message_id: message.id, emoji_name, emoji_code, reaction_type };
  const has_reacted = hasReacted(message, reaction, engine.own_id);
  return attemptOnce(`${has_reacted ? 'unreact' : 'react'} ${message.id} ${reaction_type} ${emoji_code}`, () =>
    has_reacted ? engine.client.removeReaction(params) : engine.client.addReaction(params),
  );
}

export function toggleStar(engine: Engine, message: StoredMessage): Promise<boolean> {
  const op = message.flags.includes('starred') ? 'remove' : 'add';
  return attempt(() => engine.client.updateMessageFlags({ messages: [message.id], op, flag: 'starred' }));
}

/** Messages per call. */
const AT_ONCE = 5000;

/** From this message to the end of the conversation or view on screen, loaded or not. */
export function markUnreadFrom(engine: Engine, message: StoredMessage, view: View): Promise<boolean> {
  // Visible messages would be marked as read again at once.
  engine.reads.pause();
  const narrow = narrowOf(view, engine.own_id) ?? narrowOf(conversationOf(message, engine.own_id), engine.own_id)!;
  return attempt(async () => {
    let anchor: number | null = message.id;
    for (let include_anchor = true; anchor !== null; include_anchor = false) {
      const answer: { found_newest: boolean; last_processed_id: number | null } =
        await engine.client.updateMessageFlagsForNarrow({
          anchor,
          include_anchor,
          num_before: 0,
          num_after: AT_ONCE,
          narrow,
          op: 'remove',
          flag: 'read',
        });
      anchor = answer.found_newest ? null : answer.last_processed_id;
    }
  });
}

export function setCollapsed(engine: Engine, message: StoredMessage, collapsed: boolean): Promise<boolean> {
  const op = collapsed ? 'add' : 'remove';
  return attempt(() => engine.client.updateMessageFlags({ messages: [message.id], op, flag: 'collapsed' }));
}

export const linkTo = (message: StoredMessage, own_id: number): string =>
  `${location.origin}/${hashOf(conversationOf(message, own_id), message.id)}`;

export function removeMessage(engine: Engine, message: StoredMessage): Promise<boolean> {
  return attempt(() => engine.client.removeMessage({ message_id: message.id }));
}

export async function sourceOf(engine: Engine, message_id: number): Promise<string> {
  const { raw_content } = await engine.client.getMessage({ message_id: message_id });
  return raw_content;
}

/** The message as a quotation with a link to it. */
export async function quotationOf(engine: Engine, message: StoredMessage, link: string): Promise<string> {
  const source = await sourceOf(engine, message.id);
  const fence = '`'.repeat(Math.max(3, ...Array.from(source.matchAll(/^`{3,}/gm), ([ticks]) => ticks.length + 1)));
  return `@_**${message.sender_full_name}|${message.sender_id}** [said](${link}):\n${fence}quote\n${source}\n${fence}\n\n`;
}
