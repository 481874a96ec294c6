// Events of changed organization settings: single settings, or groups that change together.
import { z } from 'zod';
import { event } from '../kit/event.ts';
import { GroupSettingValue } from '../kit/values.ts';
import { REALM_PERMISSION_NAMES, type RealmPermission } from './permission-settings.ts';
import { REALM_SETTINGS } from './realm-settings.ts';

export const realmUpdate = event({
  type: 'realm',
  op: 'update',
  fields: () =>
    z.object({
      /** The name of the setting, without `realm_`. */
      property: z.string(),
      value: z.union([z.string(), z.boolean(), z.int().nullable()]),
    }),
  summary: 'A setting of the organization has changed.',
});

type PermissionShape = { [Name in RealmPermission]: typeof GroupSettingValue };

export const realmUpdateDict = event({
  type: 'realm',
  op: 'update_dict',
  fields: () =>
    z.object({
      property: z.enum(['default', 'icon', 'logo', 'night_logo']),
      data: z
        .strictObject({
          description: z.string(),
          rendered_description: z.string(),
          allow_message_editing: REALM_SETTINGS.allow_message_editing.schema,
          message_content_edit_limit_seconds: REALM_SETTINGS.message_content_edit_limit_seconds.schema,
          jitsi_server_url: REALM_SETTINGS.jitsi_server_url.schema,
          topics_policy: REALM_SETTINGS.topics_policy.schema,
          mandatory_topics: z.boolean(),
          icon_url: z.string(),
          icon_source: z.enum(['G', 'U']),
          logo_url: z.string(),
          logo_source: z.enum(['D', 'U']),
          night_logo_url: z.string(),
          night_logo_source: z.enum(['D', 'U']),
          push_notifications_enabled: z.boolean(),
          push_notifications_enabled_end_timestamp: z.int().nullable(),
          ...(Object.fromEntries(REALM_PERMISSION_NAMES.map((name) => [name, GroupSettingValue])) as PermissionShape),
        })
        .partial(),
    }),
  summary: 'Related settings of the organization, or permissions, have changed.',
});
