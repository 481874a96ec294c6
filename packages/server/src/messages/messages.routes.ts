// Sending and reading messages.
import { BadRequest, getMessage, getMessages, sendMessage, Unauthorized } from '@stoa/contract';
import { render } from '@stoa/markdown';
import type { Actor, Realm } from '../kit/actor.ts';
import { preparedWrite, type Route, read } from '../kit/http/route.ts';
import { viewer } from '../users/users.queries.ts';
import { rangeOf } from './anchor.rules.ts';
import { normalizeContent } from './content.rules.ts';
import { destinationOf, senderOf } from './destination.ts';
import { fetchAmong, fetchRange } from './fetch.queries.ts';
import { createMessage } from './messages.actions.ts';
import { findMessageRow, type Reading, readMessages } from './messages.queries.ts';
import { planNarrow } from './narrow.queries.ts';
import { reaches, reachOfRecipient } from './reach.queries.ts';

function reading(
  actor: Actor | null,
  realm: Realm,
  params: { client_gravatar?: boolean; apply_markdown: boolean; allow_empty_topic_name: boolean },
): Reading {
  const client_gravatar = actor !== null && (params.client_gravatar ?? false);
  const who = actor ? viewer(actor, client_gravatar) : { user_id: null, role: 600 as const, client_gravatar };
  return { ...params, actor, realm, viewer: who };
}

export const messagesRoutes: Route[] = [
  preparedWrite(
    sendMessage,
    // Rendering takes longer than storing, so nobody waits for it in the transaction.
    async (_, { content }) => {
      const normalized = normalizeContent(content);
      return { content: normalized, rendered_content: render(normalized).html };
    },
    async (context, { type, to, topic, queue_id, local_id }, prepared) => {
      const destination = await destinationOf(context, context.actor, { type, to, topic });
      const id = await createMessage(context, {
        ...prepared,
        sender: senderOf(context.actor),
        client: context.client,
        destination,
        local: queue_id !== undefined && local_id !== undefined ? { queue_id, local_id } : null,
      });
      return { id };
    },
  ),
  read(getMessages, async ({ db, actor, realm }, params) => {
    const range = rangeOf(params);
    const asking = { db, realm, actor };
    const asked = reading(actor, realm, params);
    if (range === null) {
      const ids = await fetchAmong(asking, params.narrow, params.message_ids!);
      return {
        found_newest: false,
        found_oldest: false,
        found_anchor: false,
        history_limited: false,
        messages: await readMessages(db, asked, ids),
      };
    }
    const plan = await planNarrow(asking, params.narrow);
    const { ids, ...found } = await fetchRange(db, actor, plan, {
      ...range,
      include_anchor: params.include_anchor ?? true,
    });
    return { ...found, history_limited: false, messages: await readMessages(db, asked, ids) };
  }),
  read(getMessage, async ({ db, actor, realm }, { message_id, ...params }) => {
    const row = await findMessageRow(db, realm, message_id);
    const ranges = row ? await reachOfRecipient(db, actor, realm, row.recipient_id) : [];
    if (!row || !reaches(ranges, row)) {
      if (!actor) throw Unauthorized('Not logged in: API authentication or user session required');
      throw BadRequest('Invalid message(s)');
    }
    const [message] = await readMessages(db, reading(actor, realm, params), [message_id]);
    return { raw_content: row.content, message: message! };
  }),
];
