// Reading groups.
import { getUserGroups } from '@stoa/contract';
import { type Route, read } from '../kit/http/route.ts';
import { findGroups } from './groups.queries.ts';

export const groupsRoutes: Route[] = [
  read(getUserGroups, async ({ db, realm }, { include_deactivated_groups }) => ({
    user_groups: await findGroups(db, realm.realm_id, include_deactivated_groups),
  })),
];
