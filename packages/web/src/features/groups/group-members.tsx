// The members of a group: people and subgroups, added and removed by those permitted.
import type { UserGroup } from '@stoa/contract';
import { useDeferredValue, useRef, useState } from 'react';
import { t } from '../../base/text/all-texts.ts';
import { fold } from '../../base/text/fold.ts';
import { SettingGroup } from '../../base/ui/controls.tsx';
import { FindField } from '../../base/ui/find-field.tsx';
import { Icon } from '../../base/ui/icon.tsx';
import { IconButton } from '../../base/ui/icon-button.tsx';
import { GroupSettingPicker } from '../../domain/groups/group-setting-picker.tsx';
import { findGroup, groupName, type Holders } from '../../domain/groups/group-settings.ts';
import { ANYBODY, containersOf, type MayDo } from '../../domain/groups/membership.ts';
import { useGroups } from '../../domain/groups/use-groups.ts';
import { PersonMark } from '../../domain/people/person-mark.tsx';
import { useAppState, useEngine } from '../../model/engine/context.ts';
import { findPerson } from '../../model/state/state.ts';
import { addToGroup, removeFromGroup } from './group-actions.ts';

/** More can be found by search. */
const SHOWN = 200;
const NOBODY: Holders = { groups: [], people: [] };

export function GroupMembers({ group, may }: { group: UserGroup; may: MayDo }) {
  const engine = useEngine();
  const state = useGroups();
  const [query, setQuery] = useState('');
  const words = useDeferredValue(fold(query.trim()));
  const own_id = state.user_id;
  const people = group.members
    .map((user_id) => ({ user_id: user_id as number, person: findPerson(state, user_id) }))
    .map((member) => ({ ...member, name: member.person?.full_name ?? t('unknown_person') }))
    .filter(({ name }) => fold(name).includes(words))
    .sort((a, b) => a.name.localeCompare(b.name));
  const subgroups = group.direct_subgroup_ids
    .map((id) => findGroup(state.realm_user_groups, id))
    .filter((subgroup) => subgroup !== null)
    .filter((subgroup) => fold(groupName(subgroup)).includes(words));
  const remove = (who: Partial<Holders>) => void removeFromGroup(engine, group.id, { ...NOBODY, ...who });
  return (
    <SettingGroup title={t('group_people')}>
      {may.add && <Adding group={group} />}
      {group.members.length > 8 && <FindField label={t('find_person')} value={query} change={setQuery} />}
      <ul className="roster">
        {subgroups.map((subgroup) => (
          <li key={`group ${subgroup.id}`} className="roster-row">
            <Icon name="people" />
            <button type="button" className="roster-name name-button" data-group={subgroup.id} aria-haspopup="dialog">
              {groupName(subgroup)}
            </button>
            {may.remove && (
              <IconButton
                icon="close"
                size={16}
                label={t('remove_from_list', { name: groupName(subgroup) })}
                onClick={() => remove({ groups: [subgroup.id] })}
              />
            )}
          </li>
        ))}
        {people.slice(0, SHOWN).map(({ user_id, person, name }) => (
          <li key={user_id} className="roster-row">
            <PersonMark person={person} />
            <button
              type="button"
              className="roster-name name-button"
              data-person={user_id}
              aria-haspopup="dialog"
              dir="auto"
            >
              {name}
            </button>
            {(may.remove || (may.leave && user_id === own_id)) && (
              <IconButton
                icon="close"
                size={16}
                label={t('remove_from_list', { name })}
                onClick={() => remove({ people: [user_id] })}
              />
            )}
          </li>
        ))}
      </ul>
      {people.length > SHOWN && <p className="quiet">{t('more_by_name')}</p>}
      {people.length + subgroups.length === 0 && <p className="quiet">{t(words ? 'nobody_found' : 'group_empty')}</p>}
    </SettingGroup>
  );
}

/** Existing members and groups that would form a cycle are not offered. */
function Adding({ group }: { group: UserGroup }) {
  const engine = useEngine();
  const groups = useAppState(({ realm_user_groups }) => realm_user_groups);
  const field = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<Holders>(NOBODY);
  const circle = containersOf(groups, group.id);
  const taken: Holders = { groups: [...group.direct_subgroup_ids, ...circle], people: group.members };
  const count = chosen.people.length + chosen.groups.length;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is drawn as a frame here
    <div className="setting" role="group" aria-label={t('add_to_group')}>
      <GroupSettingPicker
        field={field}
        label={t('add_to_group')}
        declared={ANYBODY}
        chosen={chosen}
        taken={taken}
        choose={setChosen}
      />
      {count > 0 && (
        <div className="setting-actions">
          <button
            type="button"
            className="button primary"
            onClick={() => void addToGroup(engine, group.id, chosen).then((done) => done && setChosen(NOBODY))}
          >
            {t('add_to_group')}
          </button>
          <button type="button" className="button" onClick={() => setChosen(NOBODY)}>
            {t('cancel')}
          </button>
        </div>
      )}
    </div>
  );
}
