// The order of names in lists.
import { expect, it } from 'bun:test';
import { compareNames } from './text.ts';

it('[WB966] names with numbers are in the order of their numbers, whatever the case and accents', () => {
  const names = ['team 10', 'Team 2', 'team 2b', 'équipe', 'Zoë 3', 'Zoe 20', '2026 plans', '300 days'];
  expect(names.toSorted(compareNames)).toEqual([
    '300 days',
    '2026 plans',
    'équipe',
    'Team 2',
    'team 2b',
    'team 10',
    'Zoë 3',
    'Zoe 20',
  ]);
});
