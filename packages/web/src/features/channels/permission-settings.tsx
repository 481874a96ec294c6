// Permissions of a channel.
import type { ChannelPermission } from '@stoa/contract';
import { holdsRealmPermission, TOPICS_POLICIES } from '@stoa/contract';
import { t } from '../../base/text/all-texts.ts';
import type { TextKey } from '../../base/text/text.ts';
import { ChoiceRow, SettingGroup } from '../../base/ui/controls.tsx';
import { mayAdminister, mayChangeAccess } from '../../domain/channels/channel-permissions.ts';
import { GroupSettingField } from '../../domain/groups/group-setting-field.tsx';
import { useAppState } from '../../model/engine/context.ts';
import type { KnownChannel } from '../../model/state/state.ts';
import { useChannelUpdate } from './general-settings.tsx';

export const PERMISSION_GROUPS: readonly (readonly [TextKey, readonly ChannelPermission[]])[] = [
  ['permissions_membership', ['can_subscribe_group', 'can_add_subscribers_group', 'can_remove_subscribers_group']],
  ['permissions_writing', ['can_send_message_group', 'can_create_topic_group', 'can_resolve_topics_group']],
  [
    'permissions_moderation',
    [
      'can_move_messages_within_channel_group',
      'can_move_messages_out_of_channel_group',
      'can_delete_own_message_group',
      'can_delete_any_message_group',
    ],
  ],
  ['permissions_administration', ['can_administer_channel_group']],
];

/** Permissions that decide who reads the channel. */
const ACCESS: ReadonlySet<ChannelPermission> = new Set(['can_subscribe_group', 'can_add_subscribers_group']);
export const DELETION: ReadonlySet<ChannelPermission> = new Set([
  'can_delete_own_message_group',
  'can_delete_any_message_group',
]);

/** Permissions of the organization apply in every channel. */
const ADDED: ReadonlySet<ChannelPermission> = new Set([
  ...DELETION,
  'can_add_subscribers_group',
  'can_move_messages_out_of_channel_group',
  'can_move_messages_within_channel_group',
  'can_resolve_topics_group',
]);

/** What also gives the permission, beside its holders. */
function hintOf(name: ChannelPermission, { invite_only, is_web_public }: KnownChannel): string | undefined {
  if (ADDED.has(name)) return t('channel_permission_adds');
  if (name !== 'can_subscribe_group' || invite_only) return undefined;
  return t(is_web_public ? 'channel_subscribe_web_public' : 'channel_subscribe_public');
}

export function PermissionSettings({ channel }: { channel: KnownChannel }) {
  const update = useChannelUpdate(channel);
  const state = useAppState((all) => all);
  const administers = !channel.is_archived && mayAdminister(state, channel);
  const changes_access = administers && mayChangeAccess(state, channel);
  const sets_deletion = administers && holdsRealmPermission(state, 'can_set_delete_message_policy_group');
  const sets_topics = administers && holdsRealmPermission(state, 'can_set_topics_policy_group');
  const mayChange = (name: ChannelPermission) =>
    ACCESS.has(name) ? changes_access : DELETION.has(name) ? sets_deletion : administers;
  return (
    <>
      {!administers && <p className="quiet">{t('channel_settings_locked')}</p>}
      {PERMISSION_GROUPS.map(([title, names]) => (
        <SettingGroup key={title} title={t(title)}>
          {title === 'permissions_writing' && (
            <ChoiceRow
              label={t('topics_policy')}
              value={channel.topics_policy}
              disabled={!sets_topics}
              choices={TOPICS_POLICIES.map((policy) => [policy, t(`topics_policy_${policy}`)] as const)}
              save={(topics_policy) => update({ topics_policy })}
            />
          )}
          {names.map((name) => (
            <GroupSettingField
              key={name}
              label={t(`channel_${name}`)}
              hint={hintOf(name, channel)}
              setting_name={name}
              kind="stream"
              value={channel[name]}
              disabled={!mayChange(name)}
              save={(change) => update({ [name]: change })}
            />
          ))}
        </SettingGroup>
      ))}
    </>
  );
}
