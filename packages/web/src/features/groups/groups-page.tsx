// The groups page: lists, a group, or a new one. [WB58]

import { t } from '../../base/text/text.ts';
import type { PageProps } from '../../base/views/view.ts';
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
  return (
    <div className="sections">
      <div className="sections-side">
        <nav className="sections-list" aria-label={t('groups_title')}>
          {GROUP_LISTS.map((name) => (
            <a
              key={name}
              href={groupsAddress(name)}
              aria-current={route.kind === 'list' && route.list === name ? 'page' : undefined}
            >
              {t(LIST_TEXTS[name])}
            </a>
          ))}
        </nav>
      </div>
      {route.kind === 'list' ? (
        <GroupList key={route.list} list={route.list} title={t(LIST_TEXTS[route.list])} />
      ) : route.kind === 'new' ? (
        <NewGroup />
      ) : (
        <GroupDetails key={route.group_id} group_id={route.group_id} />
      )}
    </div>
  );
}
