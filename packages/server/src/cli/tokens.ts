// What the commands of every kind of token have in common.
import type { RealmId } from '@stoa/contract';
import type { WriteContext } from '../kit/write/write-context.ts';
import { CommandError, UsageError } from './command.ts';
import type { OrganizationValues } from './organization-settings.ts';
import { pickRealm, requireStore, withStore } from './store.ts';
import { print } from './terminal.ts';

/** `at`: seconds since 1970. */
export const timeOf = (at: number): string => new Date(at * 1000).toISOString();

/** `revoke`: false if the organization has no token with the id. */
export async function revokeById(
  values: OrganizationValues,
  word: string,
  revoke: (context: WriteContext, realm_id: RealmId, token_id: number) => Promise<boolean>,
): Promise<number> {
  if (!/^\d{1,15}$/.test(word)) throw new UsageError(`a token is named by its id, not by "${word}"`);
  const token_id = Number(word);
  requireStore(values);
  await withStore(values, async ({ store, writer }) => {
    const realm = await pickRealm(store.db, values.org);
    const is_revoked = await writer.write(realm.realm_id, (context) => revoke(context, realm.realm_id, token_id));
    if (!is_revoked) throw new CommandError(`there is no token ${token_id} in "${realm.name}"`);
    print(`Token ${token_id} is revoked.`);
  });
  return 0;
}
