// What the form of a linkifier says before it is sent.
import { expect, it } from 'bun:test';
import { setFailureTexts } from '../../base/text/failures.ts';
import { failures } from '../../base/text/languages/failures-en.ts';
import { addressProblem, patternProblem, templateProblem } from './template-problems.ts';

setFailureTexts(failures);

it('[WB1044] the form of a linkifier names groups that pattern and template do not share', () => {
  expect(templateProblem('https://example.com/{id', '#(?P<id>[0-9]+)')).toBe('This isn’t a valid URL template.');
  expect(templateProblem('https://example.com/{nr}', '#(?P<id>[0-9]+)')).toContain('“nr”');
  expect(templateProblem('https://example.com/{?id*}', '#(?<id>[0-9]+)')).toBeNull();
  expect(patternProblem('#(?P<id>[0-9]+)', 'https://example.com/')).toContain('“id”');
  expect(patternProblem(String.raw`#(?P<id>\d+)[(?P<no>]\(?P<none>`, 'https://example.com/{id}')).toBeNull();
});

it('[WB1044] it says where a template without a scheme leads', () => {
  expect(addressProblem('tracker/{id}')).toContain('https://');
  for (const usual of [
    'https://example.com/{id}',
    'mailto:{name}',
    '/user_uploads/{id}',
    '#narrow/id/{id}',
    ' HTTP://x',
  ])
    expect(addressProblem(usual)).toBeNull();
});
