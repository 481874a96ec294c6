// Permissions of a new channel, collapsed because the defaults suit most channels.
import {
  CHANNEL_PERMISSION_SETTINGS,
  type ChannelPermission,
  type GroupSettingValue,
  holdsRealmPermission,
  TOPICS_POLICIES,
} from '@stoa/contract';
import { useRef } from 'react';
import { t } from '../../base/text/all-texts.ts';
import { LabelledSelect } from '../../base/ui/select.tsx';
import { GroupSettingPicker } from '../../domain/groups/group-setting-picker.tsx';
import { holdersOf, settingValue } from '../../domain/groups/group-settings.ts';
import { useAppState } from '../../model/engine/context.ts';
import type { State } from '../../model/state/state.ts';
import { DELETION, PERMISSION_GROUPS } from './permission-settings.tsx';

type Chosen = Partial<Record<ChannelPermission, GroupSettingValue>>;
type TopicsPolicy = (typeof TOPICS_POLICIES)[number];

interface Props {
  readonly topics_policy: TopicsPolicy;
  setTopicsPolicy(policy: TopicsPolicy): void;
  readonly chosen: Chosen;
  choose(chosen: Chosen): void;
}

/** The default of the permission. */
function usual(state: State, name: ChannelPermission): GroupSettingValue {
  const { default_group_name } = CHANNEL_PERMISSION_SETTINGS[name];
  const group = state.realm_user_groups.find((group) => group.is_system_group && group.name === default_group_name);
  return group?.id ?? { direct_members: [state.user_id], direct_subgroups: [] };
}

export function NewPermissions({ topics_policy, setTopicsPolicy, chosen, choose }: Props) {
  const state = useAppState((all) => all);
  const sets_deletion = holdsRealmPermission(state, 'can_set_delete_message_policy_group');
  const sets_topics = holdsRealmPermission(state, 'can_set_topics_policy_group');
  return (
    <details className="setting-group">
      <summary>{t('channel_tab_permissions')}</summary>
      {sets_topics && (
        <LabelledSelect
          label={t('topics_policy')}
          value={topics_policy}
          choices={TOPICS_POLICIES.map((policy) => [policy, t(`topics_policy_${policy}`)] as const)}
          change={setTopicsPolicy}
        />
      )}
      {PERMISSION_GROUPS.flatMap(([, names]) => names)
        .filter((name) => sets_deletion || !DELETION.has(name))
        .map((name) => (
          <Permission
            key={name}
            name={name}
            value={chosen[name] ?? usual(state, name)}
            choose={(value) => choose({ ...chosen, [name]: value })}
          />
        ))}
    </details>
  );
}

interface PermissionProps {
  readonly name: ChannelPermission;
  readonly value: GroupSettingValue;
  choose(value: GroupSettingValue): void;
}

function Permission({ name, value, choose }: PermissionProps) {
  const groups = useAppState(({ realm_user_groups }) => realm_user_groups);
  const field = useRef<HTMLInputElement>(null);
  return (
    <div className="labelled">
      {t(`channel_${name}`)}
      <GroupSettingPicker
        field={field}
        label={t(`channel_${name}`)}
        declared={CHANNEL_PERMISSION_SETTINGS[name]}
        chosen={holdersOf(value, groups)}
        choose={(holders) => choose(settingValue(holders, groups))}
      />
    </div>
  );
}
