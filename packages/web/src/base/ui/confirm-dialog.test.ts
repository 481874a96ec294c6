import { describe, expect, it } from 'bun:test';
import { Glob } from 'bun';
import { texts } from '../text/compile.ts';

const SOURCES = new URL('../../', import.meta.url).pathname;
const CONFIRMATION = /<ConfirmDialog\b[\s\S]*?\baction=\{t\('(\w+)'/g;

describe('confirmations', () => {
  it('[WB1060] act at once, so their buttons end in no ellipsis, in any language', async () => {
    const keys: string[] = [];
    for (const file of new Glob('**/*.tsx').scanSync(SOURCES))
      for (const [, key] of (await Bun.file(SOURCES + file).text()).matchAll(CONFIRMATION)) keys.push(key!);
    expect(keys.length).toBeGreaterThan(15);
    for (const tag of ['en', 'de', 'fr']) {
      const all: Record<string, unknown> = { ...texts(tag) };
      expect(keys.filter((key) => JSON.stringify(all[key]).includes('…'))).toEqual([]);
    }
  });
});
