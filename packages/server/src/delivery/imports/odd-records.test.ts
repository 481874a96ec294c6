// Records of other chats with fields that are missing or of another type: an import ends in a plan or in one sentence.
import { describe, expect, it } from 'bun:test';
import { zulipFiles, zulipTables } from '@stoa/testkit';
import { ArchiveError } from './archive-error.ts';
import { memorySource } from './memory-source.ts';
import { openArchive, planImport } from './plan.ts';
import { READERS } from './readers/readers.ts';

const ODD: readonly unknown[] = [
  undefined,
  null,
  '',
  'x',
  7,
  -1,
  2 ** 53,
  1e300,
  true,
  [],
  [null],
  {},
  '\ud83d',
  'a\0',
];
type Records = Record<string, unknown>[];

/** How it ends: null for a plan. Everything but a sentence about the archive is thrown. */
async function endOf(files: Readonly<Record<string, string | Uint8Array | object>>, format: string) {
  try {
    await planImport(await openArchive(memorySource(files), READERS[format]!, 0, null));
    return null;
  } catch (error) {
    if (!(error instanceof ArchiveError)) throw error;
    return error.message;
  }
}

/** Each field of the first record with one odd value, a different one for each field; then with the next one. */
function* oddOf(records: Records, rounds: number): Generator<{ readonly field: string; readonly odd: Records }> {
  const [first, ...others] = records;
  for (const [at, field] of Object.keys(first ?? {}).entries())
    for (let round = 0; round < rounds; round++) {
      const { [field]: _, ...rest } = first!;
      const value = ODD[(at * 5 + round * 3) % ODD.length];
      yield { field, odd: [value === undefined ? rest : { ...rest, [field]: value }, ...others] };
    }
}

const CHATS: Readonly<Record<string, Readonly<Record<string, Records>>>> = {
  slack: {
    'users.json': [
      {
        id: 'U1',
        name: 'ada',
        is_owner: true,
        deleted: false,
        tz: 'UTC',
        profile: { real_name: 'Ada', email: 'a@b.c' },
      },
    ],
    'channels.json': [{ id: 'C1', name: 'general', created: 1_500_000_000, members: ['U1'], purpose: { value: 'x' } }],
    'general/2020-01-01.json': [
      {
        type: 'message',
        subtype: 'me_message',
        ts: '1577836800.000100',
        thread_ts: '1577836800.000100',
        user: 'U1',
        text: 'hello <@U1>',
        edited: { user: 'U1', ts: '1577836801.000000' },
        reactions: [{ name: 'tada', users: ['U1'], count: 1 }],
        files: [{ id: 'F1', name: 'a.txt', url_private: 'https://x.example/a.txt' }],
        attachments: [{ fallback: 'x', text: 'y' }],
      },
    ],
  },
  discord: {
    'messages of general.json': [
      {
        id: '662000000000000000',
        type: 'Default',
        timestamp: '2020-01-01T00:00:00Z',
        timestampEdited: null,
        content: 'hello',
        author: { id: '1', name: 'ada', isBot: false, roles: [] },
        attachments: [{ id: '2', url: 'a.txt', fileName: 'a.txt' }],
        embeds: [{ title: 'x', fields: [] }],
        reactions: [{ emoji: { id: '', name: 'x' }, count: 1, users: [{ id: '1', name: 'ada' }] }],
        reference: { messageId: '661000000000000000' },
      },
    ],
  },
};
const DISCORD_HEAD = {
  guild: { id: '100000000000000000', name: 'Guild' },
  channel: { id: '100000000000000001', type: 'GuildTextChat', name: 'general' },
};
const filesOf = (format: string, records: Readonly<Record<string, Records>>) =>
  format === 'discord' ? { 'general.json': { ...DISCORD_HEAD, messages: Object.values(records)[0] } } : { ...records };

describe('odd records', () => {
  it('[IM66] of Zulip end in a plan or in a sentence that names file and record', async () => {
    const tables = zulipTables();
    let refused = 0;
    for (const part of ['realm', 'messages'] as const)
      for (const [table, records] of Object.entries(tables[part]))
        for (const { field, odd } of Array.isArray(records) ? oddOf(records as Records, 1) : []) {
          const changed = { ...tables, [part]: { ...tables[part], [table]: odd } };
          const end = await endOf(Object.fromEntries(zulipFiles(changed as typeof tables)), 'zulip');
          if (end === null) continue;
          refused++;
          expect([field, end]).toEqual([field, expect.stringMatching(/^export\/[\w-]+\.json/)]);
        }
    expect(refused).toBeGreaterThan(20);
  });

  for (const [format, all] of Object.entries(CHATS))
    it(`[IM66] of ${format} end in a plan or in a sentence that names the file`, async () => {
      expect(await endOf(filesOf(format, all), format)).toBeNull();
      let refused = 0;
      for (const [file, records] of Object.entries(all))
        for (const { field, odd } of oddOf(records, ODD.length)) {
          const end = await endOf(filesOf(format, { ...all, [file]: odd }), format);
          if (end === null) continue;
          refused++;
          expect([field, end]).toEqual([field, expect.stringMatching(/^[\w/-]+\.json, record \d+: /)]);
        }
      expect(refused).toBeGreaterThan(5);
    });
});
