// A restart of the server, as registered clients see it.
import { z } from 'zod';
import { event, type ReceivedEvent } from '../kit/event.ts';
import type { ClientState, Reducer } from '../kit/state.ts';
import { versions } from './server-settings.ts';

export const restartEvent = event({
  type: 'restart',
  fields: () => z.object({ ...versions, server_generation: z.int() }),
  summary: 'The server was restarted, perhaps as a newer version.',
});

export const reduceRestart: Reducer = (state: ClientState, event: ReceivedEvent): ClientState => {
  if (event.type !== 'restart') return state;
  const { service_feature_level, zulip_feature_level, zulip_version, zulip_merge_base, server_generation } = event;
  const version_fields = { service_feature_level, zulip_feature_level, zulip_version, zulip_merge_base };
  return { ...state, ...version_fields, ...('server_generation' in state ? { server_generation } : {}) };
};
