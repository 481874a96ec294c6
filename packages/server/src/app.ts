// Puts the server together: store, write path, feed, slices, socket. The one place that knows all slices; holds no logic.

import { setTimeout as sleep } from 'node:timers/promises';
import { type Base, type BaseOptions, openServingBase } from './base.ts';
import { presentChannelEvent } from './conversation/channels/channel-events.present.ts';
import { channelsRoutes } from './conversation/channels/channels.routes.ts';
import { presentEmojiChange } from './conversation/emoji/emoji.present.ts';
import { foldersRoutes } from './conversation/folders/folders.routes.ts';
import { presentLinkifiers } from './conversation/linkifiers/linkifiers.present.ts';
import { linkifiersRoutes } from './conversation/linkifiers/linkifiers.routes.ts';
import { messageEditsRoutes } from './conversation/message-edits/message-edits.routes.ts';
import { moveMessagesHandler } from './conversation/message-edits/moving.actions.ts';
import { presentUpdate } from './conversation/message-edits/update-message.present.ts';
import { presentDeletion } from './conversation/messages/deletion.present.ts';
import { presentMessage } from './conversation/messages/messages.present.ts';
import { messagesRoutes } from './conversation/messages/messages.routes.ts';
import { submessagesRoutes } from './conversation/messages/submessages.routes.ts';
import { mutedUsersRoutes } from './conversation/muted-users/muted-users.routes.ts';
import { reactionsRoutes } from './conversation/reactions/reactions.routes.ts';
import { presentFlags } from './conversation/read-state/flag-events.present.ts';
import { readStateRoutes } from './conversation/read-state/read-state.routes.ts';
import { SearchBacklog } from './conversation/search/search.actions.ts';
import { presentSubscriptionEvent } from './conversation/subscriptions/subscription-events.present.ts';
import { subscriptionsRoutes } from './conversation/subscriptions/subscriptions.routes.ts';
import { topicsRoutes } from './conversation/topics/topics.routes.ts';
import { presentEditing, presentTyping } from './conversation/typing/typing.present.ts';
import { typingRoutes } from './conversation/typing/typing.routes.ts';
import { presentMutedTopics, presentUserTopic } from './conversation/user-topics/user-topics.present.ts';
import { userTopicsRoutes } from './conversation/user-topics/user-topics.routes.ts';
import { devicesRoutes } from './delivery/devices/devices.routes.ts';
import { openMissedMail } from './delivery/missed-mail/open-missed-mail.ts';
import { openPush, type PushOptions } from './delivery/push/open-push.ts';
import { OwnKeys } from './delivery/web-push/web-push.actions.ts';
import { webPushHandler } from './delivery/web-push/web-push.jobs.ts';
import { webPushRoutes } from './delivery/web-push/web-push.routes.ts';
import { incomingWebhookRoutes } from './delivery/webhooks/incoming.routes.ts';
import { outgoingWebhookHandler } from './delivery/webhooks/outgoing.jobs.ts';
import { type EntranceOptions, openEntrance } from './entrance.ts';
import { eventsRoutes } from './events/events.routes.ts';
import { loadReader } from './events/reader.queries.ts';
import { alertWordsRoutes } from './features/alert-words/alert-words.routes.ts';
import { botStorageRoutes } from './features/bot-storage/bot-storage.routes.ts';
import { botsRoutes } from './features/bots/bots.routes.ts';
import { availableProviders, type CallSettings, NO_CALLS } from './features/calls/call-settings.ts';
import { callRoutes } from './features/calls/calls.routes.ts';
import { draftsRoutes } from './features/drafts/drafts.routes.ts';
import { navigationViewsRoutes } from './features/navigation-views/navigation-views.routes.ts';
import { onboardingRoutes } from './features/onboarding/onboarding.routes.ts';
import { playgroundsRoutes } from './features/playgrounds/playgrounds.routes.ts';
import { reminderHandler } from './features/reminders/reminders.actions.ts';
import { remindersRoutes } from './features/reminders/reminders.routes.ts';
import { reportsRoutes } from './features/reports/reports.routes.ts';
import { Retention } from './features/retention/retention.actions.ts';
import { scheduledMessageHandler } from './features/scheduled-messages/scheduled-messages.actions.ts';
import { scheduledMessagesRoutes } from './features/scheduled-messages/scheduled-messages.routes.ts';
import { prepareSetup } from './features/setup/setup.actions.ts';
import { setupPages } from './features/setup/setup.pages.ts';
import { welcomeRoutes } from './features/sign-up/welcome.routes.ts';
import { snippetsRoutes } from './features/snippets/snippets.routes.ts';
import { Arrivals } from './features/uploads/arrivals.ts';
import { userStatusRoutes } from './features/user-status/user-status.routes.ts';
import { Feed } from './feed/feed.ts';
import type { Presenters } from './feed/present.ts';
import { type Filing, type FilingOptions, openFiling } from './filing.ts';
import { authRoutes } from './identity/auth/auth.routes.ts';
import { jwtRoutes } from './identity/auth/jwt.routes.ts';
import type { JwtSettings } from './identity/auth/jwt.ts';
import { KeyHolders } from './identity/auth/key-holders.queries.ts';
import { keysRoutes } from './identity/auth/keys.routes.ts';
import { groupsRoutes } from './identity/groups/groups.routes.ts';
import { presentUserGroup } from './identity/membership/group-events.present.ts';
import { presentPresence } from './identity/presence/presence.present.ts';
import { presenceRoutes } from './identity/presence/presence.routes.ts';
import { PresenceReports } from './identity/presence/presence-reports.ts';
import { profileFieldsRoutes } from './identity/profile-fields/profile-fields.routes.ts';
import { deactivationRoutes } from './identity/realm/deactivation.routes.ts';
import { promoteFullMembers } from './identity/realm/full-members.actions.ts';
import { outsideServicesRoutes } from './identity/realm/outside-services.routes.ts';
import { realmRoutes } from './identity/realm/realm.routes.ts';
import { announceRestart } from './identity/realm/restart.actions.ts';
import { basicGate } from './identity/sessions/gate.ts';
import { SessionUses } from './identity/sessions/sessions.actions.ts';
import { sessionsRoutes } from './identity/sessions/sessions.routes.ts';
import { presentRealmUser } from './identity/users/users.present.ts';
import { usersRoutes } from './identity/users/users.routes.ts';
import type { ResultChecking } from './kit/http/check-result.ts';
import type { Dispatch, Gate, Observation } from './kit/http/dispatch.ts';
import { formPages } from './kit/http/form-page.ts';
import { openRequestGuard } from './kit/http/request-guard.ts';
import type { Route } from './kit/http/route.ts';
import { routeTable } from './kit/http/router.ts';
import { listen } from './kit/http/server.ts';
import { Idempotency, pruneIdempotencyKeys } from './kit/idempotency.ts';
import { type JobHandler, JobRunner } from './kit/jobs.ts';
import { every, Lifecycle } from './kit/lifecycle.ts';
import { LinkKeys } from './kit/link-keys.ts';
import { Outbound } from './kit/outbound.ts';
import type { AddressRange } from './kit/outbound-addresses.ts';
import { openRateLimits, type RateLimitRules, type RateLimits } from './kit/rate-limits.ts';
import { pages } from './pages/pages.ts';
import { openWeb, type Web } from './pages/web.ts';

