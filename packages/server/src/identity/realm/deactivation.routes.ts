// Deactivating the organization.
import { BadRequest, deactivateRealm } from '@stoa/contract';
import { type Route, write } from '../../kit/http/route.ts';
import { deactivateOrganization } from './deactivation.actions.ts';

export const deactivationRoutes: Route[] = [
  write(deactivateRealm, async (context, { deletion_delay_days }) => {
    if (deletion_delay_days !== null)
      throw BadRequest('This server keeps the data of deactivated organizations; whoever runs it can delete it.');
    await deactivateOrganization(context, context.realm.realm_id);
    return {};
  }),
];
