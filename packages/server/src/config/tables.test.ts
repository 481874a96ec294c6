// The tables of settings in documents.
import { describe, expect, it } from 'bun:test';
import { serverSettings } from './config.ts';
import { overview, reference } from './tables.ts';
import { DOCUMENTS, textOf, withTable } from './write-tables.ts';

describe('[CF7] tables of settings', () => {
  it.each(DOCUMENTS)('are in %s as they are declared', (path, table) => {
    expect(withTable(textOf(path), table())).toBe(textOf(path));
    expect(withTable(textOf(path), 'something else')).not.toBe(textOf(path));
  });

  it('name every setting by its option, its variable and its key; README.md the first ones', () => {
    for (const key of Object.keys(serverSettings)) {
      const variable = `\`STOA_${key.toUpperCase()}\``;
      expect(reference()).toContain(variable);
      if (key !== 'config') expect(reference()).toContain(`| \`${key}\``);
    }
    expect(overview()).toContain('| `--port NUMBER` | `STOA_PORT` | `8100` |');
    expect(overview()).not.toContain('--secret ');
  });

  it('need their markers', () => {
    expect(() => withTable('no markers', 'table')).toThrow('must have');
  });
});
