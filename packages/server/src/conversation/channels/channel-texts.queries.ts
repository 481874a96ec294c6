// Channels as JSON texts for clients, made once per state of a channel because register sends all channels to everyone.
import type { ChannelId } from '@stoa/contract';
import type { Actor } from '../../kit/access/actor.ts';
import { getOrSet } from '../../kit/collections/get-or-set.ts';
import type { Connection } from '../../kit/database/connection.ts';
import { TimeSlice } from '../../kit/event-loop/time-slice.ts';
import type { StateRequest } from '../../slice/state.ts';
import { type ChannelFacts, countedOf, presentChannel } from './channels.present.ts';
import { findChannelsWithAccess } from './channels.queries.ts';
import type { ChannelRow } from './channels.tables.ts';
import { findFacts } from './facts.queries.ts';

export interface ChannelText {
  readonly stream_id: ChannelId;
  readonly revision: number;
  readonly subscriber_count: number;
  /** The channel without the closing brace, so that fields can be added. */
  readonly open: string;
}

/** Texts made before yielding to the event loop. */
const TEXTS_PER_SLICE = 100;

interface CachedText {
  /** Computed figures change without the row. */
  readonly counted: string;
  readonly text: ChannelText;
}

/** A text lives as long as its row. */
const texts_by_row = new WeakMap<Readonly<ChannelRow>, CachedText>();

function textOf(row: Readonly<ChannelRow>, facts: ChannelFacts): ChannelText {
  const { first_message_id, is_recently_active, stream_weekly_traffic, subscriber_count } = countedOf(row, facts);
  const counted = `${first_message_id} ${is_recently_active} ${stream_weekly_traffic} ${subscriber_count}`;
  const cached = texts_by_row.get(row);
  if (cached?.counted === counted) return cached.text;
  const { stream_id, revision } = row;
  const text = { stream_id, revision, subscriber_count, open: JSON.stringify(presentChannel(row, facts)).slice(0, -1) };
  texts_by_row.set(row, { counted, text });
  return text;
}

/** The channels visible to an account, by id. [CH5] */
export async function findVisibleTexts(
  db: Connection,
  actor: Actor,
  now: number,
  { archived_too = false, only_subscribed = false } = {},
): Promise<ChannelText[]> {
  const accesses = await findChannelsWithAccess(db, actor.realm, actor, { archived_too });
  const visible = accesses
    .filter(({ metadata, is_subscribed }) => metadata && (is_subscribed || !only_subscribed))
    .map(({ channel }) => channel);
  const stream_ids = visible.map(({ stream_id }) => stream_id);
  const facts = await findFacts(db, actor.realm.realm_id, stream_ids, now);
  const texts: ChannelText[] = [];
  const time_slice = new TimeSlice();
  for (const row of visible) {
    texts.push(textOf(row, facts));
    if (texts.length % TEXTS_PER_SLICE === 0) await time_slice.yieldIfUsed();
  }
  return texts;
}

const texts_of_requests = new WeakMap<StateRequest, Promise<ChannelText[]>>();

/** The channels that register sends; read once, because several parts of the state need them. */
export function findStateTexts(db: Connection, request: StateRequest): Promise<readonly ChannelText[]> {
  const { actor, now, params } = request;
  const archived_too = params.client_capabilities.archived_channels ?? false;
  return getOrSet(texts_of_requests, request, () => findVisibleTexts(db, actor, now, { archived_too }));
}
