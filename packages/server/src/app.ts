// Puts the server together: store, write path, feed, slices, socket. The one place that knows all slices; holds no logic.
import { alertWordsRoutes } from './alert-words/alert-words.routes.ts';
import { ApiKeys } from './auth/api-keys.ts';
import { authRoutes } from './auth/auth.routes.ts';
import { basicGate } from './auth/gate.ts';
import { loadSecret } from './auth/secret.ts';
import { botsRoutes } from './bots/bots.routes.ts';
import { presentChannelEvent } from './channels/channel-events.present.ts';
import { channelsRoutes } from './channels/channels.routes.ts';
import { draftsRoutes } from './drafts/drafts.routes.ts';
import { eventsRoutes } from './events/events.routes.ts';
import { loadReader } from './events/reader.queries.ts';
import { Feed } from './feed/feed.ts';
import type { Presenters } from './feed/present.ts';
import { foldersRoutes } from './folders/folders.routes.ts';
import { presentUserGroup } from './groups/groups.present.ts';
import { groupsRoutes } from './groups/groups.routes.ts';
import { type Clock, systemClock } from './kit/clock.ts';
import type { Store } from './kit/database/connection.ts';
import { openStore, prepareDataDirectory } from './kit/database/open.ts';
import type { ResultChecking } from './kit/http/check-result.ts';
import type { Dispatch, Observation } from './kit/http/dispatch.ts';
import type { Route } from './kit/http/route.ts';
import { routeTable } from './kit/http/router.ts';
import { type HttpServer, listen } from './kit/http/server.ts';
import { Writer } from './kit/write.ts';
import { presentDeletion } from './messages/deletion.present.ts';
import { presentMessage } from './messages/messages.present.ts';
import { messagesRoutes } from './messages/messages.routes.ts';
import { migrations } from './migrations/index.ts';
import { navigationViewsRoutes } from './navigation-views/navigation-views.routes.ts';
import { pages } from './pages/pages.ts';
import { profileFieldsRoutes } from './profile-fields/profile-fields.routes.ts';
import { reactionsRoutes } from './reactions/reactions.routes.ts';
import { promoteFullMembers } from './realm/full-members.actions.ts';
import { realmRoutes } from './realm/realm.routes.ts';
import { Retention } from './retention/retention.actions.ts';
import { settingsRoutes } from './settings/settings.routes.ts';
import { snippetsRoutes } from './snippets/snippets.routes.ts';
import { subscriptionsRoutes } from './subscriptions/subscriptions.routes.ts';
import { topicsRoutes } from './topics/topics.routes.ts';
import { typingRoutes } from './typing/typing.routes.ts';
import { accountChangesRoutes } from './users/account-changes.routes.ts';
import { presentRealmUser } from './users/users.present.ts';
import { usersRoutes } from './users/users.routes.ts';

/** Requests under way get so long to end when the server stops. */
const STOP_PATIENCE_MS = 5000;
const HEARTBEAT_MS = 50_000;
/** New members become full members so late at most. */
const PROMOTION_MS = 10 * 60_000;
/** Messages that are kept no longer are deleted so late at most. */
const RETENTION_MS = 60 * 60_000;

export interface BaseOptions {
  /** The directory of the database, if embedded, and of the secret. */
  data: string;
  /** A postgres:// URL, or null for the embedded database. */
  database: string | null;
  /** What API keys are derived from; null for the one in the data directory. */
  secret?: string | null;
  clock?: Clock;
}

export interface AppOptions extends BaseOptions {
  host: string;
  port: number;
  dev: boolean;
  checking: ResultChecking;
  heartbeat_ms?: number;
  report?(error: unknown): void;
  observe?(observation: Observation): void;
}

/** An open store and what writes to it: all that a command needs. */
export interface Base {
  readonly store: Store;
  readonly writer: Writer;
  readonly keys: ApiKeys;
  readonly clock: Clock;
  close(): Promise<void>;
}

export interface App extends Base {
  readonly url: string;
  readonly port: number;
  readonly feed: Feed;
  stop(): Promise<void>;
}

export async function openBase({ data, database, secret = null, clock = systemClock }: BaseOptions): Promise<Base> {
  prepareDataDirectory(data);
  const keys = new ApiKeys(loadSecret(data, secret));
  const store = await openStore({ data, database }, migrations);
  const writer = new Writer(store, clock);
  const close = async () => {
    await writer.close();
    await store.close();
  };
  return { store, writer, keys, clock, close };
}

const presenters: Presenters = {
  message: presentMessage,
  delete_message: presentDeletion,
  realm_user: presentRealmUser,
  user_group: presentUserGroup,
  stream: presentChannelEvent,
  subscription: presentChannelEvent,
};

function routes({ store, writer, keys }: Base, feed: Feed, dev: boolean): Route[] {
  return [
    ...authRoutes(keys, store.db, dev),
    ...realmRoutes({ dev }),
    ...settingsRoutes,
    ...usersRoutes,
    ...accountChangesRoutes,
    ...profileFieldsRoutes,
    ...botsRoutes(keys),
    ...groupsRoutes,
    ...channelsRoutes,
    ...subscriptionsRoutes,
    ...messagesRoutes,
    ...topicsRoutes,
    ...reactionsRoutes,
    ...typingRoutes(feed, store.db),
    ...draftsRoutes,
    ...snippetsRoutes,
    ...navigationViewsRoutes,
    ...alertWordsRoutes,
    ...foldersRoutes,
    ...eventsRoutes({ store, writer, feed, server: { dev } }),
  ];
}

export async function startApp(options: AppOptions): Promise<App> {
  const base = await openBase(options);
  const { store, writer, clock } = base;
  const report = options.report ?? ((error) => console.error(error));
  const feed = new Feed({
    store,
    writer,
    clock,
    loadReader: (user_id) => loadReader(store.db, user_id),
    presenters,
    heartbeat_ms: options.heartbeat_ms ?? HEARTBEAT_MS,
  });
  const kit: Dispatch = {
    store,
    writer,
    clock,
    gate: basicGate(base.keys, clock),
    checking: options.checking,
    report,
    observe: options.observe,
  };
  let server: HttpServer;
  try {
    await feed.start();
    await promoteFullMembers(store, writer);
    server = listen({
      host: options.host,
      port: options.port,
      api: routeTable(kit, routes(base, feed, options.dev)),
      pages: pages({ store, feed }),
      kit,
    });
  } catch (error) {
    await feed.stop();
    await base.close();
    throw error;
  }
  const retention = new Retention(store, writer);
  const expire = () => void retention.run(clock.now()).catch(report);
  expire();
  const expiry = setInterval(expire, RETENTION_MS);
  const promotion = setInterval(() => promoteFullMembers(store, writer).catch(report), PROMOTION_MS);
  let stopping: Promise<void> | null = null;
  const stop = () => {
    stopping ??= (async () => {
      clearInterval(promotion);
      clearInterval(expiry);
      const stopped = server.stop(STOP_PATIENCE_MS);
      await retention.stop();
      await feed.stop();
      await stopped;
      await base.close();
    })();
    return stopping;
  };
  return { ...base, feed, url: server.url, port: server.port, stop };
}
