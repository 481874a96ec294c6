// Validation of scheduled messages. Pure.
import { BadRequest, Refused } from '@stoa/contract';
import type { Address } from '../../conversation/access/addressees.queries.ts';
import type { ScheduledRow } from './scheduled-messages.queries.ts';

/** The end of the year 9999. Later timestamps are refused. */
const MAX_TIMESTAMP = 253_402_300_799;

/** [SM3] */
export function checkTime(scheduled_delivery_timestamp: number, now_seconds: number): number {
  if (scheduled_delivery_timestamp <= now_seconds) throw Refused('time_past');
  if (scheduled_delivery_timestamp > MAX_TIMESTAMP) throw Refused('time_far');
  return scheduled_delivery_timestamp;
}

export interface Changes {
  readonly type?: Address['type'];
  readonly to?: number | readonly number[];
  readonly topic?: string;
}

export function addressOf({ stream_id, user_ids, topic }: ScheduledRow): Address & { to: number | readonly number[] } {
  return stream_id === null ? { type: 'direct', to: user_ids! } : { type: 'channel', to: stream_id, topic };
}

/** The destination of a changed message: a different recipient type requires all its fields. [SM5] */
export function changedAddress(before: ScheduledRow, { type, to, topic }: Changes): Address {
  const old = addressOf(before);
  if (type === undefined) return { type: old.type, to: to ?? old.to, topic: topic ?? old.topic };
  if (to === undefined) throw BadRequest('Recipient required when updating type of scheduled message.');
  const becomes_channel = type === 'channel' || type === 'stream';
  if (becomes_channel && topic === undefined && before.stream_id === null)
    throw BadRequest('Topic required when updating scheduled message type to channel.');
  return { type, to, topic: topic ?? old.topic };
}
