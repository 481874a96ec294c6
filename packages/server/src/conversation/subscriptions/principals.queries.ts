// Resolves `principals` of a call: people by id or address, or the caller.
import { BadRequest, Refused, type UserId } from '@stoa/contract';
import { emailHost } from '../../identity/realm/realm.queries.ts';
import { findHiddenAmong } from '../../identity/users/user-access.queries.ts';
import { apiEmail, maySeeEmail, type UserRow } from '../../identity/users/users.present.ts';
import { findUsers, findUsersById, getUserRow, viewer } from '../../identity/users/users.queries.ts';
import type { Actor } from '../../kit/access/actor.ts';
import type { Connection } from '../../kit/database/connection.ts';
import { emailKey } from '../../kit/text/email-addresses.ts';

/** Without duplicates, in the order named. Throws unless all are active accounts that the actor may see. [SB5] [UA3] */
export async function findPrincipals(
  db: Connection,
  actor: Actor,
  principals: readonly UserId[] | readonly string[] | undefined,
): Promise<UserRow[]> {
  const { realm_id } = actor.realm;
  if (!principals || principals.length === 0) return [await getUserRow(db, realm_id, actor.user_id)];
  const named = [...new Set<UserId | string>(principals)];
  const found: ReadonlyMap<string | UserId, UserRow> =
    typeof named[0] === 'string'
      ? await byAddress(db, actor)
      : new Map((await findUsersById(db, realm_id, named as UserId[])).map((user) => [user.user_id, user]));
  const users = named.map((name) => found.get(typeof name === 'string' ? emailKey(name) : name));
  const ids = users.flatMap((user) => user?.user_id ?? []);
  const hidden = await findHiddenAmong(db, actor, ids);
  const people = new Map<UserId, UserRow>();
  for (const [at, principal] of named.entries()) {
    const user = users[at];
    if (!user || hidden.has(user.user_id))
      throw BadRequest(
        typeof principal === 'string' ? `Invalid email '${principal}'` : `Invalid user ID: ${principal}`,
      );
    if (!user.is_active) throw Refused('person_gone', { name: user.full_name });
    people.set(user.user_id, user);
  }
  return [...people.values()];
}

/** Accounts by the addresses the actor may know: a hidden address matches nobody. */
async function byAddress(db: Connection, actor: Actor): Promise<ReadonlyMap<string, UserRow>> {
  const host = emailHost(actor.realm);
  const requester = viewer(actor, false);
  const people = new Map<string, UserRow>();
  for (const user of await findUsers(db, actor.realm.realm_id)) {
    people.set(emailKey(apiEmail(user, host)), user);
    if (maySeeEmail(user, requester)) people.set(emailKey(user.email), user);
  }
  return people;
}
