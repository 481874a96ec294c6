// Profile values as a part of accounts.

import type { RealmId, User, UserId } from '@stoa/contract';
import { getOrSet } from '../../kit/collections/get-or-set.ts';
import type { Connection } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';

export type ProfileData = NonNullable<User['profile_data']>;

interface ValueRow {
  readonly user_id: UserId;
  readonly field_id: number;
  readonly value: string;
  /** HTML for Markdown types. */
  readonly rendered_value: string | null;
}

/** The values of everybody, of one person, or of a range of ids. */
export async function findProfileData(
  db: Connection,
  realm_id: RealmId,
  who: UserId | readonly [first: number, last: number] | null = null,
): Promise<ReadonlyMap<UserId, ProfileData>> {
  const [first, last] = typeof who === 'number' ? [who, who] : (who ?? []);
  const range = who === null ? sql.nothing : sql`and user_id >= ${first!} and user_id <= ${last!}`;
  const rows = await db.all<ValueRow>(
    sql`select user_id, field_id, value, rendered_value from custom_profile_values
     join custom_profile_fields on custom_profile_fields.id = field_id where realm_id = ${realm_id} ${range}`,
  );
  const found = new Map<UserId, ProfileData>();
  for (const { user_id, field_id, value, rendered_value } of rows)
    getOrSet(found, user_id, (): ProfileData => ({}))[field_id] =
      rendered_value === null ? { value } : { value, rendered_value };
  return found;
}

/** An account with its values; bots have none. [PF13] */
export function withProfileData(user: User, values: ReadonlyMap<UserId, ProfileData>): User {
  return user.is_bot ? user : { ...user, profile_data: values.get(user.user_id) ?? {} };
}
