// Every command there is, in the order the help shows them.
import { check } from './check.ts';
import type { Command } from './command.ts';
import { init } from './init.ts';
import { organizationFullAccess, organizationReactivate } from './organization.ts';
import { serve } from './serve.ts';
import { userCreate } from './user-create.ts';
import { userDeactivate, userReactivate, userResetKey, userSetRole } from './user-edit.ts';
import { userList } from './user-list.ts';
import { userGrant, userRevoke } from './user-permissions.ts';

export const commands: readonly Command[] = [
  init,
  serve,
  userCreate,
  userList,
  userDeactivate,
  userReactivate,
  userSetRole,
  userGrant,
  userRevoke,
  userResetKey,
  organizationReactivate,
  organizationFullAccess,
  check,
];
