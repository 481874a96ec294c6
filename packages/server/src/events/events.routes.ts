// Registering, polling and deleting event queues.
import { deleteQueue, getEvents, registerQueue } from '@stoa/contract';
import type { Actor } from '../kit/actor.ts';
import { type ActionContext, action, type PendingAnswer, RawResult, type Route, wait } from '../kit/http/route.ts';
import type { Services } from '../slice/services.ts';
import { register } from './register.ts';

type EventServices = Pick<Services, 'store' | 'writer' | 'feed' | 'facts' | 'gate' | 'state'>;

function poll(
  services: EventServices,
  { actor, realm, signal }: ActionContext,
  queue_id: string,
  last_event_id: number | null,
  dont_block: boolean,
  pending: PendingAnswer,
): Promise<void> {
  const { realm_id } = realm;
  const { user_id, session_id } = actor;
  const waiting = session_id === undefined ? pending : namingSession(services, actor, pending);
  const request = { queue_id, realm_id, user_id, last_event_id, dont_block, signal };
  return services.feed.poll(request, waiting).catch((error) => waiting.fail(error));
}

// Objects made in scopes of their own: a waiting poll keeps no more than it needs.

/** If the queue ended with its session, the error must name the session. [SS5] */
const namingSession = ({ gate, store }: EventServices, actor: Actor, pending: PendingAnswer): PendingAnswer => ({
  answer: (result) => pending.answer(result),
  fail: (error) =>
    void gate.refresh(store.db, actor).then(
      () => pending.fail(error),
      (refused) => pending.fail(refused),
    ),
});

/** The response to a poll that has registered its queue says where the queue begins. [EV17] */
const namingPosition = (last_event_id: number, pending: PendingAnswer): PendingAnswer => ({
  answer: ({ fields }) => pending.answer(new RawResult(`${fields},"last_event_id":${last_event_id}`)),
  fail: (error) => pending.fail(error),
});

export function eventsRoutes(services: EventServices): Route[] {
  const { feed } = services;
  return [
    action(registerQueue, async ({ actor, realm, now }, params) => {
      const { answer } = await register(services, { actor, realm, now }, params);
      return answer;
    }),
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
      await feed.end(queue_id, realm.realm_id, actor.user_id);
      return {};
    }),
  ];
}
