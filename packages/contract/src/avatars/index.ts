// Profile pictures: uploading your own, or returning to the one derived from the email address.
import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { slice } from '../kit/slice.ts';
import { LIMITS } from '../realm/server-facts.ts';
import { BadImage, RealmUploadQuota } from '../shapes/errors.ts';
import { realmUserUpdate } from '../shapes/users.events.ts';

const result = z.object({ avatar_url: z.string() });

export const uploadAvatar = endpoint({
  id: 'upload-own-avatar',
  method: 'POST',
  path: '/users/me/avatar',
  access: 'user',
  scope: 'manage',
  result: () => result,
  errors: [BadImage, RealmUploadQuota],
  emits: [realmUserUpdate],
  summary: 'Upload a profile picture',
  files_limit_mib: LIMITS.max_avatar_file_size_mib,
});

export const deleteAvatar = endpoint({
  id: 'delete-own-avatar',
  method: 'DELETE',
  path: '/users/me/avatar',
  access: 'user',
  scope: 'manage',
  result: () => result,
  emits: [realmUserUpdate],
  summary: 'Return to the picture derived from your email address',
});

export const avatarsContract = slice({
  name: 'avatars',
  endpoints: { uploadAvatar, deleteAvatar },
});
