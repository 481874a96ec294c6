// What the audit log records, by area. A kind is never renamed: entries and what operators make of them outlive a version.

export const AUDIT_KINDS = {
  sign_ins: ['signed_in'],
  accounts: [
    'account_created',
    'account_deactivated',
    'account_reactivated',
    'account_erased',
    'account_role_changed',
    'account_renamed',
    'account_email_changed',
    'account_password_changed',
    'account_reset_link_created',
    'account_api_key_replaced',
    'account_permission_changed',
    'account_identities_forgotten',
    'account_profile_changed',
    'account_settings_changed',
    'invitation_created',
    'invitation_resent',
    'invitation_revoked',
    'invitation_used',
    'personal_export_requested',
    'personal_export_deleted',
  ],
  bots: ['bot_changed', 'bot_owner_changed'],
  groups: ['group_created', 'group_changed', 'group_members_changed', 'group_deactivated', 'group_reactivated'],
  channels: [
    'channel_created',
    'channel_changed',
    'channel_archived',
    'channel_unarchived',
    'folder_created',
    'folder_changed',
    'folders_reordered',
  ],
  messages: ['message_deleted', 'messages_moved', 'topic_deleted'],
  organization: [
    'organization_changed',
    'organization_defaults_changed',
    'organization_picture_changed',
    'organization_deactivated',
    'organization_reactivated',
    'organization_deletion_scheduled',
    'organization_deletion_canceled',
    'domain_added',
    'domain_changed',
    'domain_removed',
    'emoji_added',
    'emoji_removed',
    'linkifier_added',
    'linkifier_changed',
    'linkifier_removed',
    'linkifiers_reordered',
    'playground_added',
    'playground_removed',
    'profile_field_added',
    'profile_field_changed',
    'profile_field_removed',
    'profile_fields_reordered',
    'export_requested',
    'export_deleted',
    'import_begun',
    'import_started',
    'import_undone',
    'import_discarded',
    'access_token_created',
    'access_token_revoked',
    'scim_token_created',
    'scim_token_revoked',
  ],
} as const;

export type AuditArea = keyof typeof AUDIT_KINDS;
export type AuditKind = (typeof AUDIT_KINDS)[AuditArea][number];

/**
 * How a change was made: in a session of a browser or device, with an API key or an access token, without credentials (as when somebody signs up), by an
 * identity provider with SCIM, by the directory, with a command of the server, or by the server itself.
 */
export const AUDIT_VIA = [
  'session',
  'api_key',
  'access_token',
  'no_credentials',
  'scim',
  'directory',
  'command_line',
  'server',
] as const;
export type AuditVia = (typeof AUDIT_VIA)[number];
