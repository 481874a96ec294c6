// Every read of profile fields and their values.

import {
  CUSTOM_PROFILE_FIELD_TYPES,
  type InitialState,
  type ProfileField,
  type RealmId,
  Refused,
} from '@stoa/contract';
import type { Connection } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';

/** `use_for_user_matching` is sent only if true. */
type FieldRow = Omit<ProfileField, 'use_for_user_matching'> & { use_for_user_matching: boolean };

function presentField({ use_for_user_matching, ...field }: FieldRow): ProfileField {
  return { ...field, ...(use_for_user_matching ? { use_for_user_matching } : {}) };
}

/** As clients see them, in the order they are shown. */
export async function findProfileFields(db: Connection, realm_id: RealmId): Promise<ProfileField[]> {
  const rows = await db.all<FieldRow>(
    sql`select id, type, "order", name, hint, field_data, display_in_profile_summary, required, editable_by_user,
       use_for_user_matching
     from custom_profile_fields where realm_id = ${realm_id} order by "order", id`,
  );
  return rows.map(presentField);
}

/** Throws if the organization has no such field. [PF9] */
export function pickField(fields: readonly ProfileField[], field_id: number): ProfileField {
  const field = fields.find(({ id }) => id === field_id);
  if (!field) throw Refused('field_unknown', { field: field_id });
  return field;
}

export async function findProfileFieldsState(db: Connection, realm_id: RealmId): Promise<Partial<InitialState>> {
  return {
    custom_profile_fields: await findProfileFields(db, realm_id),
    custom_profile_field_types: CUSTOM_PROFILE_FIELD_TYPES,
  };
}
