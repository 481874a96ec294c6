// Actions on whole channels and conversations, as calls; the screen follows their events.

import type { OwnProperty } from '@stoa/contract';
import { t } from '../../base/text/text.ts';
import { attempt } from '../../base/ui/attempt.ts';
import { copyText } from '../../base/ui/copy-text.ts';
import { notify } from '../../base/ui/notices.ts';
import { hashOf, narrowOf, type View } from '../../base/views/view.ts';
import type { Engine } from '../../model/engine/engine.ts';
import { MESSAGE_FORM } from '../../model/messages/message-requests.ts';

/** Messages marked per call. */
const MARKED = 5000;

interface NamedChannel {
  readonly stream_id: number;
  readonly name: string;
}

export function join(engine: Engine, { name }: NamedChannel): Promise<boolean> {
  return attempt(() => engine.client.subscribe({ subscriptions: [{ name }] }));
}

export function leave(engine: Engine, { name }: NamedChannel): Promise<boolean> {
  return attempt(() => engine.client.unsubscribe({ subscriptions: [name] }));
}

export function saveOwn(
  engine: Engine,
  { stream_id }: Pick<NamedChannel, 'stream_id'>,
  property: OwnProperty,
  value: boolean | string | null,
): Promise<unknown> {
  return engine.client.updateSubscriptionSettings({
    subscription_data: [{ stream_id: stream_id, property, value }],
  });
}

export function setOwn(...args: Parameters<typeof saveOwn>): Promise<boolean> {
  return attempt(() => saveOwn(...args));
}

/** Marks all messages of a view as read or unread. */
export function markAll(engine: Engine, view: View, op: 'add' | 'remove'): Promise<boolean> {
  const narrow = narrowOf(view, engine.own_id);
  return attempt(async () => narrow && (await markNarrow(engine, narrow, op)));
}

/** In batches; says how many changed. */
export async function markNarrow(
  engine: Engine,
  narrow: NonNullable<ReturnType<typeof narrowOf>>,
  op: 'add' | 'remove',
): Promise<void> {
  let changed = 0;
  let from: number | null = null;
  for (;;) {
    const answer: Awaited<ReturnType<typeof engine.client.updateMessageFlagsForNarrow>> =
      await engine.client.updateMessageFlagsForNarrow({
        anchor: from ?? 'oldest',
        include_anchor: from === null,
        num_before: 0,
        num_after: MARKED,
        narrow,
        op,
        flag: 'read',
      });
    changed += answer.updated_count;
    if (answer.found_newest || answer.last_processed_id === null) break;
    from = answer.last_processed_id;
  }
  notify(t(op === 'add' ? 'marked_read' : 'marked_unread', { count: changed }));
}

export const copyLink = (view: View): Promise<boolean> => copyText(`${location.origin}/${hashOf(view)}`);

/** The newest message of a conversation; null if it has none. */
export async function newestIn(engine: Engine, view: View): Promise<number | null> {
  const { messages } = await engine.client.getMessages({
    anchor: 'newest',
    num_before: 1,
    num_after: 0,
    narrow: narrowOf(view, engine.own_id)!,
    ...MESSAGE_FORM,
  });
  return messages.at(-1)?.id ?? null;
}
