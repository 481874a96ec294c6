// Addresses of the groups pages: a group, the lists, a new group.
import { hashOf } from '../../base/views/view.ts';

export const GROUP_LISTS = ['mine', 'all', 'system', 'deactivated'] as const;
export type GroupListName = (typeof GROUP_LISTS)[number];

export const groupsAddress = (...path: readonly string[]): string => hashOf({ kind: 'page', page: 'groups', path });
export const addressOfGroup = (group_id: number): string => groupsAddress(String(group_id));

export type GroupsRoute =
  | { readonly kind: 'list'; readonly list: GroupListName }
  | { readonly kind: 'new' }
  | { readonly kind: 'group'; readonly group_id: number };

/** Also parses links of existing clients: `#groups/12/name/general`, `#groups/your`. */
export function parseGroupsPath(path: readonly string[]): GroupsRoute {
  const [first = ''] = path;
  if (first === 'new') return { kind: 'new' };
  if (/^\d+$/.test(first)) return { kind: 'group', group_id: Number(first) };
  return { kind: 'list', list: GROUP_LISTS.find((name) => name === first) ?? (first === 'your' ? 'mine' : 'all') };
}
