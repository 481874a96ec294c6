// `stoa user grant` and `revoke`: permissions that come with no role and only the operator grants.
import { setSpecialPermission } from '../identity/users/special-permissions.actions.ts';
import { SPECIAL_PERMISSIONS, type SpecialPermission } from '../identity/users/special-permissions.queries.ts';
import { UsageError } from './command.ts';
import type { OrganizationValues } from './organization-settings.ts';
import { print } from './terminal.ts';
import { withAccount } from './user-edit.ts';

function parsePermission(word: string): SpecialPermission {
  const permission = SPECIAL_PERMISSIONS.find((name) => name === word);
  if (!permission) throw new UsageError(`a permission is one of ${SPECIAL_PERMISSIONS.join(', ')}, not "${word}"`);
  return permission;
}

const changing =
  (name: 'grant' | 'revoke') =>
  async (values: OrganizationValues, [word, text]: readonly string[]): Promise<number> => {
    const permission = parsePermission(text!);
    await withAccount(values, word!, async ({ writer }, realm, { user_id, email }) => {
      await writer.write(realm.realm_id, (context) =>
        setSpecialPermission(context, user_id, permission, name === 'grant'),
      );
      print(name === 'grant' ? `${email} has ${permission} now.` : `${email} no longer has ${permission}.`);
    });
    return 0;
  };

export const userGrant = changing('grant');
export const userRevoke = changing('revoke');
