// Typed text is compared with names in one way.
import { expect, it } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fold } from './fold.ts';

const SOURCES = join(import.meta.dir, '../..');

it('[WB314] typed text finds names whatever their case and accents', () => {
  expect(fold('Café Ünï')).toBe('cafe uni');
  expect(fold('cafe\u0301')).toBe('cafe');
});

it('[WB314] no list has a comparison of its own', () => {
  const own = [...new Bun.Glob('**/*.{ts,tsx}').scanSync(SOURCES)].filter(
    (path) => !path.includes('.test.') && readFileSync(join(SOURCES, path), 'utf8').includes('toLocaleLowerCase'),
  );
  expect(own).toEqual(['base/text/fold.ts']);
});
