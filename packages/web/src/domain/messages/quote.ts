// A message as a quotation: in a reply, or to forward it.

import { attempt } from '../../base/ui/attempt.ts';
import type { Engine } from '../../model/engine/engine.ts';
import { conversationOf } from '../../model/messages/conversations.ts';
import type { StoredMessage } from '../../model/messages/message-store.ts';
import { type ComposeRequest, composeRequest } from '../../model/state/screen.ts';
import { linkTo, quotationOf } from './message-actions.ts';

function quoteIn(
  engine: Engine,
  message: StoredMessage,
  to: Pick<ComposeRequest, 'view' | 'choose'>,
): Promise<boolean> {
  return attempt(async () => {
    composeRequest.set({ ...to, insert: await quotationOf(engine, message, linkTo(message, engine.own_id)) });
  });
}

export const quote = (engine: Engine, message: StoredMessage) =>
  quoteIn(engine, message, { view: conversationOf(message, engine.own_id) });

/** The destination is still to be chosen; starts with another topic of the channel, or other people. */
export const forward = (engine: Engine, message: StoredMessage) =>
  quoteIn(
    engine,
    message,
    message.stream_id === undefined
      ? { view: { kind: 'direct', user_ids: [] }, choose: true }
      : { view: { kind: 'topic', channel_id: message.stream_id, topic: '' } },
  );
