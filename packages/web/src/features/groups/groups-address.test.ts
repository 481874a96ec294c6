// The addresses of the page of groups.
import { expect, it } from 'bun:test';
import { groupsPlace } from './groups-address.ts';

it('[WB58] understands the addresses that links have', () => {
  expect(groupsPlace([])).toEqual({ kind: 'list', list: 'all' });
  expect(groupsPlace(['your'])).toEqual({ kind: 'list', list: 'mine' });
  expect(groupsPlace(['new'])).toEqual({ kind: 'new' });
  expect(groupsPlace(['12', 'cooks', 'general'])).toEqual({ kind: 'group', group_id: 12 });
  expect(groupsPlace(['12x'])).toEqual({ kind: 'list', list: 'all' });
});
