// The addresses of the page of groups.
import { expect, it } from 'bun:test';
import { parseGroupsPath } from './groups-address.ts';

it('[WB58] understands the addresses in links', () => {
  expect(parseGroupsPath([])).toEqual({ kind: 'list', list: 'all' });
  expect(parseGroupsPath(['your'])).toEqual({ kind: 'list', list: 'mine' });
  expect(parseGroupsPath(['new'])).toEqual({ kind: 'new' });
  expect(parseGroupsPath(['12', 'cooks', 'general'])).toEqual({ kind: 'group', group_id: 12 });
  expect(parseGroupsPath(['12x'])).toEqual({ kind: 'list', list: 'all' });
});
