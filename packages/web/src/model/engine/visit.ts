// The live data of a visitor, who has no account. Without one there is no event queue: what is read is fetched again when
// asked for, or when there is a new message. [WB288]
import type { Client } from '@stoa/sdk';
import { WEB_PUBLIC } from '../../base/views/visitor-view.ts';
import { Connection } from '../session/connection.ts';
import { REGISTRATION } from '../session/registration.ts';
import type { State } from '../state/state.ts';
import { visitorState } from '../state/visitor-state.ts';
import { Engine } from './engine.ts';

export interface Visit {
  readonly engine: Engine;
  /** Fetches everything on the screen again; rejects like its calls. */
  refresh(): Promise<void>;
  /** Whether a message was sent since the last refresh: one small call. */
  hasNews(): Promise<boolean>;
}

const TYPES = ['realm', 'realm_emoji', 'realm_linkifiers', 'realm_playgrounds'];
const CHANNELS = { include_public: false, include_subscribed: false, include_web_public: true };

/** Without an account, the server answers no other narrow. [MS18] */
export const readingWebPublic = (client: Client): Client => ({
  ...client,
  getMessages: ({ narrow = [], ...params } = {}, options) =>
    client.getMessages({ ...params, narrow: [...narrow, WEB_PUBLIC] }, options),
});

async function fetchState(client: Client): Promise<State> {
  const { client_capabilities } = REGISTRATION;
  const [registered, { streams }, { members }] = await Promise.all([
    client.registerQueue({
      event_types: TYPES,
      client_gravatar: false,
      include_subscribers: 'false',
      client_capabilities,
    }),
    client.getStreams(CHANNELS),
    client.getUsers({ client_gravatar: false }),
  ]);
  return visitorState({ registered, streams, members });
}

/** The id of the newest message that visitors may read; 0 if there is none. */
async function findNewest(client: Client): Promise<number> {
  const { messages } = await client.getMessages({ anchor: 'newest', num_before: 1, num_after: 0 });
  return messages[0]?.id ?? 0;
}

/** Rejects like the calls: with an ApiError if the organization lets nobody read without an account. */
export async function openVisit(): Promise<Visit> {
  const connection = new Connection({}, async ({ response }) => response);
  const client = readingWebPublic(connection.client);
  const transport = { client, quiet_client: client, status: connection.status, close: () => connection.close() };
  try {
    let [newest, state] = await Promise.all([findNewest(client), fetchState(client)]);
    const feed = { state, queue_id: '', async *changes() {}, async close() {} };
    const engine = new Engine(transport, feed, null);
    let running: Promise<void> | null = null;
    const refresh = async () => {
      [newest, state] = await Promise.all([findNewest(client), fetchState(client)]);
      engine.startOver(state);
    };
    return {
      engine,
      refresh: () => {
        running ??= refresh().finally(() => {
          running = null;
        });
        return running;
      },
      hasNews: async () => (await findNewest(client)) > newest,
    };
  } catch (error) {
    connection.close();
    throw error;
  }
}
