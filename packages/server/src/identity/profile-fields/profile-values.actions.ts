// Every write of profile values; everybody who may see them is told.

import {
  BadRequest,
  type ProfileField,
  type ProfileValues,
  type RealmId,
  Refused,
  realmUserUpdate,
  type UserId,
} from '@stoa/contract';
import type { Realm } from '../../kit/access/actor.ts';
import type { Connection, Transaction } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import { findProfileData } from '../users/profile-data.queries.ts';
import { everybodySeeing, findHiddenAmong, type Reader } from '../users/user-access.queries.ts';
import type { UserRow } from '../users/users.present.ts';
import { findUsersById } from '../users/users.queries.ts';
import { findProfileFields, pickField } from './profile-fields.queries.ts';
import { checkEditable, checkValue, renderValue, usersIn } from './profile-values.rules.ts';

type Owner = Pick<UserRow, 'user_id' | 'is_bot'>;

interface Editing {
  readonly by_administrator: boolean;
  /** Values can name only people whom the reader sees; left out: anybody. */
  readonly reader?: Reader;
}

/** Sets all given values or none; null clears. If a field is named twice, the last value counts. [PF10] */
export async function setProfileData(
  context: WriteContext,
  realm: Realm,
  user: Owner,
  data: ProfileValues,
  { by_administrator, reader }: Editing,
): Promise<void> {
  if (data.length === 0) return;
  if (user.is_bot) throw BadRequest('Bots have no custom profile fields.');
  const { tx } = context;
  const { user_id } = user;
  const fields = await findProfileFields(tx, realm.realm_id);
  const present = (await findProfileData(tx, realm.realm_id, user_id)).get(user_id) ?? {};
  for (const [id, input] of new Map(data.map(({ id, value }) => [id, value]))) {
    const field = pickField(fields, id);
    checkEditable(field, by_administrator);
    const before = present[id]?.value ?? null;
    const value = checkValue(field, input);
    if (value === before) continue;
    const named_before = usersIn(field, before);
    const added = usersIn(field, value).filter((person) => !named_before.includes(person));
    await checkPeople(tx, realm, added, reader);
    await setValue(context, realm, user, field, value);
  }
}

/** Throws unless the people are active, and the reader sees them. [PF10] */
async function checkPeople(
  db: Connection,
  { realm_id }: Realm,
  added: readonly UserId[],
  reader: Reader | undefined,
): Promise<void> {
  const found = new Map((await findUsersById(db, realm_id, added)).map((user) => [user.user_id, user]));
  const hidden = reader && (await findHiddenAmong(db, reader, added));
  for (const user_id of added) {
    const user = found.get(user_id);
    if (!user || hidden?.has(user_id)) throw Refused('person_inactive', { person: user_id });
    if (!user.is_active) throw Refused('value_person_deactivated', { person: user_id });
    if (user.is_bot) throw BadRequest(`User with ID ${user_id} is a bot`);
  }
}

async function setValue(
  { tx, emit, origin, record }: WriteContext,
  { realm_id }: Realm,
  user: Owner,
  field: ProfileField,
  value: string | null,
): Promise<void> {
  const { id } = field;
  const { user_id } = user;
  const rendered_value = value === null ? null : await storeValue(tx, user_id, field, value);
  if (value === null)
    await tx.run(sql`delete from custom_profile_values where user_id = ${user_id} and field_id = ${id}`);
  // One's own profile is one's own affair.
  if (origin.acting_user_id !== user_id) record({ kind: 'account_profile_changed', user_id, name: field.name });
  const custom_profile_field = { id, value, ...(rendered_value === null ? {} : { rendered_value }) };
  emit(realmUserUpdate, { person: { user_id, custom_profile_field } }, await everybodySeeing(tx, realm_id, user));
}

/** Stores a checked value; returns its HTML. Nobody is told. */
export async function storeValue(
  tx: Transaction,
  user_id: UserId,
  field: Pick<ProfileField, 'id' | 'type'>,
  value: string,
): Promise<string | null> {
  const rendered_value = renderValue(field, value);
  await tx.run(
    sql`insert into custom_profile_values (user_id, field_id, value, rendered_value) values (${user_id}, ${field.id}, ${value}, ${rendered_value})
     on conflict (user_id, field_id) do update set value = excluded.value, rendered_value = excluded.rendered_value`,
  );
  return rendered_value;
}

/** Clears some values of a field for everybody. */
export async function removeValues(
  context: WriteContext,
  realm_id: RealmId,
  field_id: number,
  values: readonly string[],
): Promise<void> {
  const { tx, emit } = context;
  const custom_profile_field = { id: field_id, value: null };
  for (const value of values) {
    const holders = await tx.all<{ user_id: UserId }>(
      sql`delete from custom_profile_values where field_id = ${field_id} and value = ${value} returning user_id`,
    );
    for (const { user_id } of holders) {
      const audience = await everybodySeeing(tx, realm_id, { user_id, is_bot: false });
      emit(realmUserUpdate, { person: { user_id, custom_profile_field } }, audience);
    }
  }
}
