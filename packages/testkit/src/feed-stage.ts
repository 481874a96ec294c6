// A feed over a store with artificial readers, for tests of the feed without accounts and channels.

import { type ChannelId, type EventBody, type EventId, event, ROLE, type Role, type UserId } from '@stoa/contract';
import { z } from 'zod';
import { Feed } from '../../server/src/feed/feed.ts';
import { insertQueue, type QueueOptions } from '../../server/src/feed/queue.ts';
import type { Reader, Span } from '../../server/src/feed/reader.ts';
import type { Realm } from '../../server/src/kit/access/actor.ts';
import type { Store } from '../../server/src/kit/database/connection.ts';
import { sql } from '../../server/src/kit/database/sql.ts';
import type { RawResult } from '../../server/src/kit/http/route.ts';
import type { Clock } from '../../server/src/kit/time/clock.ts';
import type { Audience } from '../../server/src/kit/write/log-entry.ts';
import { logPosition } from '../../server/src/kit/write/log-position.ts';
import type { Writer } from '../../server/src/kit/write/write.ts';
import { openTestStore, type TestStore } from './open-test-store.ts';

/** An event with a number, of any type. */
export const numbered = (type: string) =>
  event({ type, fields: () => z.object({ n: z.int(), text: z.string().optional() }), summary: 'For tests.' });
export type Numbered = { id: number; type: string; n: number };

/** The events that answer a poll. */
export async function polled(feed: Feed, request: Parameters<Feed['poll']>[0]): Promise<Numbered[]> {
  const { fields } = await new Promise<RawResult>((succeed, fail) => {
    feed.poll(request, { succeed, fail }).catch(fail);
  });
  return (JSON.parse(`{${fields}}`) as { events: Numbered[] }).events;
}

const SETTINGS_OFF: Reader['channel_defaults'] = {
  desktop_notifications: false,
  email_notifications: false,
  wildcard_mentions_notify: false,
  push_notifications: false,
  audible_notifications: false,
};

interface MadeUpReader {
  role: Role;
  is_active: boolean;
  spans: Span[];
}

export interface FeedStage {
  readonly test: TestStore;
  readonly realm: Realm;
  readonly feed: Feed;
  readonly readers: Map<UserId, MadeUpReader>;
  /** Runs before a feed reads the event log from the store, so that a test can act at the worst moment. */
  beforeLogRead: (() => Promise<void>) | null;
  addReader(user_id: number, role?: Role): UserId;
  /** Appends events numbered from `n`; returns the log position after them. */
  emit(
    audience: Audience,
    n: number,
    options?: { type?: string; text?: string; count?: number; invalidates?: UserId[] },
  ): Promise<EventId>;
  /** Subscribes or unsubscribes from the next log position, with an event that reaches nobody. */
  setSubscribed(user_id: UserId, stream_id: ChannelId, subscribed: boolean): Promise<void>;
  addQueue(user_id: UserId, options?: Partial<QueueOptions> & { idle_secs?: number }): Promise<string>;
  poll(
    user_id: UserId,
    queue_id: string,
    last_event_id: number | null,
    options?: { wait?: boolean; signal?: AbortSignal },
  ): Promise<Numbered[]>;
  /** Stops the feed and starts another on the same store, like a restart. */
  restart(): Promise<void>;
  /** A feed of another process on the same store, with a clock of its own if one is given. */
  startNode(clock?: Clock): Promise<{ feed: Feed; writer: Writer; store: Store; stop(): Promise<void> }>;
  close(): Promise<void>;
}

const ALL: QueueOptions = {
  event_types: null,
  narrow: [],
  all_public_streams: false,
  apply_markdown: true,
  client_gravatar: true,
  slim_presence: false,
  capabilities: [],
};

async function loadReader(readers: FeedStage['readers'], user_id: UserId): Promise<Reader | null> {
  const reader = readers.get(user_id);
  if (!reader) return null;
  const spans = reader.spans.map((span) => ({ ...span }));
  const { role, is_active } = reader;
  await new Promise((resolve) => setTimeout(resolve, 1)); // asynchronous, like a database
  return { user_id, role, is_active, receives_typing_notifications: true, channel_defaults: SETTINGS_OFF, spans };
}

interface NewQueue extends Partial<QueueOptions> {
  readonly user_id: UserId;
  readonly queue_id: string;
  readonly idle_secs?: number;
}

/** A queue at the end of the event log, and the row of its account, unless it exists. */
async function insertQueueFor(
  { store, writer, realm: { realm_id } }: TestStore,
  feed: Feed,
  { user_id, queue_id, idle_secs = 600, ...options }: NewQueue,
): Promise<void> {
  const email = `reader${user_id}@a.example`;
  const position = await logPosition(store.db, realm_id);
  await writer.write(null, async ({ tx, now }) => {
    const known = await tx.get(sql`select 1 as known from users where user_id = ${user_id}`);
    if (!known)
      await tx.run(
        sql`insert into users (user_id, realm_id, email, email_key, full_name, api_key_generation, role, is_active, is_bot,
           date_joined, timezone, avatar_source, avatar_version, settings)
         values (${user_id}, ${realm_id}, ${email}, ${email}, 'x', 1, 400, true, false, 0, '', 'G', 1, '{}')`,
      );
    await insertQueue(tx, {
      queue_id,
      realm_id,
      user_id,
      session_id: null,
      token_id: null,
      options: { ...ALL, ...options },
      first_event_id: position,
      last_event_id: position,
      last_active_at: now,
      active_uptime_ms: feed.uptime.now(),
      idle_queue_timeout_secs: idle_secs,
    });
  });
}

