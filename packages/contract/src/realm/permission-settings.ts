// Every permission with a group-setting value: its default, and the system groups it can be given to.
import { z } from 'zod';
import type { ChannelPermission } from '../shapes/channel.ts';

export const SystemGroupName = z.enum([
  'role:nobody',
  'role:owners',
  'role:administrators',
  'role:moderators',
  'role:fullmembers',
  'role:members',
  'role:everyone',
  'role:internet',
]);
export type SystemGroupName = z.output<typeof SystemGroupName>;

/** The constraints of a permission, so that clients offer only accepted values. */
export const PermissionSetting = z.object({
  /** Must be one system group; users and other groups are refused. */
  require_system_group: z.boolean(),
  allow_internet_group: z.boolean(),
  allow_nobody_group: z.boolean(),
  /** Whether guests can hold it. */
  allow_everyone_group: z.boolean(),
  default_group_name: z.string(),
  default_for_system_groups: z.string().nullable(),
  /** If not empty: the only groups it can be given to. */
  allowed_system_groups: z.array(z.string()),
});
export type PermissionSetting = z.output<typeof PermissionSetting>;

interface Exceptions {
  nobody?: boolean;
  everyone?: boolean;
  system_only?: readonly SystemGroupName[];
  for_system_groups?: SystemGroupName;
}

/** `nobody` and `everyone` say whether the permission can be given to these groups. */
function permission(
  default_group_name: SystemGroupName | 'channel_creator' | 'group_creator',
  { nobody = true, everyone = false, system_only, for_system_groups }: Exceptions = {},
): PermissionSetting {
  return {
    require_system_group: system_only !== undefined,
    allow_internet_group: false,
    allow_nobody_group: nobody,
    allow_everyone_group: everyone,
    default_group_name,
    default_for_system_groups: for_system_groups ?? null,
    allowed_system_groups: [...(system_only ?? [])],
  };
}

export const REALM_PERMISSIONS = {
  /** Accounts outside the group see bots, and people who share a channel or a direct conversation with them. */
  can_access_all_users_group: permission('role:everyone', {
    nobody: false,
    everyone: true,
    system_only: ['role:everyone', 'role:members'],
  }),
  can_add_custom_emoji_group: permission('role:members', { nobody: false }),
  can_add_subscribers_group: permission('role:members'),
  can_create_bots_group: permission('role:members'),
  can_create_groups: permission('role:members', { nobody: false }),
  can_create_private_channel_group: permission('role:members', { nobody: false }),
  can_create_public_channel_group: permission('role:members', { nobody: false }),
  can_create_web_public_channel_group: permission('role:owners', {
    system_only: ['role:moderators', 'role:administrators', 'role:owners', 'role:nobody'],
  }),
  can_create_write_only_bots_group: permission('role:members'),
  can_delete_any_message_group: permission('role:administrators'),
  can_delete_own_message_group: permission('role:everyone', { everyone: true }),
  can_invite_users_group: permission('role:members'),
  can_manage_all_groups: permission('role:owners', { nobody: false }),
  can_manage_billing_group: permission('role:administrators', { nobody: false }),
  can_mention_many_users_group: permission('role:administrators', { everyone: true }),
  can_move_messages_between_channels_group: permission('role:members'),
  can_move_messages_between_topics_group: permission('role:everyone', { everyone: true }),
  can_resolve_topics_group: permission('role:everyone', { everyone: true }),
  can_set_delete_message_policy_group: permission('role:moderators'),
  can_set_topics_policy_group: permission('role:members'),
  can_summarize_topics_group: permission('role:everyone', { everyone: true }),
  create_multiuse_invite_group: permission('role:administrators'),
  direct_message_initiator_group: permission('role:everyone', { everyone: true }),
  direct_message_permission_group: permission('role:everyone', { everyone: true }),
  workplace_users_group: permission('role:everyone', { everyone: true }),
} as const satisfies Record<string, PermissionSetting>;
export type RealmPermission = keyof typeof REALM_PERMISSIONS;
export const REALM_PERMISSION_NAMES = Object.keys(REALM_PERMISSIONS) as RealmPermission[];

/** Only owners change these: they decide who can join and who can manage others. */
export const OWNERS_PERMISSIONS: ReadonlySet<RealmPermission> = new Set([
  'can_create_groups',
  'can_invite_users_group',
  'can_manage_all_groups',
  'can_manage_billing_group',
  'create_multiuse_invite_group',
]);

export const CHANNEL_PERMISSION_SETTINGS: Readonly<Record<ChannelPermission, PermissionSetting>> = {
  can_add_subscribers_group: permission('role:nobody'),
  can_administer_channel_group: permission('channel_creator'),
  can_create_topic_group: permission('role:everyone', { everyone: true }),
  can_delete_any_message_group: permission('role:nobody'),
  can_delete_own_message_group: permission('role:nobody', { everyone: true }),
  can_move_messages_out_of_channel_group: permission('role:nobody', { everyone: true }),
  can_move_messages_within_channel_group: permission('role:nobody', { everyone: true }),
  can_remove_subscribers_group: permission('role:administrators'),
  can_resolve_topics_group: permission('role:nobody', { everyone: true }),
  can_send_message_group: permission('role:everyone', { everyone: true }),
  can_subscribe_group: permission('role:nobody'),
};

const of_groups = { for_system_groups: 'role:nobody' } as const;
export const GROUP_PERMISSION_SETTINGS = {
  can_add_members_group: permission('group_creator', of_groups),
  can_join_group: permission('role:nobody', of_groups),
  can_leave_group: permission('role:everyone', { ...of_groups, everyone: true }),
  can_manage_group: permission('group_creator', of_groups),
  can_mention_group: permission('role:everyone', { ...of_groups, everyone: true }),
  can_remove_members_group: permission('role:nobody', of_groups),
} as const satisfies Record<string, PermissionSetting>;

/** Whether a permission can be given to a group of the organization. */
export function canBeGivenTo(
  declared: PermissionSetting,
  group: { readonly name: string; readonly is_system_group: boolean },
): boolean {
  if (!group.is_system_group) return !declared.require_system_group;
  if (declared.allowed_system_groups.length > 0) return declared.allowed_system_groups.includes(group.name);
  if (group.name === 'role:internet') return declared.allow_internet_group;
  if (group.name === 'role:everyone') return declared.allow_everyone_group;
  return group.name !== 'role:nobody' || declared.allow_nobody_group;
}

const table = z.record(z.string(), PermissionSetting);
export const SupportedPermissionSettings = z.object({ realm: table, stream: table, group: table });
export const SUPPORTED_PERMISSION_SETTINGS: z.output<typeof SupportedPermissionSettings> = {
  realm: { ...REALM_PERMISSIONS },
  stream: { ...CHANNEL_PERMISSION_SETTINGS },
  group: { ...GROUP_PERMISSION_SETTINGS },
};
