// Code shared by the readers and the writer of archives.
import { describe, expect, it } from 'bun:test';
import type { ArchiveReader, ArchiveSource } from './archive.ts';
import { ArchiveError } from './archive-error.ts';
import { planLines } from './plan.ts';

const source: ArchiveSource = {
  paths: ['realm.json'],
  scratch: '/nowhere',
  size: (path) => (path === 'realm.json' ? 2 : null),
  async *open() {
    yield new TextEncoder().encode('{}');
  },
  read: async () => new TextEncoder().encode('{}'),
};

const refuse: ArchiveReader = async ({ paths }) => {
  throw new ArchiveError('the name is missing', paths[0], 3);
};

describe('archives', () => {
  it('[IM1] names the file and the record of an unusable archive', async () => {
    await expect(refuse(source, () => {})).rejects.toThrow(new ArchiveError('the name is missing', 'realm.json', 3));
    expect(new ArchiveError('the name is missing', 'realm.json', 3).message).toBe(
      'realm.json, record 3: the name is missing',
    );
    expect(new ArchiveError('it is empty').message).toBe('it is empty');
  });

  it('[IM45] prints names on one line, cut, and without characters that control a terminal', () => {
    const error = new ArchiveError('two records have the id \u001b[2J', `a\n\u202e${'x'.repeat(10_000)}`, 'y\u0007');
    expect(error.message).toBe(
      `a\\u{a}\\u{202e}${'x'.repeat(197)}…, record y\\u{7}: two records have the id \\u{1b}[2J`,
    );
    const reason = {
      kind: 'files',
      reason: 'its bytes are missing',
      code: 'bytes_missing',
      records: 1,
      is_kept: false,
      file: 'a\u009b',
      record: 'b\r',
    } as const;
    expect(planLines({ organization: 'A', counts: {}, reasons: [reason] }).at(-1)).toBe(
      'Dropped: 1 of files: its bytes are missing (first: a\\u{9b}, b\\u{d})',
    );
  });
});