/** Begins a span of the channel at a position, or ends the open one there. */
function changeSpans(spans: Span[], stream_id: ChannelId, position: EventId, is_subscribed: boolean): void {
  const open = spans.findIndex((span) => span.stream_id === stream_id && span.until_event_id === null);
  if (is_subscribed) spans.push({ stream_id, after_event_id: position, until_event_id: null });
  else if (open !== -1) spans[open] = { ...spans[open]!, until_event_id: position };
}

interface FeedOptions extends Pick<FeedStage, 'readers'> {
  readonly heartbeat_ms: number;
  /** Runs before the feed reads the event log. */
  before_read(): Promise<void>;
}

async function startFeed(
  { store, writer, clock }: { store: Store; writer: Writer; clock: Clock },
  { readers, heartbeat_ms, before_read }: FeedOptions,
): Promise<Feed> {
  const feed = new Feed({
    store: withHook(store, before_read),
    writer,
    clock,
    loadReader: (user_id) => loadReader(readers, user_id),
    presenters: {},
    heartbeat_ms,
  });
  await feed.start();
  return feed;
}

/** Emits one event or several, numbered from `n`; returns the position of the event log after them. */
async function emitNumbered(
  { store, writer, realm: { realm_id } }: TestStore,
  ...[audience, n, { type = 'numbered', text, count = 1, invalidates = [] } = {}]: Parameters<FeedStage['emit']>
): Promise<EventId> {
  const declared = numbered(type);
  await writer.write(realm_id, async (context) => {
    for (let at = 0; at < count; at++) {
      const body = { n: n + at, ...(text !== undefined && { text }) } satisfies EventBody<typeof declared>;
      context.emit(declared, body, audience);
    }
    context.invalidateAccess(invalidates);
  });
  return logPosition(store.db, realm_id);
}

export async function openFeedStage({ heartbeat_ms = 60_000 } = {}): Promise<FeedStage> {
  const test = await openTestStore();
  const { realm } = test;
  const readers = new Map<UserId, MadeUpReader>();
  const before_read = async () => {
    const hook = stage.beforeLogRead;
    stage.beforeLogRead = null;
    await hook?.();
  };
  const options = { readers, heartbeat_ms, before_read };
  let queues = 0;
  const addReader = (user_id: number, role: Role = ROLE.member): UserId => {
    readers.set(user_id as UserId, { role, is_active: true, spans: [] });
    return user_id as UserId;
  };

  let feed: Feed;
  const stage: FeedStage = {
    beforeLogRead: null,
    test,
    realm,
    get feed() {
      return feed;
    },
    readers,
    addReader,
    emit: (...of) => emitNumbered(test, ...of),
    setSubscribed: (user_id, stream_id, subscribed) =>
      test.writer.write(realm.realm_id, async (context) => {
        changeSpans(readers.get(user_id)!.spans, stream_id, context.position, subscribed);
        context.emit(numbered('subscribed'), { n: 0 }, {});
        context.invalidateAccess([user_id]);
      }),
    async addQueue(user_id, options = {}) {
      const queue_id = `queue-${++queues}`;
      await insertQueueFor(test, feed, { user_id, queue_id, ...options });
      return queue_id;
    },
    poll(user_id, queue_id, last_event_id, { wait = false, signal = new AbortController().signal } = {}) {
      const { realm_id } = realm;
      const caller = { realm_id, user_id, token_id: null };
      return polled(feed, { ...caller, queue_id, last_event_id, dont_block: !wait, signal });
    },
    async restart() {
      await feed.stop();
      feed = await startFeed(test, options);
    },
    async startNode(clock = test.clock) {
      const other = await test.openAgain();
      const { store, writer } = other;
      const node = await startFeed({ store, writer, clock }, options);
      return { feed: node, store, writer, stop: () => node.stop().then(() => other.close()) };
    },
    async close() {
      await feed.stop();
      await test.close();
    },
  };
  feed = await startFeed(test, options);
  return stage;
}

/** Wraps the store, running a callback before each read of events. */
function withHook(store: Store, hook: () => Promise<void>): Store {
  const { db } = store;
  const all: Store['db']['all'] = async (statement) => {
    if (statement.bind(db.engine).text.text.includes('from events')) await hook();
    return db.all(statement);
  };
  return {
    ...store,
    db: { engine: db.engine, caches: db.caches, writes: db.writes, all, get: db.get.bind(db), run: db.run.bind(db) },
  };
}
