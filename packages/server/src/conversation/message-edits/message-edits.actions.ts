// One request to change a message: checks everything before changing anything.
import type { editMessage, ResultOf } from '@stoa/contract';
import type { Actor } from '../../kit/access/actor.ts';
import { seconds } from '../../kit/time/clock.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import { getAccessibleMessage } from '../messages/accessible.queries.ts';
import type { RenderedContent } from '../messages/rendering.queries.ts';
import { announceEdit, checkMayEdit, editContent } from './editing.actions.ts';
import { checkExpectation, checkRequest, type EditRequest } from './editing.rules.ts';
import { planMove } from './move-plan.queries.ts';
import { moveMessages } from './moving.actions.ts';

export async function changeMessage(
  context: WriteContext,
  actor: Actor,
  request: EditRequest,
  prepared: RenderedContent | null,
): Promise<ResultOf<typeof editMessage>> {
  const { tx, now } = context;
  const message = await getAccessibleMessage(tx, actor, request.message_id);
  checkRequest(request, message.stream_id);
  checkExpectation(message.content, request.prev_content_sha256);
  if (prepared) await checkMayEdit(tx, actor, message, seconds(now));
  const move = await planMove(tx, actor, message, request, seconds(now));
  const { edit, detached } = prepared
    ? await editContent(context, actor, message, prepared)
    : { edit: null, detached: [] };
  const { send_notification_to_old_thread: old_thread, send_notification_to_new_thread: new_thread } = request;
  if (move) await moveMessages(context, actor, move, { old_thread, new_thread }, edit);
  else if (edit) await announceEdit(context, actor.user_id, edit);
  return { detached_uploads: [...detached] };
}
