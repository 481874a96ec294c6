// Registering, reading and giving up event queues.
import { deleteQueue, getEvents, registerQueue } from '@stoa/contract';
import type { Feed } from '../feed/feed.ts';
import type { Store } from '../kit/database/connection.ts';
import { action, RawResult, type Route } from '../kit/http/route.ts';
import type { ServerFacts } from '../kit/server-facts.ts';
import type { Writer } from '../kit/write.ts';
import { register } from './register.ts';

export interface EventServices {
  readonly store: Store;
  readonly writer: Writer;
  readonly feed: Feed;
  readonly server: ServerFacts;
}

export function eventsRoutes(services: EventServices): Route[] {
  const { feed } = services;
  return [
    action(registerQueue, async ({ actor, realm, now }, params) => register(services, { actor, realm, now }, params)),
    action(getEvents, async ({ actor, realm, now, signal }, params) => {
      let { queue_id } = params;
      let last_event_id = params.last_event_id ?? null;
      if (queue_id === undefined) {
        const registered = await register(services, { actor, realm, now }, { ...params, fetch_event_types: [] });
        queue_id = registered.queue_id!;
        last_event_id = registered.last_event_id;
      }
      const { realm_id } = realm;
      const { user_id } = actor;
      const ending = `],"queue_id":${JSON.stringify(queue_id)}`;
      // Chained, not awaited: whoever waits here for events should keep nothing else waiting.
      return feed
        .poll({ queue_id, realm_id, user_id, last_event_id, dont_block: params.dont_block, signal })
        .then((texts) => new RawResult(`"events":[${texts.join(',')}${ending}`));
    }),
    action(deleteQueue, async ({ actor, realm }, { queue_id }) => {
      await feed.end(queue_id, realm.realm_id, actor.user_id);
      return {};
    }),
  ];
}
