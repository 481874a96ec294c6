// Every refusal in the sources has a reason that clients translate, or is one that only a faulty program meets.
import { describe, expect, it } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BadRequest, REFUSALS, Refused, UnauthorizedPrincipal } from '@stoa/contract';
import { PROGRAM_REFUSALS } from './program-refusals-data.ts';

const sources = join(import.meta.dirname, '..', '..');
const files = (readdirSync(sources, { recursive: true }) as string[])
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.endsWith('-data.ts'))
  .map((name) => readFileSync(join(sources, name), 'utf8'));

/** The first argument of each call that refuses by a sentence alone: the sentence, or the beginning of an expression. */
function sentencesIn(text: string): string[] {
  const calls = text.matchAll(
    /\b(?:BadRequest|UnauthorizedPrincipal|NotFound)\(\s*(?:(['"`])((?:\\.|(?!\1)[\s\S])*)\1|([^),]+))/g,
  );
  return Array.from(calls, ([, , sentence, expression]) => sentence ?? expression!.trim());
}

describe('[WB162] a refusal', () => {
  it('has a reason that clients translate, or is listed as one that only faulty programs meet', () => {
    const found = new Set(files.flatMap(sentencesIn));
    expect(found.size).toBeGreaterThan(100);
    // A sentence that the web client can cause belongs into contract/src/kit/refusals.ts, with texts in web/locales.
    expect([...found].filter((sentence) => !PROGRAM_REFUSALS.includes(sentence))).toEqual([]);
    expect(PROGRAM_REFUSALS.filter((sentence) => !found.has(sentence))).toEqual([]);
  });

  it('uses every reason', () => {
    const all = files.join('\n');
    expect(Object.keys(REFUSALS).filter((reason) => !all.includes(`'${reason}'`))).toEqual([]);
  });

  it('keeps its sentence, with its reason and values beside it', () => {
    const { message, fields } = Refused('email_of_other', { email: 'a@b.example' });
    expect(message).toBe("Email 'a@b.example' already in use");
    expect(fields).toEqual({ reason: 'email_of_other', params: { email: 'a@b.example' } });
    expect(Refused('for_owners', {}, UnauthorizedPrincipal)).toMatchObject({
      code: UnauthorizedPrincipal.code,
      message: 'Must be an organization owner',
      fields: { reason: 'for_owners' },
    });
    expect(BadRequest('x').fields).toEqual({});
    // A value is never read as a placeholder.
    expect(Refused('email_of_other', { email: '{email}' }).message).toBe("Email '{email}' already in use");
  });
});
