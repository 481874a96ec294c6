// Deactivation of an organization.
import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { BadRequest } from '../kit/errors.ts';
import { event } from '../kit/event.ts';
import { RealmId } from '../kit/values.ts';

export const realmDeactivated = event({
  type: 'realm',
  op: 'deactivated',
  fields: () => z.object({ realm_id: RealmId }),
  summary: 'The organization was deactivated: all further requests are refused.',
});

export const deactivateRealm = endpoint({
  id: 'deactivate-realm',
  method: 'POST',
  path: '/realm/deactivate',
  access: 'owner',
  scope: 'key',
  params: () =>
    z.object({
      /** Days until the data is deleted; ignored, because this server keeps it. */
      deletion_delay_days: z.int().nullable().default(null),
    }),
  fresh_password: true,
  errors: [BadRequest],
  emits: [realmDeactivated],
  summary: 'Deactivate the organization; the server operator can reactivate it',
});