/** Requests under way get so long to end when the server stops. */
const STOP_PATIENCE_MS = 5000;
const HEARTBEAT_MS = 50_000;
/** New members become full members so late at most. */
const PROMOTION_MS = 10 * 60_000;
/** Records of repeatable requests are removed so late at most. */
const PRUNING_MS = 60 * 60_000;
/** Messages that are kept no longer are deleted so late at most. */
const RETENTION_MS = 60 * 60_000;

export interface AppOptions extends FilingOptions, BaseOptions, EntranceOptions, PushOptions {
  host: string;
  port: number;
  dev: boolean;
  /** Addresses that are not public and may be called all the same. */
  outbound_allow?: readonly AddressRange[];
  /** Such addresses that push services of browsers may have: every account may name one. */
  web_push_allow?: readonly AddressRange[];
  /** Where video calls are held; left out for Jitsi's public server alone. */
  calls?: CallSettings;
  checking: ResultChecking;
  /** What another site signs tokens with that let its people in; null, as when left out, for none. */
  jwt?: JwtSettings | null;
  /** Answers requests to loopback host names only; as `dev`, where left out. */
  loopback_only?: boolean;
  /** Null: nothing is limited. */
  rate_limits: RateLimitRules | null;
  /** Proxies whose X-Forwarded-For is believed. */
  trusted_proxies?: readonly AddressRange[];
  heartbeat_ms?: number;
  /** For so long a server that is told to stop goes on and says that it is not ready, so that nobody sends it more. */
  drain_ms?: number;
  report?(error: unknown): void;
  observe?(observation: Observation): void;
}

