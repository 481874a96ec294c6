// Sending and reading messages.
import {
  getMessage,
  getMessages,
  MAX_MESSAGES_PER_REQUEST,
  type MessageId,
  matchesNarrow,
  Refused,
  type ResultOf,
  renderMessage,
  sendMessage as sendMessageEndpoint,
} from '@stoa/contract';
import { viewer } from '../../identity/users/users.queries.ts';
import type { Actor, Realm } from '../../kit/access/actor.ts';
import { loginNeeded } from '../../kit/access/login-needed.ts';
import type { Connection } from '../../kit/database/connection.ts';
import { TimeSlice } from '../../kit/event-loop/time-slice.ts';
import { type LongPart, preparedWrite, RawResult, type Route, read } from '../../kit/http/route.ts';
import { fieldsOf } from '../../kit/json/json-text.ts';
import { mutesChannelsOnly } from '../access/muted-ranges.queries.ts';
import { findRangesOfRecipient, isInRanges, receivesFew } from '../access/readable-ranges.queries.ts';
import { displayTopic } from '../message-rules/topics.rules.ts';
import type { SearchQuery } from '../search/query.rules.ts';
import { findMatches, type Matches } from '../search/search.queries.ts';
import { rangeOf, tooMany } from './anchor.rules.ts';
import { fetchAmong, fetchRange } from './fetch.queries.ts';
import { findHeads, type MessageHead } from './find.queries.ts';
import { findFirstUnread, findFirstUnreadOfFew } from './first-unread.queries.ts';
import { readMessageTexts } from './message-texts.queries.ts';
import { findMessageRow, type Reading, readMessages } from './messages.queries.ts';
import { planNarrow } from './narrow.queries.ts';
import { isLongFetch, listingOf, seeksUnread } from './narrow-cost.rules.ts';
import { renderPreview } from './rendering.queries.ts';
import { lookUpSending, prepareMessage, sendMessage } from './sending.actions.ts';

function readingOf(
  actor: Actor | null,
  realm: Realm,
  params: { client_gravatar?: boolean; apply_markdown: boolean; allow_empty_topic_name: boolean },
): Reading {
  const client_gravatar = actor !== null && (params.client_gravatar ?? false);
  const who = actor ? viewer(actor, client_gravatar) : { user_id: null, role: 600 as const, client_gravatar };
  return { ...params, actor, realm, viewer: who };
}

const displayed = (knows_empty_topic: boolean) => (topic: string) => displayTopic(topic, knows_empty_topic);

const idsOf = (heads: readonly MessageHead[]) => heads.map(({ id }) => id);

/** The response to a fetch, as text. A search adds its matches to the messages. */
async function fetchResult(
  db: Connection,
  reading: Reading,
  found: Omit<ResultOf<typeof getMessages>, 'messages' | 'history_limited'>,
  heads: readonly MessageHead[],
  query: SearchQuery | null,
): Promise<RawResult> {
  const matches = query && (await findMatches(db, idsOf(heads), query, displayed(reading.allow_empty_topic_name)));
  const messages = await readMessageTexts(db, reading, heads, matches);
  return new RawResult([...fieldsOf({ ...found, history_limited: false }), ',"messages":', ...messages]);
}

/** Search matches by id, as text. */
async function matchesOf(matches: ReadonlyMap<MessageId, Matches>): Promise<RawResult> {
  const time_slice = new TimeSlice();
  const pieces: string[] = [];
  for (const [id, match] of matches) {
    pieces.push(`${pieces.length > 0 ? ',' : ''}"${id}":${JSON.stringify(match)}`);
    await time_slice.yieldIfUsed();
  }
  return new RawResult(['"messages":{', ...pieces, '}']);
}

const startingAt = (id: number | null) => ({ use_first_unread_anchor: false, anchor: id ?? 'newest' }) as const;

/** The same fetch with the first unread message as its anchor. The rest of it is short, and need not wait for its turn. */
const first_unread: LongPart<typeof getMessages> = {
  isNeeded: seeksUnread,
  async findAmongFew(reader, params) {
    const id = await findFirstUnreadOfFew(reader, await planNarrow(reader, params.narrow));
    return id === undefined ? null : { ...params, ...startingAt(id) };
  },
  async find(reader, params) {
    return { ...params, ...startingAt(await findFirstUnread(reader, await planNarrow(reader, params.narrow))) };
  },
};

export const messagesRoutes: Route[] = [
  preparedWrite(
    sendMessageEndpoint,
    ({ db, actor }, params) => prepareMessage(db, actor, params),
    (context, params, prepared) => sendMessage(context, context.actor, context.client, params, prepared),
    // A send reads messages, but never the word index.
    { appends: true, prepares_again: true, lookUp: lookUpSending },
  ),
  read(renderMessage, async ({ db, actor }, { content }) => ({ rendered: await renderPreview(db, actor, content) })),
  read(
    getMessages,
    async ({ db, actor, realm }, params) => {
      const range = rangeOf(params);
      const reader = { db, realm, actor };
      const request = readingOf(actor, realm, params);
      if (range === null) {
        const { messages, query } = await fetchAmong(reader, params.narrow, params.message_ids!);
        const found = { found_newest: false, found_oldest: false, found_anchor: false };
        return fetchResult(db, request, found, messages, query);
      }
      const plan = await planNarrow(reader, params.narrow);
      const { messages, ...found } = await fetchRange(findHeads, reader, plan, {
        ...range,
        include_anchor: params.include_anchor ?? true,
      });
      return fetchResult(db, request, found, messages, plan.search?.query ?? null);
    },
    isLongFetch,
    {
      async isShort({ db, actor }, params) {
        const listing = listingOf(params);
        if (!actor || !listing || !(await receivesFew(db, actor, listing.of))) return false;
        return !listing.unmuted || mutesChannelsOnly(db, actor.user_id);
      },
      long_part: first_unread,
    },
  ),
  read(
    matchesNarrow,
    async ({ db, actor, realm }, { msg_ids, narrow }) => {
      if (msg_ids.length > MAX_MESSAGES_PER_REQUEST) throw tooMany();
      const { messages, query } = await fetchAmong({ db, realm, actor }, narrow, msg_ids);
      return matchesOf(await findMatches(db, idsOf(messages), query, displayed(true)));
    },
    ({ msg_ids, narrow }) => isLongFetch({ message_ids: msg_ids, narrow }),
  ),
  read(getMessage, async ({ db, actor, realm }, { message_id, ...params }) => {
    const row = await findMessageRow(db, realm, message_id);
    const ranges = row ? await findRangesOfRecipient(db, actor, realm, row.recipient_id) : [];
    if (!row || !isInRanges(ranges, row)) {
      if (!actor) throw loginNeeded();
      throw Refused('message_gone');
    }
    const [message] = await readMessages(db, readingOf(actor, realm, params), [message_id]);
    return { raw_content: row.content, message: message! };
  }),
];
