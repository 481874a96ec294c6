// The register call: the current state, and a queue that starts exactly where the state ends. Spec 4.22.
import { randomUUID } from 'node:crypto';
import {
  BadRequest,
  DEFAULT_IDLE_QUEUE_TIMEOUT_SECS,
  type EventId,
  type InitialState,
  MAX_IDLE_QUEUE_TIMEOUT_SECS,
  type ParamsOf,
  type registerQueue,
} from '@stoa/contract';
import { queueNarrow } from '../conversation/messages/queue-narrow.ts';
import { withBotDefaults } from '../features/bots/registering.queries.ts';
import type { Feed } from '../feed/feed.ts';
import { countQueues, insertQueue, type QueueOptions, removeOldestQueues } from '../feed/queue.ts';
import { versionFields } from '../identity/realm/realm-state.queries.ts';
import { type Actor, accountable, type Realm } from '../kit/access/actor.ts';
import { RawResult } from '../kit/http/route.ts';
import { fieldsOf } from '../kit/json/json-text.ts';
import { logPosition } from '../kit/write/log-position.ts';
import type { Services } from '../slice/services.ts';
import type { StateFields } from '../slice/state.ts';
import { fetchInitialState } from './initial-state.queries.ts';

type Params = ParamsOf<typeof registerQueue>;
interface RegisteringClient {
  readonly actor: Actor | null;
  readonly realm: Realm;
  readonly now: number;
}

/** Without an account, parameters that depend on one are refused. [EV13] */
function checkSpectator({ client_gravatar, include_subscribers }: Params): void {
  if (client_gravatar) throw BadRequest("Invalid 'client_gravatar' parameter for anonymous request");
  if (String(include_subscribers) === 'true')
    throw BadRequest("Invalid 'include_subscribers' parameter for anonymous request");
}

function idleTimeout(requested_secs: Params['idle_queue_timeout']): number {
  if (requested_secs === undefined) return DEFAULT_IDLE_QUEUE_TIMEOUT_SECS;
  return requested_secs === 'mobile'
    ? MAX_IDLE_QUEUE_TIMEOUT_SECS
    : Math.min(requested_secs, MAX_IDLE_QUEUE_TIMEOUT_SECS);
}

function optionsOf(params: Params, client_gravatar: boolean, { token }: Actor): QueueOptions {
  const { event_types, narrow, all_public_streams, apply_markdown, slim_presence, client_capabilities } = params;
  return {
    event_types: event_types ?? null,
    narrow,
    all_public_streams: all_public_streams ?? false,
    apply_markdown,
    client_gravatar,
    slim_presence,
    capabilities: Object.entries(client_capabilities).flatMap(([name, declared]) => (declared ? [name] : [])),
    ...(token ? { by_token: true } : {}),
  };
}

export interface Registered {
  readonly queue_id: string | null;
  readonly last_event_id: number;
  readonly result: RawResult;
}

type Common = StateFields & Pick<InitialState, 'idle_queue_timeout_secs' | keyof typeof versionFields>;

function registered(common: Common, queue_id: string | null, last_event_id: number): Registered {
  const state: Required<Pick<StateFields, 'queue_id' | 'last_event_id'>> & Common = {
    ...common,
    queue_id,
    last_event_id,
  };
  return { queue_id, last_event_id, result: new RawResult(fieldsOf(state)) };
}

export async function register(
  {
    store,
    writer,
    facts,
    feed,
    state: parts,
  }: Pick<Services, 'store' | 'writer' | 'facts' | 'state'> & { feed: Pick<Feed, 'expectPoll' | 'queues' | 'uptime'> },
  { actor, realm, now }: RegisteringClient,
  request: Params,
): Promise<Registered> {
  const params = actor?.is_bot ? await withBotDefaults(store.db, actor, request) : request;
  if (!actor) checkSpectator(params);
  queueNarrow(params.narrow);
  const client_gravatar = params.client_gravatar ?? actor !== null;
  const fetch = params.fetch_event_types ?? params.event_types ?? null;
  const { state, position } = await store.snapshot(async (db) => ({
    position: await logPosition(db, realm.realm_id),
    state: await fetchInitialState(db, parts, { actor, realm, server: facts, fetch, client_gravatar, now, params }),
  }));
  const idle_queue_timeout_secs = idleTimeout(params.idle_queue_timeout);
  const common = { ...state, ...versionFields, idle_queue_timeout_secs };
  if (!actor) return registered(common, null, -1);
  feed.queues.countNew(realm.realm_id);
  const queue_id = randomUUID();
  const { user_id } = actor;
  const owner_id = accountable(actor);
  const queues = await writer.write(null, async ({ tx }) => {
    await insertQueue(tx, {
      queue_id,
      realm_id: realm.realm_id,
      user_id,
      session_id: actor.session_id ?? null,
      token_id: actor.token?.token_id ?? null,
      options: optionsOf(params, client_gravatar, actor),
      first_event_id: position as EventId,
      last_event_id: position as EventId,
      last_active_at: now,
      active_uptime_ms: feed.uptime.now(),
      idle_queue_timeout_secs,
    });
    return countQueues(tx, owner_id);
  });
  const most = Math.max(1, writer.caps.of('queues-per-account'));
  if (queues > most)
    await writer.write(realm.realm_id, async ({ tx, invalidateAccess }) =>
      invalidateAccess(await removeOldestQueues(tx, owner_id, most)),
    );
  feed.expectPoll(realm.realm_id);
  return registered(common, queue_id, position);
}
