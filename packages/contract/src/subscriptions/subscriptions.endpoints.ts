// Joining, creating and leaving channels.
import { z } from 'zod';
import { realmBotUpdate } from '../bots/bots.ts';
import { streamCreate, streamDelete } from '../channels/channels.events.ts';
import { endpoint } from '../kit/endpoint.ts';
import { UserId } from '../kit/values.ts';
import { flagsAdd, flagsRemove } from '../read-state/read-state.events.ts';
import { channelPermissions, TOPICS_POLICIES } from '../shapes/channel.ts';
import { ChannelNameDoesNotExist } from '../shapes/errors.ts';
import { IncludeSubscribers, Subscription } from '../shapes/subscription.ts';
import {
  subscriptionAdd,
  subscriptionPeerAdd,
  subscriptionPeerRemove,
  subscriptionRemove,
  subscriptionUpdate,
} from '../shapes/subscriptions.events.ts';

const Principals = z.union([z.array(UserId), z.array(z.string())]);
const optionalPermissions = z.object(channelPermissions).partial().shape;

export const getSubscriptions = endpoint({
  id: 'get-subscriptions',
  method: 'GET',
  path: '/users/me/subscriptions',
  access: 'user',
  scope: 'read',
  params: () => z.object({ include_subscribers: IncludeSubscribers }),
  result: () => z.object({ subscriptions: z.array(Subscription) }),
  compressed: true,
  summary: 'List your subscriptions',
});

export const subscribe = endpoint({
  id: 'subscribe',
  method: 'POST',
  path: '/users/me/subscriptions',
  access: 'user',
  scope: 'manage',
  params: () =>
    z.object({
      subscriptions: z
        .array(z.object({ name: z.string(), description: z.string().optional() }))
        .min(1)
        .max(500),
      /** User ids or email addresses; defaults to the caller. */
      principals: Principals.optional(),
      /** If false, channels the caller cannot join are listed instead of failing the call. */
      authorization_errors_fatal: z.boolean().default(true),
      /** Announce new public channels in the organization's announcement channel. */
      announce: z.boolean().default(false),
      invite_only: z.boolean().default(false),
      is_web_public: z.boolean().default(false),
      is_default_stream: z.boolean().default(false),
      history_public_to_subscribers: z.boolean().optional(),
      message_retention_days: z.union([z.int(), z.enum(['realm_default', 'unlimited'])]).default('realm_default'),
      topics_policy: z.enum(TOPICS_POLICIES).optional(),
      folder_id: z.int().nullable().optional(),
      /** Send a direct message to people whom somebody else subscribes to existing channels. */
      send_new_subscription_messages: z.boolean().default(true),
      ...optionalPermissions,
    }),
  result: () =>
    z.object({
      /** Channel names by user id. */
      subscribed: z.record(z.string(), z.array(z.string())),
      already_subscribed: z.record(z.string(), z.array(z.string())),
      /** With `authorization_errors_fatal` false: channels the caller cannot join. */
      unauthorized: z.array(z.string()).optional(),
      /** Present if requested: false when too many people were subscribed to notify them. */
      new_subscription_messages_sent: z.boolean().optional(),
    }),
  emits: [streamCreate, subscriptionAdd, flagsAdd, subscriptionPeerAdd],
  summary: 'Subscribe to channels, creating those that do not exist',
});

export const unsubscribe = endpoint({
  id: 'unsubscribe',
  method: 'DELETE',
  path: '/users/me/subscriptions',
  access: 'user',
  scope: 'manage',
  params: () =>
    z.object({
      subscriptions: z.array(z.string()).min(1).max(500),
      principals: Principals.optional(),
      /** Keeps the caller's bots in channels that the caller can no longer read. */
      keep_bots: z.boolean().default(false),
    }),
  result: () => z.object({ removed: z.array(z.string()), not_removed: z.array(z.string()) }),
  errors: [ChannelNameDoesNotExist],
  emits: [flagsAdd, subscriptionRemove, flagsRemove, subscriptionPeerRemove, streamDelete, realmBotUpdate],
  summary: 'Unsubscribe from channels',
});

export const updateSubscriptions = endpoint({
  id: 'update-subscriptions',
  method: 'PATCH',
  path: '/users/me/subscriptions',
  access: 'user',
  scope: 'manage',
  params: () =>
    z.object({
      /** Names of channels to leave. */
      delete: z.array(z.string()).max(500).default([]),
      add: z
        .array(z.object({ name: z.string(), color: z.string().optional(), description: z.string().optional() }))
        .max(500)
        .default([]),
    }),
  result: () =>
    z.object({
      /** Channel names, by the caller's id. */
      subscribed: z.record(z.string(), z.array(z.string())),
      already_subscribed: z.record(z.string(), z.array(z.string())),
      removed: z.array(z.string()),
      not_removed: z.array(z.string()),
    }),
  errors: [ChannelNameDoesNotExist],
  emits: [
    flagsAdd,
    flagsRemove,
    streamCreate,
    streamDelete,
    subscriptionAdd,
    subscriptionRemove,
    subscriptionPeerAdd,
    subscriptionPeerRemove,
    subscriptionUpdate,
    realmBotUpdate,
  ],
  summary: 'Leave channels and join others in one call',
});