export interface App extends Base {
  readonly url: string;
  readonly port: number;
  readonly feed: Feed;
  readonly jobs: JobRunner;
  readonly filing: Filing;
  readonly web: Web;
  /** What lets somebody set the server up in a browser; null where there is an organization already. */
  setupKey(): Promise<string | null>;
  stop(): Promise<void>;
}

const presenters: Presenters = {
  realm_emoji: presentEmojiChange,
  message: presentMessage,
  update_message: presentUpdate,
  delete_message: presentDeletion,
  update_message_flags: presentFlags,
  realm_user: presentRealmUser,
  user_topic: presentUserTopic,
  muted_topics: presentMutedTopics,
  presence: presentPresence,
  typing: presentTyping,
  typing_edit_message: presentEditing,
  user_group: presentUserGroup,
  realm_linkifiers: presentLinkifiers,
  stream: presentChannelEvent,
  subscription: presentSubscriptionEvent,
};

function routes(
  { store, writer, keys }: Base,
  feed: Feed,
  presence: PresenceReports,
  filing: Filing,
  options: Pick<AppOptions, 'calls' | 'dev' | 'push' | 'jwt'> & { limits: RateLimits | null; gate: Gate },
): Route[] {
  const { dev, limits } = options;
  const calls = options.calls ?? NO_CALLS;
  const server = {
    dev,
    push_notifications_enabled: Boolean(options.push),
    call_providers: availableProviders(calls),
    jitsi_server_url: calls.jitsi_server_url,
    upload_quota_mib: writer.caps.of('upload-mib-per-organization'),
  };
  return [
    ...authRoutes({ keys, store, writer, dev, logins: limits?.login ?? null }),
    ...jwtRoutes({ keys, store, writer, jwt: options.jwt ?? null }),
    ...realmRoutes(server),
    ...deactivationRoutes,
    ...usersRoutes,
    ...profileFieldsRoutes,
    ...keysRoutes(keys, limits?.login ?? null),
    ...sessionsRoutes({ store, writer, logins: limits?.login ?? null }),
    ...botsRoutes(keys, filing.parts),
    ...botStorageRoutes,
    ...groupsRoutes,
    ...channelsRoutes,
    ...subscriptionsRoutes,
    ...messagesRoutes,
    ...readStateRoutes,
    ...submessagesRoutes,
    ...messageEditsRoutes,
    ...topicsRoutes,
    ...reactionsRoutes,
    ...reportsRoutes,
    ...welcomeRoutes,
    ...typingRoutes(feed, store.db),
    ...devicesRoutes,
    ...draftsRoutes,
    ...snippetsRoutes,
    ...navigationViewsRoutes,
    ...alertWordsRoutes,
    ...userTopicsRoutes,
    ...mutedUsersRoutes,
    ...presenceRoutes(presence, store.db),
    ...userStatusRoutes,
    ...foldersRoutes,
    ...linkifiersRoutes,
    ...playgroundsRoutes,
    ...onboardingRoutes,
    ...outsideServicesRoutes,
    ...scheduledMessagesRoutes,
    ...remindersRoutes,
    ...eventsRoutes({ store, writer, feed, server, gate: options.gate }),
  ];
}

/** Who does the work that writes promise. */
function jobHandlers(_base: Base): JobHandler[] {
  return [moveMessagesHandler, scheduledMessageHandler, reminderHandler];
}

export function startApp(
  options: AppOptions,
  life = new Lifecycle(options.report ?? ((error) => console.error(error))),
): Promise<App> {
  return life.startUp(() => start(options, life));
}

