// Shows a finished thumbnail in messages that show the picture as loading.

import type { AttachmentRow } from '../../conversation/attachments/attachments.queries.ts';
import { findRenderings, setRendering } from '../../conversation/message-edits/rerendering.actions.ts';
import { sql } from '../../kit/database/sql.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import { withPicture } from './pictures.rules.ts';

export async function showPicture(context: WriteContext, row: AttachmentRow): Promise<void> {
  const links = await context.tx.all<{ message_id: number }>(
    sql`select message_id from attachment_messages where attachment_id = ${row.attachment_id} order by message_id`,
  );
  for (const message of await findRenderings(
    context.tx,
    links.map(({ message_id }) => message_id),
  )) {
    const html = withPicture(message.rendered_content, row);
    if (html !== message.rendered_content) await setRendering(context, message, html);
  }
}
