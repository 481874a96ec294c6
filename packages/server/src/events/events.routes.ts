// Registering, polling and deleting event queues.
import { deleteQueue, getEvents, registerQueue } from '@stoa/contract';
import type { PollEnd } from '../feed/live-queue.ts';
import { isExpired, tokenExpired } from '../identity/access-tokens/access-tokens.rules.ts';
import type { Actor, TokenGrant } from '../kit/access/actor.ts';
import { type ActionContext, action, type PendingResponse, RawResult, type Route, wait } from '../kit/http/route.ts';
import { seconds } from '../kit/time/clock.ts';
import type { Services } from '../slice/services.ts';
import { register } from './register.ts';

type EventServices = Pick<Services, 'store' | 'writer' | 'feed' | 'facts' | 'gate' | 'state' | 'clock'>;

function poll(
  services: EventServices,
  { actor, realm, signal }: ActionContext,
  queue_id: string,
  last_event_id: number | null,
  dont_block: boolean,
  pending: PendingResponse,
): Promise<void> {
  const { user_id, session_id, token } = actor;
  const owner = { realm_id: realm.realm_id, user_id, token_id: token?.token_id ?? null };
  const is_lasting = session_id === undefined && !token;
  const waiting = is_lasting ? pending : new NamingCredentials(services, actor, pending);
  const end = token ? endingWithToken(services, token, signal) : signal;
  return services.feed
    .poll({ ...owner, queue_id, last_event_id, dont_block, signal: end }, waiting)
    .catch((error) => waiting.fail(error));
}

// Objects made in scopes of their own: a waiting poll keeps no more than it needs.

/** A poll of a token ends when the token does, within half a second. [TK8] */
const endingWithToken = ({ clock }: EventServices, token: TokenGrant, signal: AbortSignal): PollEnd => ({
  get aborted() {
    return signal.aborted || isExpired(token, seconds(clock.now()));
  },
});

/** If the queue ended with its session or token, the error must name that. Nothing is delivered to a token that expired. [SS5] [TK8] */
class NamingCredentials implements PendingResponse {
  constructor(
    private readonly services: EventServices,
    private readonly actor: Actor,
    private readonly pending: PendingResponse,
  ) {}

  succeed(result: RawResult): void {
    const { token } = this.actor;
    if (token && isExpired(token, seconds(this.services.clock.now()))) this.fail(tokenExpired());
    else this.pending.succeed(result);
  }

  fail(error: unknown): void {
    const { gate, store } = this.services;
    void gate.refresh(store.db, this.actor).then(
      () => this.pending.fail(error),
      (refused) => this.pending.fail(refused),
    );
  }
}

/** The response to a poll that has registered its queue says where the queue begins. [EV17] */
const namingPosition = (last_event_id: number, pending: PendingResponse): PendingResponse => ({
  succeed: ({ fields }) => pending.succeed(new RawResult(`${fields},"last_event_id":${last_event_id}`)),
  fail: (error) => pending.fail(error),
});

export function eventsRoutes(services: EventServices): Route[] {
  const { feed } = services;
  return [
    action(
      registerQueue,
      async ({ actor, realm, now }, params) => {
        const { result } = await register(services, { actor, realm, now }, params);
        return result;
      },
      { reads: true },
    ),
    wait(
      getEvents,
      async (context, params, pending) => {
        const { queue_id, last_event_id = null, dont_block } = params;
        if (queue_id !== undefined) return poll(services, context, queue_id, last_event_id, dont_block, pending);
        const registered = await register(services, context, { ...params, fetch_event_types: [] });
        const position = registered.last_event_id;
        const naming = namingPosition(position, pending);
        return poll(services, context, registered.queue_id!, position, dont_block, naming);
      },
      () => feed.hold(),
    ),
    action(deleteQueue, async ({ actor, realm }, { queue_id }) => {
      await feed.end(queue_id, {
        realm_id: realm.realm_id,
        user_id: actor.user_id,
        token_id: actor.token?.token_id ?? null,
      });
      return {};
    }),
  ];
}
