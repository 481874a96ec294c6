// The groups page: lists, a group, or a new one. [WB58]

import { holdsRealmPermission } from '@stoa/contract';
import { t } from '../../base/text/all-texts.ts';
import { SectionNames } from '../../base/ui/sections.tsx';
import type { PageProps } from '../../base/views/view.ts';
import { useAppState } from '../../model/engine/context.ts';
import { GroupDetails } from './group-details.tsx';
import { GroupList } from './group-list.tsx';
import { GROUP_LISTS, type GroupListName, groupsAddress, parseGroupsPath } from './groups-address.ts';
import { NewGroup } from './new-group.tsx';

const LIST_TEXTS = {
  mine: 'groups_mine',
  all: 'groups_all',
  system: 'groups_system',
  deactivated: 'groups_deactivated',
} as const satisfies Record<GroupListName, string>;

export function GroupsPage({ path }: PageProps) {
  const route = parseGroupsPath(path);
  const may_create = useAppState((state) => holdsRealmPermission(state, 'can_create_groups'));
  const names = GROUP_LISTS.map((name) => ({
    address: groupsAddress(name),
    name: t(LIST_TEXTS[name]),
    is_current: route.kind === 'list' && route.list === name,
  }));
  return (
    <div className="sections">
      <div className="sections-side">
        <SectionNames label={t('groups_title')} names={names} />
      </div>
      {route.kind === 'list' ? (
        <GroupList key={route.list} list={route.list} title={t(LIST_TEXTS[route.list])} />
      ) : route.kind === 'new' && may_create ? (
        <NewGroup />
      ) : route.kind === 'new' ? (
        <p className="notice-box">{t('may_not_create_groups')}</p>
      ) : (
        <GroupDetails key={route.group_id} group_id={route.group_id} />
      )}
    </div>
  );
}
