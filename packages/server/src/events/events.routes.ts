// Registering, polling and deleting event queues.
import { deleteQueue, getEvents, registerQueue } from '@stoa/contract';
import type { Actor } from '../kit/actor.ts';
import { type ActionContext, action, RawResult, type Route } from '../kit/http/route.ts';
import type { Services } from '../slice/services.ts';
import { register } from './register.ts';

type EventServices = Pick<Services, 'store' | 'writer' | 'feed' | 'facts' | 'gate' | 'state'>;

function poll(
  services: EventServices,
  { actor, realm, signal }: ActionContext,
  queue_id: string,
  last_event_id: number | null,
  dont_block: boolean,
  more = '',
): Promise<RawResult> {
  const { feed } = services;
  const { realm_id } = realm;
  const { user_id, session_id } = actor;
  return feed
    .poll({ queue_id, realm_id, user_id, last_event_id, dont_block, signal })
    .then(answering(queue_id, more), session_id === undefined ? undefined : namingSession(services, actor));
}

// Closures in scopes of their own: a waiting poll keeps no more than it needs.
const answering = (queue_id: string, more: string) => (texts: string[]) =>
  new RawResult(`"events":[${texts.join(',')}],"queue_id":${JSON.stringify(queue_id)}${more}`);

/** If the queue ended with its session, the error must name the session. [SS5] */
const namingSession =
  ({ gate, store }: EventServices, actor: Actor) =>
  async (error: unknown) => {
    await gate.refresh(store.db, actor);
    throw error;
  };

export function eventsRoutes(services: EventServices): Route[] {
  const { feed } = services;
  return [
    action(registerQueue, async ({ actor, realm, now }, params) => {
      const { answer } = await register(services, { actor, realm, now }, params);
      return answer;
    }),
    // The usual call awaits nothing here: a waiting poll should hold as little memory as possible.
    action(getEvents, (context, params) => {
      const { queue_id, last_event_id = null } = params;
      if (queue_id !== undefined) return poll(services, context, queue_id, last_event_id, params.dont_block);
      return register(services, context, { ...params, fetch_event_types: [] }).then((registered) => {
        const more = `,"last_event_id":${registered.last_event_id}`;
        return poll(services, context, registered.queue_id!, registered.last_event_id, params.dont_block, more);
      });
    }),
    action(deleteQueue, async ({ actor, realm }, { queue_id }) => {
      await feed.end(queue_id, realm.realm_id, actor.user_id);
      return {};
    }),
  ];
}
