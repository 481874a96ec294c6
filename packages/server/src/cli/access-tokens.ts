// `stoa access-token list` and `revoke`: the access tokens of an organization's accounts.
import { revokeToken } from '../identity/access-tokens/access-tokens.actions.ts';
import { listTokensOfRealm } from '../identity/access-tokens/access-tokens.queries.ts';
import type { AccessTokenListValues } from './access-token-declarations.ts';
import type { OrganizationValues } from './organization-settings.ts';
import { pickRealm, withStoreToRead } from './store.ts';
import { print, printRow } from './terminal.ts';
import { revokeById, timeOf } from './tokens.ts';

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

export const accessTokenRevoke = (values: OrganizationValues, [word]: readonly string[]): Promise<number> =>
  revokeById(values, word!, revokeToken);
