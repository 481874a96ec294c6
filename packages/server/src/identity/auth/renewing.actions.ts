// Replaces password hashes of other chats, which an import brought. [AU25]
import type { Realm } from '../../kit/access/actor.ts';
import { sql } from '../../kit/database/sql.ts';
import type { Writer } from '../../kit/write/write.ts';
import type { Credentials } from './auth.queries.ts';
import { hashPassword, isOwnHash } from './passwords.ts';

/** `password` was right. Returns the account with the hash that it has now. */
export async function renewPassword(
  writer: Writer,
  { realm_id }: Realm,
  account: Credentials,
  password: string,
): Promise<Credentials> {
  const { password_hash: from, user_id } = account;
  if (from === null || isOwnHash(from)) return account;
  const password_hash = await hashPassword(password);
  // Another sign-in may have replaced it meanwhile, or its owner.
  const changed = await writer.write(realm_id, ({ tx }) =>
    tx.run(
      sql`update users set password_hash = ${password_hash} where user_id = ${user_id} and password_hash = ${from}`,
    ),
  );
  return changed === 1 ? { ...account, password_hash } : account;
}
