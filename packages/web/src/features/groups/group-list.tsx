// A searchable list of groups.
import { holdsRealmPermission, type UserGroup } from '@stoa/contract';
import { useDeferredValue, useMemo, useState } from 'react';
import { t } from '../../base/text/all-texts.ts';
import { fold } from '../../base/text/fold.ts';
import { FindField } from '../../base/ui/find-field.tsx';
import { Icon } from '../../base/ui/icon.tsx';
import { groupName } from '../../domain/groups/group-settings.ts';
import { membersOf } from '../../domain/groups/membership.ts';
import { useAppState } from '../../model/engine/context.ts';
import { groupsOf } from '../../model/state/groups-of.ts';
import { addressOfGroup, type GroupListName, groupsAddress } from './groups-address.ts';

/** More can be found by search. */
const SHOWN = 300;

function chosen(groups: readonly UserGroup[], list: GroupListName, own_id: number): readonly UserGroup[] {
  if (list === 'system') return groups.filter(({ is_system_group }) => is_system_group);
  if (list === 'deactivated') return groups.filter(({ deactivated }) => deactivated);
  const active = list === 'mine' ? groupsOf(groups, own_id) : groups.filter(({ deactivated }) => !deactivated);
  return active.filter(({ is_system_group }) => !is_system_group);
}

export function GroupList({ list, title }: { list: GroupListName; title: string }) {
  const groups = useAppState(({ realm_user_groups }) => realm_user_groups);
  const own_id = useAppState(({ user_id }) => user_id);
  const may_create = useAppState((state) => holdsRealmPermission(state, 'can_create_groups'));
  const [query, setQuery] = useState('');
  const words = useDeferredValue(fold(query.trim()));
  const found = useMemo(() => {
    const all = chosen(groups, list, own_id)
      .map((group) => ({ group, name: groupName(group) }))
      .filter(({ name }) => fold(name).includes(words));
    return list === 'system' ? all : all.sort((a, b) => a.name.localeCompare(b.name));
  }, [groups, list, own_id, words]);
  return (
    <section className="section" aria-labelledby="section-title">
      <div className="section-head">
        <h2 id="section-title">{title}</h2>
        {may_create && (
          <a className="button primary" href={groupsAddress('new')}>
            <Icon name="plus" size={16} /> {t('new_group')}
          </a>
        )}
      </div>
      <FindField label={t('find_group')} value={query} change={setQuery} />
      {found.length === 0 ? (
        <p className="quiet">{t(words ? 'no_group_found' : 'no_groups_here')}</p>
      ) : (
        <ul className="roster">
          {found.slice(0, SHOWN).map(({ group, name }) => (
            <li key={group.id} className="roster-row">
              <Icon name="people" />
              <div className="roster-main">
                <a href={addressOfGroup(group.id)} className="roster-name" dir="auto">
                  {name}
                </a>
                {group.description && (
                  <p className="quiet roster-detail" dir="auto">
                    {group.description}
                  </p>
                )}
              </div>
              <span className="quiet roster-side">
                {t('member_count', { count: membersOf(groups, group.id).length })}
              </span>
            </li>
          ))}
        </ul>
      )}
      {found.length > SHOWN && <p className="quiet">{t('more_by_name')}</p>}
    </section>
  );
}
