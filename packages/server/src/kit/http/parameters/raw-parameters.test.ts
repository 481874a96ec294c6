// How long the parameters of hostile bodies of 1 MiB keep others waiting.
import { describe, expect, it } from 'bun:test';
import { leastProcessorMs } from '@stoa/testkit';
import { hasProtoKey } from '../../json/json-values.ts';
import { readParameters } from './raw-parameters.ts';

const MIB = 1024 * 1024;
const FORM = 'application/x-www-form-urlencoded';
/** A third of what such bodies took; honest ones take less than 10. */
const ENOUGH_MS = 35;

async function read(body: string, type = FORM): Promise<string> {
  const headers = { 'content-type': type, 'content-length': String(body.length) };
  const request = new Request('http://chat.example/', { method: 'POST', body, headers });
  return readParameters(request, MIB).then(
    (parameters) => `${parameters.size}`,
    ({ message }: Error) => message,
  );
}

const filled = (unit: string, start = '', end = '') =>
  start + unit.repeat((MIB - start.length - end.length) / unit.length) + end;
const list = (item: string, first = '1') => `{"a":[${first},${`${item},`.repeat(99_900)}1]}`;

describe('[HT910] a body of 1 MiB is read within a few milliseconds', () => {
  const bodies: [name: string, body: string, type: string, outcome: string][] = [
    ['of empty parameters', filled('&'), FORM, 'Too many parameters'],
    ['of one parameter again and again', filled('a=&'), FORM, 'Too many parameters'],
    ['of many escapes in many parameters', filled('%=+&'), FORM, 'Too many parameters'],
    ['of percent signs', filled('%', 'a='), FORM, '1'],
    ['of plus signs', filled('+', 'a='), FORM, '1'],
    ['of escapes', filled('%C3%A9', 'a='), FORM, '1'],
    ['of escaped letters in JSON', list('"\\u0061"'), 'application/json', '1'],
    ['that names the prototype in JSON', list('1', '"__proto__"'), 'application/json', '1'],
  ];
  it.each(bodies)('%s', async (_, body, type, outcome) => {
    expect(await read(body, type)).toBe(outcome);
    expect(await leastProcessorMs(ENOUGH_MS, () => read(body, type))).toBeLessThan(ENOUGH_MS);
  });

  it('and one name may be repeated thousands of times', async () => {
    expect(await read('a=1&'.repeat(9999))).toBe('1');
  });
});

it('[HT502] finds a key `__proto__` at any depth, however it is written, and no text that says so', () => {
  const cases: [text: string, found: boolean][] = [
    ['{"__proto__":1}', true],
    ['[[{"a":{"\\u005f_proto__":1}}]]', true],
    [`${'['.repeat(50)}{"__proto__":{}}${']'.repeat(50)}`, true],
    ['["__proto__"]', false],
    ['{"a":"__proto__","\\u0061":1}', false],
    ['{"__proto__":', false],
  ];
  for (const [text, found] of cases) expect([text, hasProtoKey(text)]).toEqual([text, found]);
});
