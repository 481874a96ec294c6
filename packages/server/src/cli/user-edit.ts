// `stoa user deactivate`, `reactivate`, `set-role`, `reset-password`, `reset-key`, `disable-two-factor` and `disconnect`:
// changes to one account.
import type { UserId } from '@stoa/contract';
import type { Base } from '../base.ts';
import { forgetIdentities } from '../features/single-sign-on/external-identities.actions.ts';
import { reactivateAccount } from '../identity/account-changes/account-changes.actions.ts';
import { checkSecret } from '../identity/auth/secret-mark.actions.ts';
import { createResetLink } from '../identity/password-reset/reset-links.actions.ts';
import { removeSecondFactors } from '../identity/two-factor/two-factor.actions.ts';
import { deactivateAccount, resetApiKey, setRole } from '../identity/users/users.actions.ts';
import type { UserRow } from '../identity/users/users.present.ts';
import { findUserByEmail, findUsersById } from '../identity/users/users.queries.ts';
import type { Realm } from '../kit/access/actor.ts';
import { roleName } from '../kit/access/role-names.ts';
import type { WriteContext } from '../kit/write/write-context.ts';
import { CommandError } from './command.ts';
import type { OrganizationValues } from './organization-settings.ts';
import { parseRole } from './roles.ts';
import { pickRealm, requireStore, withStore } from './store.ts';
import { print, printRow } from './terminal.ts';
import type { ResetKeyValues } from './user-sign-in-declarations.ts';
import { writingZuliprc } from './zuliprc.ts';

/** Opens the store and finds an account by email address or id. */
export async function withAccount<T>(
  values: OrganizationValues,
  word: string,
  work: (base: Base, realm: Realm, user: UserRow) => Promise<T>,
): Promise<T> {
  requireStore(values);
  return withStore(values, async (base) => {
    const { db } = base.store;
    const realm = await pickRealm(db, values.org);
    const user = /^\d{1,15}$/.test(word)
      ? (await findUsersById(db, realm.realm_id, [Number(word) as UserId]))[0]
      : await findUserByEmail(db, realm, word);
    if (!user || user.is_system_bot) throw new CommandError(`there is no account "${word}" in "${realm.name}"`);
    return work(base, realm, user);
  });
}

export async function userDeactivate(values: OrganizationValues, [word]: readonly string[]): Promise<number> {
  await withAccount(values, word!, async ({ writer }, realm, user) => {
    await writer.write(realm.realm_id, (context) => deactivateAccount(context, realm, user.user_id));
    print(`Deactivated ${user.email}.`);
  });
  return 0;
}

export async function userReactivate(values: OrganizationValues, [word]: readonly string[]): Promise<number> {
  await withAccount(values, word!, async ({ writer }, realm, user) => {
    await writer.write(realm.realm_id, (context) => reactivateAccount(context, realm, user, null));
    print(`${user.email} is active again; 'stoa user reset-key' shows a key.`);
  });
  return 0;
}

export async function userSetRole(values: OrganizationValues, [word, text]: readonly string[]): Promise<number> {
  const role = parseRole(text!);
  await withAccount(values, word!, async ({ writer }, realm, user) => {
    await writer.write(realm.realm_id, (context) => setRole(context, realm, user.user_id, role));
    print(`${user.email} is ${roleName(role)} now.`);
  });
  return 0;
}

export async function userResetPassword(values: OrganizationValues, [word]: readonly string[]): Promise<number> {
  await withAccount(values, word!, async ({ writer }, realm, user) => {
    const { url } = await writer.write(realm.realm_id, (context) => createResetLink(context, realm, user, null));
    print(url);
  });
  return 0;
}

export async function userDisableTwoFactor(values: OrganizationValues, [word]: readonly string[]): Promise<number> {
  await withAccount(values, word!, async ({ writer }, realm, user) => {
    const remove = (context: WriteContext) => removeSecondFactors(context, user.user_id);
    const { was_on, passkeys } = await writer.write(realm.realm_id, remove);
    print(`Two-factor sign-in of ${user.email} ${was_on ? 'is off now' : 'was off'}.`);
    if (passkeys > 0) print(`Removed passkeys: ${passkeys}.`);
  });
  return 0;
}

export async function userDisconnect(values: OrganizationValues, [word]: readonly string[]): Promise<number> {
  await withAccount(values, word!, async ({ writer }, realm, user) => {
    const forgotten = await writer.write(realm.realm_id, (context) => forgetIdentities(context, user.user_id));
    print(
      forgotten > 0
        ? `${user.email} is connected to nobody at an identity provider now.`
        : `${user.email} was connected to nobody at an identity provider.`,
    );
  });
  return 0;
}

export async function userResetKey(values: ResetKeyValues, [word]: readonly string[]): Promise<number> {
  await writingZuliprc(values.zuliprc, (write) =>
    withAccount(values, word!, async ({ writer, keys }, realm, user) => {
      await checkSecret(writer, keys, false);
      const generation = await writer.write(realm.realm_id, (context) => resetApiKey(context, realm, user.user_id));
      const key = keys.keyOf(user.user_id, generation);
      write({ email: user.email, key, site: realm.url });
      if (values.zuliprc === undefined) printRow([user.user_id, user.email, key]);
      else print(`The new API key is in ${values.zuliprc}.`);
    }),
  );
  return 0;
}
