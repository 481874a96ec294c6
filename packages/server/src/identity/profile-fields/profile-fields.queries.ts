// Every read of profile fields and of what people have put into them.
import {
  BadRequest,
  CUSTOM_PROFILE_FIELD_TYPES,
  type InitialState,
  type ProfileField,
  type RealmId,
  type User,
  type UserId,
} from '@stoa/contract';
import type { Connection } from '../../kit/database/connection.ts';
import { getOrSet } from '../../kit/get-or-set.ts';

/** `use_for_user_matching` is on the wire only where it is true. */
type FieldRow = Omit<ProfileField, 'use_for_user_matching'> & { use_for_user_matching: boolean };

function presentField({ use_for_user_matching, ...field }: FieldRow): ProfileField {
  return { ...field, ...(use_for_user_matching ? { use_for_user_matching } : {}) };
}

/** As clients see them, in the order they are shown. */
export async function findProfileFields(db: Connection, realm_id: RealmId): Promise<ProfileField[]> {
  const rows = await db.all<FieldRow>(
    `select id, type, "order", name, hint, field_data, display_in_profile_summary, required, editable_by_user,
       use_for_user_matching
     from custom_profile_fields where realm_id = $1 order by "order", id`,
    [realm_id],
  );
  return rows.map(presentField);
}

/** Throws where the organization has no such field. [PF9] */
export function pickField(fields: readonly ProfileField[], field_id: number): ProfileField {
  const field = fields.find(({ id }) => id === field_id);
  if (!field) throw BadRequest(`Field id ${field_id} not found.`);
  return field;
}

export async function findProfileFieldsState(db: Connection, realm_id: RealmId): Promise<Partial<InitialState>> {
  return {
    custom_profile_fields: await findProfileFields(db, realm_id),
    custom_profile_field_types: CUSTOM_PROFILE_FIELD_TYPES,
  };
}

export type ProfileData = NonNullable<User['profile_data']>;

interface ValueRow {
  readonly user_id: UserId;
  readonly field_id: number;
  readonly value: string;
  /** HTML, for the types that are Markdown. */
  readonly rendered_value: string | null;
}

/** The values of everybody who has any, of one person, or of those whose ids are in a range. */
export async function findProfileData(
  db: Connection,
  realm_id: RealmId,
  who: UserId | readonly [first: number, last: number] | null = null,
): Promise<ReadonlyMap<UserId, ProfileData>> {
  const range = typeof who === 'number' ? [who, who] : (who ?? []);
  const rows = await db.all<ValueRow>(
    `select user_id, field_id, value, rendered_value from custom_profile_values
     join custom_profile_fields on custom_profile_fields.id = field_id
     where realm_id = $1${who === null ? '' : ' and user_id >= $2 and user_id <= $3'}`,
    [realm_id, ...range],
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
