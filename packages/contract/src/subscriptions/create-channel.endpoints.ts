// Creating one channel with its initial subscribers.
import { z } from 'zod';
import { streamCreate } from '../channels/channels.events.ts';
import { endpoint } from '../kit/endpoint.ts';
import { apiError } from '../kit/errors.ts';
import { ChannelId, UserId } from '../kit/values.ts';
import { subscriptionAdd, subscriptionPeerAdd } from '../shapes/subscriptions.events.ts';
import { subscribe } from './subscriptions.endpoints.ts';

export const ChannelAlreadyExists = apiError({
  code: 'CHANNEL_ALREADY_EXISTS',
  status: 409,
  summary: 'A channel, possibly archived, already has this name.',
});

const kind = () =>
  subscribe.params.omit({ subscriptions: true, principals: true, authorization_errors_fatal: true }).shape;

export const createStream = endpoint({
  id: 'create-channel',
  method: 'POST',
  path: '/channels/create',
  access: 'user',
  scope: 'manage',
  params: () =>
    z.object({
      name: z.string(),
      description: z.string().default(''),
      /** May be empty: then nobody is subscribed, not even the caller. */
      subscribers: z.array(UserId),
      ...kind(),
    }),
  result: () => z.object({ id: ChannelId }),
  errors: [ChannelAlreadyExists],
  emits: [streamCreate, subscriptionAdd, subscriptionPeerAdd],
  summary: 'Create a channel',
  since: 417,
});
