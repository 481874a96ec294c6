// Answers a message with what it says.
import type { Engine } from '../app/engine.ts';
import { composeRequest } from '../app/ui.ts';
import { attempt } from '../ui/attempt.ts';
import { conversationOf } from './matches.ts';
import { linkTo, quotationOf } from './message-actions.ts';
import type { StoredMessage } from './message-store.ts';

export function quote(engine: Engine, message: StoredMessage): Promise<boolean> {
  const view = conversationOf(message, engine.own_id);
  return attempt(async () => {
    composeRequest.set({ view, insert: await quotationOf(engine, message, linkTo(message, engine.own_id)) });
  });
}
