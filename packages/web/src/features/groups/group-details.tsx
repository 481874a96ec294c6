// A group: name, description, members, permissions. Read-only where the reader may not change it.
import {
  GROUP_PERMISSION_NAMES,
  type GroupPermission,
  MAX_USER_GROUP_DESCRIPTION_LENGTH,
  MAX_USER_GROUP_NAME_LENGTH,
  type UserGroup,
} from '@stoa/contract';
import { useEffect, useRef, useState } from 'react';
import { t } from '../../base/text/all-texts.ts';
import type { TextKey } from '../../base/text/text.ts';
import { ConfirmDialog } from '../../base/ui/confirm-dialog.tsx';
import { SettingGroup, TextRow } from '../../base/ui/controls.tsx';
import { EmptyState } from '../../base/ui/empty-state.tsx';
import { GroupSettingField } from '../../domain/groups/group-setting-field.tsx';
import { findGroup, groupName } from '../../domain/groups/group-settings.ts';
import { mayDo } from '../../domain/groups/membership.ts';
import { useGroups } from '../../domain/groups/use-groups.ts';
import { People } from '../../domain/people/profile-value.tsx';
import { useEngine } from '../../model/engine/context.ts';
import { deactivateGroup, joinGroup, leaveGroup, reactivateGroup } from './group-actions.ts';
import { GroupMembers } from './group-members.tsx';
import { madeGroup } from './made-group.ts';

const PERMISSION_TEXTS: Readonly<Record<GroupPermission, TextKey>> = {
  can_manage_group: 'group_can_manage',
  can_add_members_group: 'group_can_add_members',
  can_remove_members_group: 'group_can_remove_members',
  can_join_group: 'group_can_join',
  can_leave_group: 'group_can_leave',
  can_mention_group: 'group_can_mention',
};

export function GroupDetails({ group_id }: { group_id: number }) {
  const engine = useEngine();
  const state = useGroups();
  const group = findGroup(state.realm_user_groups, group_id);
  const heading = useRef<HTMLHeadingElement>(null);
  const is_there = group !== null;
  useEffect(() => {
    if (!is_there || madeGroup.get() !== group_id) return;
    madeGroup.set(null);
    heading.current?.focus();
  }, [is_there, group_id]);
  if (!group) return <EmptyState title={t('group_not_found')} />;
  const may = mayDo(state, group);
  const params = { user_group_id: group.id };
  return (
    <section className="section" aria-labelledby="section-title">
      <div className="section-head">
        <h2 id="section-title" ref={heading} tabIndex={-1} dir="auto">
          {groupName(group)}
        </h2>
        {may.join && (
          <button type="button" className="button primary" onClick={() => void joinGroup(engine, group_id)}>
            {t('join_group')}
          </button>
        )}
        {may.leave && (
          <button type="button" className="button" onClick={() => void leaveGroup(engine, group_id)}>
            {t('leave_group')}
          </button>
        )}
      </div>
      {group.is_system_group && <p className="quiet">{t('system_group_lead')}</p>}
      {group.deactivated && <p className="notice-box">{t('group_deactivated_lead')}</p>}
      {!group.is_system_group && (
        <SettingGroup title={t('group_about')}>
          <TextRow
            label={t('group_name')}
            value={group.name}
            disabled={!may.manage}
            max_length={MAX_USER_GROUP_NAME_LENGTH}
            save={(name) => engine.client.updateUserGroup({ ...params, name })}
          />
          <TextRow
            label={t('group_description')}
            value={group.description}
            disabled={!may.manage}
            lines={2}
            max_length={MAX_USER_GROUP_DESCRIPTION_LENGTH}
            save={(description) => engine.client.updateUserGroup({ ...params, description })}
          />
          {group.creator_id !== null && (
            <div className="setting">
              <span className="setting-label">{t('group_creator')}</span>
              <People user_ids={[group.creator_id]} />
            </div>
          )}
        </SettingGroup>
      )}
      <GroupMembers group={group} may={may} />
      {!group.is_system_group && (
        <SettingGroup title={t('group_permissions')}>
          {GROUP_PERMISSION_NAMES.map((name) => (
            <GroupSettingField
              key={name}
              label={t(PERMISSION_TEXTS[name])}
              kind="group"
              setting_name={name}
              value={group[name]}
              disabled={!may.manage || group.deactivated}
              save={(change) => engine.client.updateUserGroup({ ...params, [name]: change })}
            />
          ))}
        </SettingGroup>
      )}
      {may.manage && <Ending group={group} />}
    </section>
  );
}

function Ending({ group }: { group: UserGroup }) {
  const engine = useEngine();
  const [confirming, setConfirming] = useState(false);
  const [objections, setObjections] = useState<readonly string[] | null>(null);
  if (group.deactivated)
    return (
      <div className="setting-actions">
        <button type="button" className="button" onClick={() => void reactivateGroup(engine, group.id)}>
          {t('reactivate_group')}
        </button>
      </div>
    );
  return (
    <div className="setting">
      <div className="setting-actions">
        <button type="button" className="button danger" onClick={() => setConfirming(true)}>
          {t('deactivate_group')}
        </button>
      </div>
      {objections && (
        <div className="problem" role="alert">
          <p>{t('group_in_use')}</p>
          <ul className="bulleted">
            {objections.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </div>
      )}
      {confirming && (
        <ConfirmDialog
          title={t('deactivate_title', { name: group.name })}
          lead={t('deactivate_group_lead')}
          action={t('deactivate_group')}
          confirm={() => void deactivateGroup(engine, group.id).then(setObjections)}
          close={() => setConfirming(false)}
        />
      )}
    </div>
  );
}
