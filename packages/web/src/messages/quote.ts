// A message as a quotation: in an answer to it, or to be sent somewhere else.
import type { Engine } from '../app/engine.ts';
import { type ComposeRequest, composeRequest } from '../app/ui.ts';
import { attempt } from '../ui/attempt.ts';
import { conversationOf } from './matches.ts';
import { linkTo, quotationOf } from './message-actions.ts';
import type { StoredMessage } from './message-store.ts';

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

/** Where to is still to be chosen: at first another topic of the channel, or other people. */
export const forward = (engine: Engine, message: StoredMessage) =>
  quoteIn(
    engine,
    message,
    message.stream_id === undefined
      ? { view: { kind: 'direct', user_ids: [] }, choose: true }
      : { view: { kind: 'topic', channel_id: message.stream_id, topic: '' } },
  );
