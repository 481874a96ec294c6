// Every write of profile fields. Each change sends everybody all fields.

import { isDeepStrictEqual } from 'node:util';
import {
  BadRequest,
  type createProfileField,
  customProfileFields,
  FIELD_TYPE,
  type ParamsOf,
  type ProfileField,
  type RealmId,
  type updateProfileField,
} from '@stoa/contract';
import { sql } from '../../kit/database/sql.ts';
import { nameKey } from '../../kit/text/name-characters.ts';
import { changesBetween } from '../../kit/write/audit-record.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import { findProfileFields, pickField } from './profile-fields.queries.ts';
import {
  checkFieldData,
  checkFlags,
  checkHint,
  checkName,
  checkNameIsFree,
  checkOrder,
  defaultAccountOf,
} from './profile-fields.rules.ts';
import { removeValues } from './profile-values.actions.ts';
import { removedChoices } from './profile-values.rules.ts';

async function announceFields({ tx, emit }: WriteContext, realm_id: RealmId): Promise<void> {
  emit(customProfileFields, { fields: await findProfileFields(tx, realm_id) }, { everyone: true });
}

/** The stored columns of a field that can change. */
function columnsOf({ id: _, type: __, order: ___, use_for_user_matching, ...columns }: ProfileField) {
  return { ...columns, name_key: nameKey(columns.name), use_for_user_matching: Boolean(use_for_user_matching) };
}

const matching = (wanted: boolean | undefined) => (wanted ? { use_for_user_matching: true as const } : {});

export async function createField(
  context: WriteContext,
  realm_id: RealmId,
  params: ParamsOf<typeof createProfileField>,
): Promise<number> {
  const fields = await findProfileFields(context.tx, realm_id);
  context.caps.check('profile-fields', fields.length);
  const type = params.field_type;
  const field_data = checkFieldData(type, params.field_data);
  const account = defaultAccountOf({ type, field_data });
  const field: ProfileField = {
    id: 0,
    type,
    order: Math.max(0, ...fields.map(({ order }) => order)) + 1,
    name: account?.name ?? checkName(params.name),
    hint: account?.hint ?? checkHint(params.hint),
    field_data,
    display_in_profile_summary: params.display_in_profile_summary ?? false,
    required: params.required ?? false,
    editable_by_user: params.editable_by_user ?? true,
    ...matching(params.use_for_user_matching),
  };
  checkNameIsFree(fields, field.name, null);
  checkFlags(field, fields);
  const columns = { realm_id, type, '"order"': field.order, ...columnsOf(field) };
  const created = await context.tx.get<{ id: number }>(
    sql`insert into custom_profile_fields ${sql.insert(columns)} returning id`,
  );
  context.record({ kind: 'profile_field_added', name: field.name });
  await announceFields(context, realm_id);
  return created!.id;
}

/** Omitted parts stay; equal values cause no change and no event. */
export async function updateField(
  context: WriteContext,
  realm_id: RealmId,
  { field_id, ...changes }: ParamsOf<typeof updateProfileField>,
): Promise<void> {
  const fields = await findProfileFields(context.tx, realm_id);
  const before = pickField(fields, field_id);
  const { use_for_user_matching: was_for_matching, ...rest } = before;
  const after: ProfileField = {
    ...rest,
    name: changes.name === undefined ? before.name : checkName(changes.name),
    hint: changes.hint === undefined ? before.hint : checkHint(changes.hint),
    field_data: changes.field_data === undefined ? before.field_data : checkFieldData(before.type, changes.field_data),
    display_in_profile_summary: changes.display_in_profile_summary ?? before.display_in_profile_summary,
    required: changes.required ?? before.required,
    editable_by_user: changes.editable_by_user ?? before.editable_by_user,
    ...matching(changes.use_for_user_matching ?? was_for_matching),
  };
  if (isDeepStrictEqual(columnsOf(after), columnsOf(before))) return;
  checkDefaultStays(before, after);
  checkNameIsFree(fields, after.name, field_id);
  checkFlags(after, fields);
  // Values are deleted before their choices, so that no client ever has one without the other. [PF9]
  if (after.type === FIELD_TYPE.dropdown)
    await removeValues(context, realm_id, field_id, removedChoices(before.field_data, after.field_data));
  await context.tx.run(sql`update custom_profile_fields set ${sql.set(columnsOf(after))} where id = ${field_id}`);
  const { name_key: _, ...columns } = columnsOf(after);
  const changed = changesBetween(columnsOf(before), columns);
  context.record({ kind: 'profile_field_changed', name: before.name, changes: changed });
  await announceFields(context, realm_id);
}

/** Fields of known external accounts are the same on every server. [PF5] */
function checkDefaultStays(before: ProfileField, after: ProfileField): void {
  const named = ({ name, hint, field_data }: ProfileField) => JSON.stringify([name, hint, field_data]);
  if (!defaultAccountOf(before) && !defaultAccountOf(after)) return;
  if (named(before) !== named(after)) throw BadRequest('Default custom field cannot be updated.');
}

export async function reorderFields(context: WriteContext, realm_id: RealmId, order: readonly number[]): Promise<void> {
  const fields = await findProfileFields(context.tx, realm_id);
  checkOrder(fields, order);
  if (fields.every(({ id }, at) => order[at] === id)) return;
  for (const [at, id] of order.entries())
    await context.tx.run(sql`update custom_profile_fields set "order" = ${at + 1} where id = ${id}`);
  context.record({ kind: 'profile_fields_reordered' });
  await announceFields(context, realm_id);
}

/** Clients drop the values themselves when the field is deleted. [PF9] */
export async function deleteField(context: WriteContext, realm_id: RealmId, field_id: number): Promise<void> {
  const { name } = pickField(await findProfileFields(context.tx, realm_id), field_id);
  await context.tx.run(sql`delete from custom_profile_values where field_id = ${field_id}`);
  await context.tx.run(sql`delete from custom_profile_fields where id = ${field_id}`);
  context.record({ kind: 'profile_field_removed', name });
  await announceFields(context, realm_id);
}
