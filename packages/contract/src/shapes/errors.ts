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

export const ChannelWildcardNotAllowed = apiError({
  code: 'STREAM_WILDCARD_MENTION_NOT_ALLOWED',
  status: 400,
  summary: 'The caller may not mention everybody in so large a channel.',
});
export const TopicWildcardNotAllowed = apiError({
  code: 'TOPIC_WILDCARD_MENTION_NOT_ALLOWED',
  status: 400,
  summary: 'The caller may not mention everybody in a topic with so many participants.',
});
