// What stands in a list without messages. Pure.
import type { State } from '../app/state.ts';
import { sendingObstacle } from '../channels/sending-obstacle.ts';
import type { TextKey } from '../text/text.ts';
import { isConversation, type View } from '../views/view.ts';

/** A first message is asked for only where the reader may write it. */
export function emptyText(state: State, view: View): TextKey {
  if (view.kind === 'search') return 'nothing_found';
  if (!isConversation(view)) return 'nothing_here';
  const barred =
    view.kind === 'topic' &&
    sendingObstacle(state, { channel_id: view.channel_id, topic: view.topic, is_new: true }) !== null;
  return barred ? 'nothing_here' : 'nothing_here_conversation';
}