async function start(options: AppOptions, life: Lifecycle): Promise<App> {
  const base = await openServingBase(options, life);
  const { store, writer, clock, vault } = base;
  const report = options.report ?? ((error) => console.error(error));
  const feed = new Feed({
    store,
    writer,
    clock,
    loadReader: (user_id) => loadReader(store.db, user_id),
    presenters,
    heartbeat_ms: options.heartbeat_ms ?? HEARTBEAT_MS,
  });
  const presence = new PresenceReports({ store, writer, feed, clock });
  await life.start('presence', presence);
  const limits = options.rate_limits && openRateLimits(options.rate_limits, clock);
  const gate = basicGate(base.keys, clock, new SessionUses(writer));
  const secret = base.keys.derive('files');
  const outbound = new Outbound({ allow: options.outbound_allow });
  const filing = openFiling(options, { store, writer, clock, gate, secret, data: options.data, outbound, report });
  await life.start('files', { stop: () => filing.close() });
  const idempotency = new Idempotency(vault, base.keys.derive('idempotency'));
  const kit: Dispatch = {
    idempotency,
    incoming: filing.incoming,
    arrivals: new Arrivals(store.db, writer.caps),
    store,
    writer,
    clock,
    gate,
    checking: options.checking,
    limits,
    trusted_proxies: options.trusted_proxies ?? [],
    report,
    observe: options.observe,
  };
  const own_keys = new OwnKeys(writer, vault);
  const push_allow = options.web_push_allow ?? [];
  const push = openPush({ store, writer, clock, vault, outbound }, options);
  const links = new LinkKeys(base.keys.derive('links'));
  const missed_mail = openMissedMail({ store, writer, clock, links }, Boolean(options.mail));
  const entrance = openEntrance({ ...base, links, limits }, options, missed_mail.composers);
  const jobs = new JobRunner({ store, writer, clock, report }, [
    ...push.job_handlers,
    webPushHandler({ store, clock, vault, outbound: new Outbound({ allow: push_allow }), keys: own_keys }),
    ...missed_mail.job_handlers,
    ...entrance.job_handlers,
    ...jobHandlers(base),
    outgoingWebhookHandler(store, outbound),
    filing.job_handler,
    filing.exports.job_handler,
  ]);
  const key = base.keys.derive('calls');
  const calls = callRoutes(options.calls ?? NO_CALLS, { store, writer, clock, vault, outbound, key });
  const web = openWeb();
  let is_draining = false;
  await life.start('event queues', feed);
  await promoteFullMembers(store, writer);
  await announceRestart(store, writer);
  const server = listen({
    host: options.host,
    port: options.port,
    api: routeTable(
      kit,
      [
        ...push.routes,
        ...webPushRoutes(own_keys, vault, push_allow),
        ...entrance.routes,
        ...routes(base, feed, presence, filing, { ...options, limits, gate }),
        ...filing.routes,
        ...calls.routes,
      ],
      [...filing.raw, ...calls.raw, ...incomingWebhookRoutes(writer, new KeyHolders(base.keys))],
    ),
    pages: new Map([
      ...pages({
        store,
        writer,
        feed,
        jobs,
        files: filing.parts.files,
        data: options.data,
        isDraining: () => is_draining,
      }),
      ...web.pages,
      ...formPages(kit, [...entrance.pages, ...missed_mail.pages], web.door),
      ...setupPages(kit, Boolean(options.mail), options.dev),
    ]),
    kit,
    guard: openRequestGuard(kit, options.loopback_only ?? options.dev),
  });
  let closing: Promise<void> | null = null;
  const stopTakingRequests = () => {
    closing ??= server.stop(STOP_PATIENCE_MS);
    feed.endPolls();
    return closing;
  };
  await life.start('requests', { stop: stopTakingRequests });
  await life.start('jobs', jobs);
  const backlog = new SearchBacklog(store, writer);
  await life.start('search', { start: () => void backlog.run().catch(report), stop: () => backlog.stop() });
  const retention = new Retention(store, writer);
  const expire = () => retention.run(clock.now());
  await life.start('retention timer', every(RETENTION_MS, expire, report));
  await life.start('retention', { start: () => void expire().catch(report), stop: () => retention.stop() });
  await life.start(
    'promotion',
    every(PROMOTION_MS, () => promoteFullMembers(store, writer), report),
  );
  await life.start(
    'pruning',
    every(PRUNING_MS, () => pruneIdempotencyKeys(writer, clock), report),
  );
  await life.start('exports', filing.exports);
  // Stopped first, but not awaited: polls end at once, other requests while the jobs do.
  await life.start('polls', { stop: () => void stopTakingRequests() });
  let stopping: Promise<void> | null = null;
  const stop = () => {
    is_draining = true;
    stopping ??= sleep(options.drain_ms ?? 0).then(() => life.stop());
    return stopping;
  };
  const setupKey = () => prepareSetup(writer, links);
  return { ...base, feed, jobs, filing, web, setupKey, url: server.url, port: server.port, stop };
}
