// Edited and moved messages in the event log, and their event for each queue: one text per variant, with the reader's flags
// at its end.
import type { ChannelId, EventBody, EventId, UserId, updateMessage } from '@stoa/contract';
import { z } from 'zod';
import { openEvent, type Presenter } from '../../feed/present.ts';
import { type Reader, wasSubscribed } from '../../feed/reader.ts';
import { FLAG, flagNames } from '../message-rules/flags.rules.ts';
import { displayTopic } from '../message-rules/topics.rules.ts';

/** The flags of a message; only accounts that have some are named. */
export interface LoggedFlags {
  /** Bits of `message_flags` by account. */
  readonly bits: readonly (readonly [UserId, number])[];
  /** Everyone who received it is mentioned. */
  readonly is_everyone_mentioned: boolean;
  readonly unread_by: readonly UserId[];
}

export type LoggedUpdate = Omit<EventBody<typeof updateMessage>, 'flags'>;
type LoggedBody = {
  readonly update: LoggedUpdate;
  readonly flags: LoggedFlags;
  /** The channel the messages are in now. */
  readonly stream_id: ChannelId | null;
};

export const updateLogged = {
  type: 'update_message',
  op: null,
  fields: z.object({
    update: z.custom<LoggedUpdate>(),
    flags: z.custom<LoggedFlags>(),
    stream_id: z.custom<ChannelId | null>(),
  }),
  summary: 'An edit or a move as the log keeps it.',
};

interface Lookup {
  readonly bits: ReadonlyMap<UserId, number>;
  readonly unread_by: ReadonlySet<UserId>;
}
const lookups = new WeakMap<LoggedFlags, Lookup>();

function lookupOf(flags: LoggedFlags): Lookup {
  const cached = lookups.get(flags);
  if (cached) return cached;
  const lookup = { bits: new Map(flags.bits), unread_by: new Set(flags.unread_by) };
  lookups.set(flags, lookup);
  return lookup;
}

function ownFlags({ flags, stream_id }: LoggedBody, reader: Reader, at: EventId): string[] {
  const { bits, unread_by } = lookupOf(flags);
  const own = bits.get(reader.user_id) ?? 0;
  const is_received = (own & FLAG.historical) === 0;
  return flagNames({
    is_read: !unread_by.has(reader.user_id),
    flags: own,
    is_everyone_mentioned:
      flags.is_everyone_mentioned && is_received && (stream_id === null || wasSubscribed(reader, stream_id, at)),
  });
}

/** [ED40] [ED41] */
export const presentUpdate: Presenter = (entry, { options }, reader) => {
  const body = entry.body as LoggedBody;
  const knows_empty = options.capabilities.includes('empty_topic_name');
  const text = entry.text(`${+knows_empty}`, () => {
    const { orig_subject, subject, ...update } = body.update;
    const shown = (topic: string | undefined) => (topic === undefined ? undefined : displayTopic(topic, knows_empty));
    // JSON leaves out undefined fields.
    return openEvent('update_message', null, { ...update, orig_subject: shown(orig_subject), subject: shown(subject) });
  });
  return [`${text},"flags":${JSON.stringify(ownFlags(body, reader, entry.id))}`];
};
