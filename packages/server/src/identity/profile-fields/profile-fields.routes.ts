// The profile fields of the organization, and the caller's own values.
import {
  BadRequest,
  createProfileField,
  deleteProfileField,
  getProfileFields,
  type ProfileValues,
  removeProfileData,
  reorderProfileFields,
  updateProfileData,
  updateProfileField,
} from '@stoa/contract';
import { type Actor, isAdministrator } from '../../kit/access/actor.ts';
import { type Route, read, write } from '../../kit/http/route.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import { createField, deleteField, reorderFields, updateField } from './profile-fields.actions.ts';
import { findProfileFields } from './profile-fields.queries.ts';
import { setProfileData } from './profile-values.actions.ts';

async function setOwn(context: WriteContext & { actor: Actor }, data: ProfileValues): Promise<Record<string, never>> {
  const { actor } = context;
  if (actor.is_bot) throw BadRequest('This endpoint does not accept bot requests.');
  await setProfileData(context, actor.realm, actor, data, { by_administrator: isAdministrator(actor), reader: actor });
  return {};
}

export const profileFieldsRoutes: Route[] = [
  read(getProfileFields, async ({ db, realm }) => ({ custom_fields: await findProfileFields(db, realm.realm_id) })),
  write(createProfileField, async (context, params) => ({
    id: await createField(context, context.realm.realm_id, params),
  })),
  write(reorderProfileFields, async (context, { order }) => {
    await reorderFields(context, context.realm.realm_id, order);
    return {};
  }),
  write(updateProfileField, async (context, params) => {
    await updateField(context, context.realm.realm_id, params);
    return {};
  }),
  write(deleteProfileField, async (context, { field_id }) => {
    await deleteField(context, context.realm.realm_id, field_id);
    return {};
  }),
  write(updateProfileData, (context, { data }) => setOwn(context, data)),
  write(removeProfileData, (context, { data }) =>
    setOwn(
      context,
      data.map((id) => ({ id, value: null })),
    ),
  ),
];
