// Errors shared by several slices.
import { z } from 'zod';
import { apiError } from '../kit/errors.ts';
import { ChannelId } from '../kit/values.ts';

export const BadImage = apiError({
  code: 'BAD_IMAGE',
  status: 400,
  summary: 'The file is not a picture, or not in a supported format.',
});

export const RealmUploadQuota = apiError({
  code: 'REALM_UPLOAD_QUOTA',
  status: 400,
  summary: 'The storage quota of the organization is exhausted.',
});

export const ChannelNameDoesNotExist = apiError({
  code: 'STREAM_DOES_NOT_EXIST',
  status: 400,
  summary: 'No channel with this name is visible to the caller.',
  fields: { stream: z.string() },
});

export const ChannelIdDoesNotExist = apiError({
  code: 'STREAM_DOES_NOT_EXIST',
  status: 400,
  summary: 'No channel with this id is visible to the caller.',
  fields: { stream_id: ChannelId },
});
