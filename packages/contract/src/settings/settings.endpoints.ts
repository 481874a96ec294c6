// Changing your own settings, those of others as an administrator, and the defaults of new accounts. Spec 4.7.
import { z } from 'zod';
import { exportConsentChanged } from '../exports/index.ts';
import { endpoint } from '../kit/endpoint.ts';
import type { NeededScope } from '../kit/token-scope.ts';
import { GroupId, UserId } from '../kit/values.ts';
import { PasskeyProof } from '../shapes/passkey-proof.ts';
import { realmUserUpdate } from '../shapes/users.events.ts';
import { realmUserSettingsDefaultsUpdate, userSettingsUpdate } from './settings.events.ts';
import { defaultableSettings, settingSchemas, UserSettings } from './user-settings.ts';

const TargetUsers = z.strictObject({
  user_ids: z.array(UserId).default([]),
  group_ids: z.array(GroupId).default([]),
  /** Skips accounts that have already set a value. */
  skip_if_already_edited: z.boolean().default(false),
});

const params = () =>
  UserSettings.partial().extend({
    /** IANA name, or empty. */
    timezone: z.string().optional(),
    full_name: z.string().optional(),
    email: z.string().optional(),
    /** Required with `new_password`, unless `passkey` is there. */
    old_password: z.string().optional(),
    /** In place of `old_password`: the answer of a passkey to a challenge of `begin-passkey-confirmation`. */
    passkey: PasskeyProof.optional(),
    new_password: z.string().optional(),
    /** For administrators: the accounts to change, instead of your own. */
    target_users: TargetUsers.optional(),
    /** The same as `skip_if_already_edited` in `target_users`. */
    skip_if_already_edited: z.boolean().optional(),
  });

const shared = {
  method: 'PATCH',
  access: 'user',
  params,
  /** Address and password give control of the account. */
  scope: ({ email, new_password, old_password, passkey }: z.output<ReturnType<typeof params>>): NeededScope =>
    [email, new_password, old_password, passkey].every((value) => value === undefined) ? 'manage' : 'key',
  emits: [userSettingsUpdate, realmUserUpdate, exportConsentChanged],
  /** These expose private messages, or change other accounts. */
  fresh_password: ({ allow_private_data_export, target_users }: z.output<ReturnType<typeof params>>) =>
    allow_private_data_export === true || target_users !== undefined,
} as const;

export const updateSettings = endpoint({
  ...shared,
  id: 'update-settings',
  path: '/settings',
  summary: 'Change your own settings, name or password',
});

export const updateDisplaySettings = endpoint({
  ...shared,
  id: 'update-display-settings',
  path: '/settings/display',
  summary: 'Deprecated name of `PATCH /settings`',
});

export const updateNotificationSettings = endpoint({
  ...shared,
  id: 'update-notification-settings',
  path: '/settings/notifications',
  summary: 'Deprecated name of `PATCH /settings`',
});

export const updateUserSettingsDefaults = endpoint({
  id: 'update-realm-user-settings-defaults',
  method: 'PATCH',
  path: '/realm/user_settings_defaults',
  access: 'administrator',
  scope: 'key',
  params: () => z.object(settingSchemas(defaultableSettings)).partial(),
  fresh_password: true,
  emits: [realmUserSettingsDefaultsUpdate],
  summary: 'Change the default settings of new accounts',
});
