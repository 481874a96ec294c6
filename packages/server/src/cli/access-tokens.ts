// `stoa access-token list` and `revoke`: the access tokens of an organization's accounts.
import { revokeToken } from '../identity/access-tokens/access-tokens.actions.ts';
import { listTokensOfRealm } from '../identity/access-tokens/access-tokens.queries.ts';
import type { AccessTokenListValues } from './access-token-declarations.ts';
import { CommandError, UsageError } from './command.ts';
import type { OrganizationValues } from './organization-settings.ts';
import { pickRealm, requireStore, withStore, withStoreToRead } from './store.ts';
import { print, printRow } from './terminal.ts';

const timeOf = (at: number) => new Date(at * 1000).toISOString();

export async function accessTokenList(values: AccessTokenListValues): Promise<number> {
  await withStoreToRead(values, async (db) => {
    const { realm_id } = await pickRealm(db, values.org);
    for (const { token_id, user_id, email, name, scopes, ...times } of await listTokensOfRealm(db, realm_id)) {
      const created_at = timeOf(times.created_at);
      const last_used_at = times.last_used_at === null ? null : timeOf(times.last_used_at);
      const expires_at = timeOf(times.expires_at);
      if (values.json)
        print(JSON.stringify({ token_id, user_id, email, name, scopes, created_at, last_used_at, expires_at }));
      else printRow([token_id, email, name, scopes.join(' '), created_at, last_used_at ?? 'never', expires_at]);
    }
  });
  return 0;
}

export async function accessTokenRevoke(values: OrganizationValues, [word]: readonly string[]): Promise<number> {
  if (!/^\d{1,15}$/.test(word!)) throw new UsageError(`a token is named by its id, not by "${word}"`);
  const token_id = Number(word);
  requireStore(values);
  await withStore(values, async ({ store, writer }) => {
    const realm = await pickRealm(store.db, values.org);
    const is_revoked = await writer.write(realm.realm_id, (context) => revokeToken(context, realm.realm_id, token_id));
    if (!is_revoked) throw new CommandError(`there is no token ${token_id} in "${realm.name}"`);
    print(`Token ${token_id} is revoked.`);
  });
  return 0;
}
