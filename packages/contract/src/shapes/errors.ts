// The errors of their own that several slices answer with.
import { z } from 'zod';
import { apiError } from '../kit/errors.ts';
import { ChannelId } from '../kit/values.ts';

export const BadImage = apiError({
  code: 'BAD_IMAGE',
  status: 400,
  summary: 'The file is no picture, or not one that this server works with.',
});

export const RealmUploadQuota = apiError({
  code: 'REALM_UPLOAD_QUOTA',
  status: 400,
  summary: 'The organization’s files may not take so much space.',
});

export const ChannelNameDoesNotExist = apiError({
  code: 'STREAM_DOES_NOT_EXIST',
  status: 400,
  summary: 'No channel of this name is visible to the caller.',
  fields: { stream: z.string() },
});

export const ChannelIdDoesNotExist = apiError({
  code: 'STREAM_DOES_NOT_EXIST',
  status: 400,
  summary: 'No channel of this id is visible to the caller.',
  fields: { stream_id: ChannelId },
});
