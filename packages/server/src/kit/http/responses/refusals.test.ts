// Every refusal in the sources has a reason that clients translate, or is one that only a faulty program meets.
import { describe, expect, it } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REFUSALS } from '@stoa/contract';
import { PROGRAM_REFUSALS } from './program-refusals-data.ts';

const sources = join(import.meta.dirname, '..', '..', '..');
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

/** Rules that forms of the web client share decide on reasons too. */
const shared_rules = readFileSync(join(sources, '..', '..', 'contract', 'src', 'url-rules.ts'), 'utf8');

describe('[WB162] a refusal', () => {
  it('has a reason that clients translate, or is listed as one that only faulty programs meet', () => {
    const found = new Set(files.flatMap(sentencesIn));
    expect(found.size).toBeGreaterThan(100);
    // A sentence that the web client can cause belongs into contract/src/kit/refusals.ts, with texts in web/locales.
    expect([...found].filter((sentence) => !PROGRAM_REFUSALS.includes(sentence))).toEqual([]);
    expect(PROGRAM_REFUSALS.filter((sentence) => !found.has(sentence))).toEqual([]);
  });

  it('uses every reason', () => {
    const all = [...files, shared_rules].join('\n');
    expect(Object.keys(REFUSALS).filter((reason) => !all.includes(`'${reason}'`))).toEqual([]);
  });
});
