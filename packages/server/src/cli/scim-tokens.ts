// `stoa scim-token create`, `list` and `revoke`: the keys of identity providers that manage accounts.
import { createScimToken, revokeScimToken } from '../features/scim/scim-tokens.actions.ts';
import { listScimTokens } from '../features/scim/scim-tokens.queries.ts';
import { hasUnusableCharacter, isInvisible } from '../kit/text/name-characters.ts';
import { UsageError } from './command.ts';
import type { OrganizationValues } from './organization-settings.ts';
import type { ScimTokenListValues } from './scim-token-declarations.ts';
import { pickRealm, requireStore, withStore, withStoreToRead } from './store.ts';
import { print, printRow } from './terminal.ts';
import { revokeById, timeOf } from './tokens.ts';

const NAME_MAX = 60;

function checkName(word: string): string {
  const name = word.trim();
  if (isInvisible(name) || [...name].length > NAME_MAX || hasUnusableCharacter(name))
    throw new UsageError(`the name of a token is one line of at most ${NAME_MAX} characters`);
  return name;
}

export async function scimTokenCreate(values: OrganizationValues, [word]: readonly string[]): Promise<number> {
  const name = checkName(word!);
  requireStore(values);
  await withStore(values, async ({ store, writer }) => {
    const { realm_id } = await pickRealm(store.db, values.org);
    print(await writer.write(realm_id, (context) => createScimToken(context, realm_id, name)));
  });
  return 0;
}

export async function scimTokenList(values: ScimTokenListValues): Promise<number> {
  await withStoreToRead(values, async (db) => {
    const { realm_id } = await pickRealm(db, values.org);
    for (const { token_id, name, created_at, last_used_at } of await listScimTokens(db, realm_id)) {
      const times = {
        created_at: timeOf(created_at),
        last_used_at: last_used_at === null ? null : timeOf(last_used_at),
      };
      if (values.json) print(JSON.stringify({ token_id, name, ...times }));
      else printRow([token_id, name, times.created_at, times.last_used_at ?? 'never']);
    }
  });
  return 0;
}

export const scimTokenRevoke = (values: OrganizationValues, [word]: readonly string[]): Promise<number> =>
  revokeById(values, word!, revokeScimToken);
