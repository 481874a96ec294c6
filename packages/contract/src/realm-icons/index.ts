// The organization's icon and logos, for light and dark themes.
import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { slice } from '../kit/slice.ts';
import { realmUpdateDict } from '../realm/realm.events.ts';
import { LIMITS } from '../realm/server-facts.ts';
import { BadImage, RealmUploadQuota } from '../shapes/errors.ts';

const icon = z.object({ icon_url: z.string() });
const night = z.object({
  /** True for the logo of the dark theme. */
  night: z.boolean(),
});

export const uploadRealmIcon = endpoint({
  id: 'upload-realm-icon',
  method: 'POST',
  path: '/realm/icon',
  access: 'administrator',
  scope: 'administer',
  result: () => icon,
  errors: [BadImage, RealmUploadQuota],
  emits: [realmUpdateDict],
  summary: 'Upload the organization’s icon',
  files_limit_mib: LIMITS.max_icon_file_size_mib,
});

export const deleteRealmIcon = endpoint({
  id: 'delete-realm-icon',
  method: 'DELETE',
  path: '/realm/icon',
  access: 'administrator',
  scope: 'administer',
  result: () => icon,
  emits: [realmUpdateDict],
  summary: 'Restore the default icon',
});

export const uploadRealmLogo = endpoint({
  id: 'upload-realm-logo',
  method: 'POST',
  path: '/realm/logo',
  access: 'administrator',
  scope: 'administer',
  params: () => night,
  errors: [BadImage, RealmUploadQuota],
  emits: [realmUpdateDict],
  summary: 'Upload one of the organization’s logos',
  files_limit_mib: LIMITS.max_logo_file_size_mib,
});

export const deleteRealmLogo = endpoint({
  id: 'delete-realm-logo',
  method: 'DELETE',
  path: '/realm/logo',
  access: 'administrator',
  scope: 'administer',
  params: () => night,
  emits: [realmUpdateDict],
  summary: 'Restore a default logo',
});

export const realmIconsContract = slice({
  name: 'realm-icons',
  endpoints: { uploadRealmIcon, deleteRealmIcon, uploadRealmLogo, deleteRealmLogo },
});
