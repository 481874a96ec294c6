// Endpoints of external services that this server cannot be configured for. They return the documented errors.
import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { BadRequest } from '../kit/errors.ts';
import { state } from '../kit/state.ts';

const refused = { access: 'user', errors: [BadRequest], refused: true } as const;
const call = z.object({ url: z.string() });

export const createConstructorGroupsCall = endpoint({
  ...refused,
  id: 'create-constructor-groups-video-call',
  method: 'POST',
  path: '/calls/constructorgroups/create',
  scope: 'send',
  result: () => call,
  summary: 'Create a Constructor Groups call; this provider cannot be configured',
  since: 460,
});
export const getMessagesSummary = endpoint({
  ...refused,
  id: 'get-messages-summary',
  method: 'GET',
  path: '/messages/summary',
  scope: 'read',
  params: () => z.object({ narrow: z.array(z.unknown()).nullable().default(null) }),
  result: () => z.object({ summary: z.string() }),
  summary: 'Summarize messages; no language model can be configured',
});
export const registerRemotePushDevice = endpoint({
  ...refused,
  id: 'register-remote-push-device',
  method: 'POST',
  path: '/remotes/push/e2ee/register',
  scope: 'key',
  params: () =>
    z.object({
      realm_uuid: z.string(),
      token_id: z.string(),
      encrypted_push_registration: z.string(),
      bouncer_public_key: z.string(),
    }),
  summary: 'Register a device of another server; this server is not a push service for others',
  since: 406,
});

/** Empty or null, as clients expect of servers without these services. */
export const outsideServices = {
  giphy: state({ fetch: ['giphy'], fields: () => z.object({ giphy_api_key: z.string() }) }),
  tenor: state({ fetch: ['tenor'], fields: () => z.object({ tenor_api_key: z.string() }) }),
  billing: state({
    fetch: ['realm_billing'],
    fields: () => z.object({ realm_billing: z.object({ has_pending_sponsorship_request: z.boolean() }) }),
  }),
  /** Words ignored by search: none. */
  stop_words: state({ fetch: ['stop_words'], fields: () => z.object({ stop_words: z.array(z.string()) }) }),
};
