// Listing, changing and archiving channels, and listing their subscribers. Spec 4.1.
import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { ExpectationMismatch, GroupSettingUpdate } from '../kit/group-setting.ts';
import { ChannelId, UserId } from '../kit/values.ts';
import { realmUpdate } from '../realm/realm.events.ts';
import { Channel, type ChannelPermission, channelPermissions, TOPICS_POLICIES } from '../shapes/channel.ts';
import { subscriptionAdd, subscriptionPeerAdd } from '../shapes/subscriptions.events.ts';
import { defaultStreams, streamCreate, streamDelete, streamUpdate } from './channels.events.ts';

export const getStreams = endpoint({
  id: 'get-streams',
  method: 'GET',
  path: '/streams',
  access: 'spectator',
  scope: 'read',
  params: () =>
    z.object({
      include_public: z.boolean().default(true),
      include_web_public: z.boolean().default(false),
      include_subscribed: z.boolean().default(true),
      exclude_archived: z.boolean().default(true),
      /** Every channel the caller can know of; for administrators, all channels. */
      include_all: z.boolean().default(false),
      /** Deprecated name of `include_all`. */
      include_all_active: z.boolean().default(false),
      /** Adds `is_default` to each channel. */
      include_default: z.boolean().default(false),
      /** For bots: the channels their owner is subscribed to. */
      include_owner_subscribed: z.boolean().default(false),
      include_can_access_content: z.boolean().default(false),
    }),
  result: () => z.object({ streams: z.array(Channel.extend({ is_default: z.boolean().optional() })) }),
  compressed: true,
  summary: 'List the channels the caller can know of',
});

export const getStream = endpoint({
  id: 'get-stream-by-id',
  method: 'GET',
  path: '/streams/{stream_id}',
  access: 'spectator',
  scope: 'read',
  params: () => z.object({ stream_id: ChannelId }),
  result: () => z.object({ stream: Channel }),
  summary: 'Get a channel by its id',
});

export const getStreamId = endpoint({
  id: 'get-stream-id',
  method: 'GET',
  path: '/get_stream_id',
  access: 'user',
  scope: 'read',
  params: () => z.object({ stream: z.string() }),
  result: () => z.object({ stream_id: ChannelId }),
  summary: 'Get the id of a channel by its name',
});

const PERMISSION_NAMES = Object.keys(channelPermissions) as ChannelPermission[];
const permissionUpdates = Object.fromEntries(
  PERMISSION_NAMES.map((name) => [name, GroupSettingUpdate.optional()]),
) as Record<ChannelPermission, z.ZodOptional<typeof GroupSettingUpdate>>;

export const updateStream = endpoint({
  id: 'update-stream',
  method: 'PATCH',
  path: '/streams/{stream_id}',
  access: 'user',
  scope: 'administer',
  params: () =>
    z.object({
      stream_id: ChannelId,
      new_name: z.string().optional(),
      /** Markdown. */
      description: z.string().optional(),
      is_private: z.boolean().optional(),
      is_web_public: z.boolean().optional(),
      /** When absent while `is_private` changes: true for public channels. */
      history_public_to_subscribers: z.boolean().optional(),
      is_default_stream: z.boolean().optional(),
      message_retention_days: z.union([z.int(), z.enum(['realm_default', 'unlimited'])]).optional(),
      /** False unarchives the channel. */
      is_archived: z.boolean().optional(),
      folder_id: z.int().nullable().optional(),
      topics_policy: z.enum(TOPICS_POLICIES).optional(),
      ...permissionUpdates,
    }),
  /** These can show messages to more people, give somebody rights, or delete messages. */
  fresh_password: ({ is_private, is_web_public, history_public_to_subscribers, message_retention_days, ...others }) =>
    is_private === false ||
    is_web_public === true ||
    history_public_to_subscribers === true ||
    message_retention_days !== undefined ||
    PERMISSION_NAMES.some((name) => others[name] !== undefined),
  errors: [ExpectationMismatch],
  emits: [streamUpdate, streamCreate, streamDelete, defaultStreams, subscriptionAdd, subscriptionPeerAdd],
  summary: 'Change a channel',
});

export const archiveStream = endpoint({
  id: 'archive-stream',
  method: 'DELETE',
  path: '/streams/{stream_id}',
  access: 'user',
  scope: 'key',
  params: () => z.object({ stream_id: ChannelId }),
  fresh_password: true,
  emits: [streamUpdate, streamDelete, defaultStreams, realmUpdate],
  summary: 'Archive a channel',
});

export const addDefaultStream = endpoint({
  id: 'add-default-stream',
  method: 'POST',
  path: '/default_streams',
  access: 'administrator',
  scope: 'administer',
  params: () => z.object({ stream_id: ChannelId }),
  emits: [defaultStreams],
  summary: 'Add a channel to the default channels of new accounts',
});

export const removeDefaultStream = endpoint({
  id: 'remove-default-stream',
  method: 'DELETE',
  path: '/default_streams',
  access: 'administrator',
  scope: 'administer',
  params: () => z.object({ stream_id: ChannelId }),
  emits: [defaultStreams],
  summary: 'Remove a channel from the default channels of new accounts',
});

export const getSubscribers = endpoint({
  id: 'get-subscribers',
  method: 'GET',
  path: '/streams/{stream_id}/members',
  access: 'user',
  scope: 'read',
  params: () => z.object({ stream_id: ChannelId }),
  result: () => z.object({ subscribers: z.array(UserId) }),
  summary: 'List the subscribers of a channel',
});
