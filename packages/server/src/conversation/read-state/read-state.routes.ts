// Flags of messages, bulk reading and read receipts.
import {
  getReadReceipts,
  markAllAsRead,
  markStreamAsRead,
  markTopicAsRead,
  updateMessageFlags,
  updateMessageFlagsForNarrow,
} from '@stoa/contract';
import { preparedWrite, type Route, read, write } from '../../kit/http/route.ts';
import { rangeWithoutDate } from '../messages/anchor.rules.ts';
import { fetchRange } from '../messages/fetch.queries.ts';
import { findIds } from '../messages/find.queries.ts';
import { planNarrow } from '../messages/narrow.queries.ts';
import { prepareChannel, prepareReading, readChannel, readEverything, readTopic } from './bulk.actions.ts';
import { type Changed, changeFlags, lookUpFlags } from './flags.actions.ts';
import { checkFlag } from './read-state.rules.ts';
import { findReaders } from './receipts.queries.ts';

const ignoredOf = ({ ignored }: Changed) =>
  ignored === undefined ? {} : { ignored_because_not_subscribed_channels: ignored };

export const readStateRoutes: Route[] = [
  write(
    updateMessageFlags,
    async (context, { messages, op, flag }) => {
      const done = await changeFlags(context, context.actor, { op, flag: checkFlag(flag) }, messages);
      return { messages, ...ignoredOf(done) };
    },
    // It reads messages that their clients know, so none that a send of the same commit defers.
    { appends: true, lookUp: (db, actor, { messages }) => lookUpFlags(db, actor, messages) },
  ),
  preparedWrite(
    updateMessageFlagsForNarrow,
    // Runs before the write to keep it short; the write checks again which messages may be changed.
    async ({ db, actor, realm }, { flag, narrow, ...params }) => {
      checkFlag(flag);
      const range = rangeWithoutDate(params);
      const reader = { db, realm, actor };
      const plan = await planNarrow(reader, narrow);
      return fetchRange(findIds, reader, plan, { ...range, include_anchor: params.include_anchor });
    },
    async (context, { op, flag }, { messages, found_oldest, found_newest }) => {
      const ids = messages.map(({ id }) => id);
      const change = { op, flag: checkFlag(flag), passes_over: true };
      const done = await changeFlags(context, context.actor, change, ids);
      return {
        processed_count: ids.length,
        updated_count: done.changed.length,
        first_processed_id: ids.at(0) ?? null,
        last_processed_id: ids.at(-1) ?? null,
        found_oldest,
        found_newest,
        ...ignoredOf(done),
      };
    },
    { isLong: () => true },
  ),
  preparedWrite(
    markAllAsRead,
    ({ db, actor }) => prepareReading(db, actor),
    async (context, _, unread) => {
      await readEverything(context, context.actor, unread);
      return { complete: true };
    },
    { isLong: () => true },
  ),
  preparedWrite(
    markStreamAsRead,
    ({ db, actor }, { stream_id }) => prepareChannel(db, actor, stream_id),
    async (context, _, unread) => {
      await readChannel(context, context.actor, unread);
      return {};
    },
    { isLong: () => true },
  ),
  write(markTopicAsRead, async (context, place) => {
    await readTopic(context, context.actor, place);
    return {};
  }),
  read(getReadReceipts, async ({ db, actor }, { message_id }) => ({
    user_ids: await findReaders(db, actor, message_id),
  })),
];
