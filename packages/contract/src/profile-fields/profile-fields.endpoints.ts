// Managing profile fields, and setting your own values. Spec 4.9, 4.14.
import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { realmUserUpdate } from '../shapes/users.events.ts';
import { FieldType, ProfileField, ProfileValues } from './profile-field.ts';
import { customProfileFields } from './profile-fields.events.ts';

const settings = {
  /** Required, except for external accounts of the built-in kinds, which have their own names. */
  name: z.string().optional(),
  hint: z.string().optional(),
  /** For dropdowns and external accounts; see `DropdownData` and `ExternalAccountData`. */
  field_data: z.record(z.string(), z.unknown()).optional(),
  display_in_profile_summary: z.boolean().optional(),
  required: z.boolean().optional(),
  editable_by_user: z.boolean().optional(),
  use_for_user_matching: z.boolean().optional(),
};

export const getProfileFields = endpoint({
  id: 'get-custom-profile-fields',
  method: 'GET',
  path: '/realm/profile_fields',
  access: 'user',
  scope: 'read',
  result: () => z.object({ custom_fields: z.array(ProfileField) }),
  summary: 'List the custom profile fields, in order',
});

export const createProfileField = endpoint({
  id: 'create-custom-profile-field',
  method: 'POST',
  path: '/realm/profile_fields',
  access: 'administrator',
  scope: 'administer',
  params: () => z.object({ field_type: FieldType, ...settings }),
  result: () => z.object({ id: z.int() }),
  emits: [customProfileFields],
  summary: 'Create a custom profile field',
});

export const reorderProfileFields = endpoint({
  id: 'reorder-custom-profile-fields',
  method: 'PATCH',
  path: '/realm/profile_fields',
  access: 'administrator',
  scope: 'administer',
  /** The ids of all fields, each exactly once. */
  params: () => z.object({ order: z.array(z.int()) }),
  emits: [customProfileFields],
  summary: 'Reorder the custom profile fields',
});

export const updateProfileField = endpoint({
  id: 'update-custom-profile-field',
  method: 'PATCH',
  path: '/realm/profile_fields/{field_id}',
  access: 'administrator',
  scope: 'administer',
  params: () => z.object({ field_id: z.int(), ...settings }),
  emits: [customProfileFields, realmUserUpdate],
  summary: 'Change a custom profile field; its type cannot change',
});

export const deleteProfileField = endpoint({
  id: 'delete-custom-profile-field',
  method: 'DELETE',
  path: '/realm/profile_fields/{field_id}',
  access: 'administrator',
  scope: 'administer',
  params: () => z.object({ field_id: z.int() }),
  emits: [customProfileFields],
  summary: 'Delete a custom profile field and all of its values',
});

export const updateProfileData = endpoint({
  id: 'update-profile-data',
  method: 'PATCH',
  path: '/users/me/profile_data',
  access: 'user',
  scope: 'manage',
  params: () => z.object({ data: ProfileValues }),
  emits: [realmUserUpdate],
  summary: 'Set your own values of custom profile fields',
});

export const removeProfileData = endpoint({
  id: 'remove-profile-data',
  method: 'DELETE',
  path: '/users/me/profile_data',
  access: 'user',
  scope: 'manage',
  /** Field ids. */
  params: () => z.object({ data: z.array(z.int()) }),
  emits: [realmUserUpdate],
  summary: 'Clear your own values of custom profile fields',
});
