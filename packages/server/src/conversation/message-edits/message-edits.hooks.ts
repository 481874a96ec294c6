// Hooks of message edits, triggered within the write.
import type { MessageId, UserId } from '@stoa/contract';
import type { Actor } from '../../kit/access/actor.ts';
import { hook } from '../../kit/write/hook.ts';
import type { NewMessage } from '../messages/messages.hooks.ts';
import type { RenderedContent } from '../messages/rendering.queries.ts';

/** A channel message after an edit that added mentions. */
export interface MentionsAdded {
  readonly id: MessageId;
  readonly sender: Pick<Actor, 'user_id' | 'realm'>;
  readonly destination: NewMessage['destination'];
  /** Bits of `WILDCARD`. */
  readonly wildcards: number;
  readonly newly_mentioned: { readonly user_ids: readonly UserId[]; readonly everyone: boolean };
}

export const mentionsAdded = hook<MentionsAdded>('mentions added');

/** The content of a message was edited. */
export const contentEdited = hook<{
  readonly id: MessageId;
  readonly sender: Actor;
  readonly content: RenderedContent;
}>('content edited');
