// Glob patterns for event kinds and branches.
import { expect, it } from 'bun:test';
import { matches, matchesAny } from './glob.rules.ts';

it('[WH6] patterns match like those of file names', () => {
  for (const [pattern, name, fits] of [
    ['push', 'push', true],
    ['push', 'pushed', false],
    ['pull_*', 'pull_request_review', true],
    ['*review*', 'pull_request_review', true],
    ['*', '', true],
    ['', '', true],
    ['?', '', false],
    ['a*a', 'a', false],
    ['a*b*c', 'aXbYc', true],
    ['a*b*c', 'acb', false],
    ['.*', 'push', false],
    ['v[0-9].?', 'v2.1', true],
    ['v[!0-9]*', 'v2', false],
    ['v[!0-9]*', 'va', true],
    ['[]]', ']', true],
    ['[a', '[a', true],
    ['[a-]', '-', true],
    ['Issue Hook*', 'Issue Hook open', true],
    ['*🌋?', 'x🌋🌋', true],
  ] as const)
    expect([pattern, name, matches(pattern, name)]).toEqual([pattern, name, fits]);
  expect(matchesAny('main, release/*', 'release/2')).toBe(true);
  expect(matchesAny('', 'main')).toBe(false);
});

it('[WH6] patterns take time proportional to both lengths at most', () => {
  expect(matches(`${'a*'.repeat(1000)}b`, 'a'.repeat(2000))).toBe(false);
  expect(matches('[a-'.repeat(30), '[a-'.repeat(30))).toBe(true);
});
