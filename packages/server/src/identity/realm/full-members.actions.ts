// Updates who is a full member: as time passes, and when the waiting period changes.

import {
  type RealmId,
  type RealmSettings,
  ROLE,
  type UserId,
  userGroupAddMembers,
  userGroupRemoveMembers,
} from '@stoa/contract';
import type { Store } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';
import { seconds } from '../../kit/time/clock.ts';
import { announceAndMake } from '../../kit/write/hooks.ts';
import type { Writer } from '../../kit/write/write.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import { membersChanging } from '../membership/membership.hooks.ts';
import { findContaining, systemGroupIds } from '../membership/membership.queries.ts';
import { FULL_MEMBERS } from '../membership/system-groups.ts';
import { getRealmSettings } from './realm-settings.queries.ts';

const DAY_SECONDS = 24 * 60 * 60;
/** Later than any joining time: everybody is a full member. */
const ALWAYS = Number.MAX_SAFE_INTEGER;

/** Sets the joining time of full members as of now, and announces who becomes or stops being one. [GR4] */
export async function moveFullMembers(
  context: WriteContext,
  realm_id: RealmId,
  { waiting_period_threshold }: Pick<RealmSettings, 'waiting_period_threshold'>,
): Promise<void> {
  const { tx, now, emit, invalidateAccess } = context;
  const row = await tx.get<{ full_members_joined_by: number | null }>(
    sql`select full_members_joined_by from realms where realm_id = ${realm_id}`,
  );
  const before = row!.full_members_joined_by ?? ALWAYS;
  const after = waiting_period_threshold === 0 ? ALWAYS : seconds(now) - waiting_period_threshold * DAY_SECONDS;
  if (before === after) return;
  const moved = await tx.all<{ user_id: UserId }>(
    sql`select user_id from users where realm_id = ${realm_id} and role = ${ROLE.member} and is_active and date_joined > ${Math.min(before, after)} and date_joined <= ${Math.max(before, after)}
     order by user_id`,
  );
  const move = async () => {
    await tx.run(
      sql`update realms set full_members_joined_by = ${after === ALWAYS ? null : after} where realm_id = ${realm_id}`,
    );
  };
  if (moved.length === 0) return move();
  const group_id = (await systemGroupIds(tx, realm_id)).get(FULL_MEMBERS)!;
  const groups = await findContaining(tx, group_id);
  await announceAndMake(context, membersChanging, { realm_id, groups, removes: after < before }, move);
  const user_ids = moved.map(({ user_id }) => user_id);
  invalidateAccess(user_ids);
  emit(after > before ? userGroupAddMembers : userGroupRemoveMembers, { group_id, user_ids }, { everyone: true });
}

/** Promotes members whose waiting period is over, in every organization that has one. */
export async function promoteFullMembers(store: Store, writer: Writer): Promise<void> {
  const waiting = await store.db.all<{ realm_id: RealmId }>(
    sql`select realm_id from realms where full_members_joined_by is not null`,
  );
  for (const { realm_id } of waiting)
    await writer.write(realm_id, async (context) =>
      moveFullMembers(context, realm_id, await getRealmSettings(context.tx, realm_id)),
    );
}
