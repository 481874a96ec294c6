// What readers and the writer of archives share.
import { describe, expect, it } from 'bun:test';
import { ArchiveError, type ArchiveReader, type ArchiveSource } from './archive.ts';

const source: ArchiveSource = {
  paths: ['realm.json'],
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
});
