// Records the first login to an account that somebody else created, which then counts as joined. Spec 2.4, section 6.

import { ROLE, type Role, realmUserUpdate, type UserId, userGroupRemoveMembers } from '@stoa/contract';
import type { Realm } from '../../kit/access/actor.ts';
import { sql } from '../../kit/database/sql.ts';
import { seconds } from '../../kit/time/clock.ts';
import { announceAndMake } from '../../kit/write/hooks.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import { membersChanging } from '../membership/membership.hooks.ts';
import { findContaining, systemGroupIds } from '../membership/membership.queries.ts';
import { FULL_MEMBERS } from '../membership/system-groups.ts';
import { everybodySeeing } from './user-access.queries.ts';
import { isoTime } from './users.present.ts';

interface Awaiting {
  readonly role: Role;
  readonly date_joined: number;
  readonly full_members_joined_by: number | null;
  readonly is_imported_stub: boolean;
}

/** Does nothing if the account was signed in to before. [US24] */
export async function recordFirstLogin(
  context: WriteContext,
  { realm_id }: Pick<Realm, 'realm_id'>,
  user_id: UserId,
): Promise<void> {
  const { tx, emit, invalidateAccess } = context;
  const awaiting = await tx.get<Awaiting>(
    sql`select role, date_joined, full_members_joined_by, is_imported_stub from users join realms using (realm_id)
     where user_id = ${user_id} and awaits_first_login`,
  );
  if (!awaiting) return;
  const date_joined = seconds(context.now);
  const join = async () => {
    await tx.run(
      sql`update users set date_joined = ${date_joined}, awaits_first_login = false, is_imported_stub = false where user_id = ${user_id}`,
    );
  };
  const { role, full_members_joined_by } = awaiting;
  const joined_by = full_members_joined_by ?? Number.MAX_SAFE_INTEGER;
  if (role === ROLE.member && awaiting.date_joined <= joined_by && joined_by < date_joined) {
    // The waiting period of new members starts now.
    const group_id = (await systemGroupIds(tx, realm_id)).get(FULL_MEMBERS)!;
    const groups = await findContaining(tx, group_id);
    await announceAndMake(context, membersChanging, { realm_id, groups, removes: false }, join);
    invalidateAccess([user_id]);
    emit(userGroupRemoveMembers, { group_id, user_ids: [user_id] }, { everyone: true });
  } else await join();
  const audience = await everybodySeeing(tx, realm_id, { user_id, is_bot: false });
  if (awaiting.is_imported_stub) emit(realmUserUpdate, { person: { user_id, is_imported_stub: false } }, audience);
  if (date_joined !== awaiting.date_joined)
    emit(realmUserUpdate, { person: { user_id, date_joined: isoTime(date_joined) } }, audience);
}
