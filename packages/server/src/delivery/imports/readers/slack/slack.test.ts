// Small handmade exports of Slack.
import { describe, expect, it } from 'bun:test';
import type { Archive, ArchiveMessage, Problem } from '../../archive.ts';
import type { ArchiveError } from '../../archive-error.ts';
import { memorySource } from '../../memory-source.ts';
import { readSlack } from './slack.ts';

const users = [
  {
    id: 'U1',
    name: 'ann',
    is_primary_owner: true,
    tz: 'Europe/Paris',
    profile: { email: 'ann@x.com', real_name: 'Ann 日本' },
  },
  { id: 'U2', name: 'bob', deleted: true, profile: { email: 'bob@x.com', display_name: 'Bob' } },
  { id: 'U3', name: 'guest', is_ultra_restricted: true, profile: { real_name: 'Gus' } },
  { id: 'U4', name: 'app', is_bot: true, profile: { real_name: 'App', bot_id: 'B4' } },
];
const channel = {
  id: 'C1',
  name: 'général',
  created: 1500000000,
  creator: 'U1',
  is_general: true,
  members: ['U1', 'U2', 'U1'],
  purpose: { value: 'All' },
};
const secret = { id: 'G1', name: 'secret', members: ['U1', 'U9'], is_archived: true };
const post = (ts: string, user: string, text: string, more: object = {}) => ({
  type: 'message',
  ts,
  user,
  text,
  ...more,
});

const day_one = [
  post('1600000002.000200', 'U2', 'second'),
  post('1600000001.000100', 'U1', 'Lunch *today*? <@U2>', {
    thread_ts: '1600000001.000100',
    reply_count: 1,
    edited: { user: 'U1', ts: '1600000009.000000' },
    reactions: [
      { name: 'thumbsup::skin-tone-2', users: ['U2', 'U1'], count: 2 },
      { name: 'party', users: ['U2'] },
      { name: 'nothing-such', users: ['U1'] },
    ],
  }),
  post('1600000003.000000', 'U1', 'ann has joined', { subtype: 'channel_join' }),
  post('1600000004.000000', '', 'built', { subtype: 'bot_message', bot_id: 'B4' }),
  post('1600000005.000000', '', 'hooked', { subtype: 'bot_message', username: 'Hook' }),
  post('1600000006.000000', 'U7', 'from elsewhere', { user_profile: { real_name: 'Far Away' } }),
  post('1600000007.000000', 'U1', 'is away', { subtype: 'me_message' }),
];
const files = {
  'export/users.json': users,
  'export/channels.json': [channel],
  'export/groups.json': [secret],
  'export/mpims.json': [{ id: 'G2', name: 'mpdm-a', members: ['U1', 'U2', 'U3'] }],
  'export/dms.json': [{ id: 'D1', members: ['U1', 'U1'] }],
  'export/général/2020-09-13.json': day_one,
  'export/général/2020-09-14.json': [
    post('1600086400.000000', 'U2', 'Yes', { thread_ts: '1600000001.000100' }),
    post('1600086401.000000', 'U2', 'lunch TODAY? @Bob', { thread_ts: '1600086401.000000', reply_count: 2 }),
    post('1600086402.000000', 'U1', '', {
      files: [
        { id: 'F12345', name: 'a.png', title: 'A', mimetype: 'image/png', user: 'U1', created: 1600086402 },
        { id: 'F99999', name: 'gone.txt', url_private: 'https://files.slack.com/f?t=xoxe-secret' },
        { id: 'F77777', mode: 'tombstone' },
      ],
    }),
  ],
  'export/secret/2020-09-13.json': [post('1600000001.500000', 'U9', 'shh')],
  'export/mpdm-a/2020-09-13.json': [post('1600000001.600000', 'U3', 'we three')],
  'export/D1/2020-09-13.json': [post('1600000001.700000', 'U1', 'note')],
  'export/nowhere/2020-09-13.json': [post('1600000001.800000', 'U1', 'lost')],
  'export/__uploads/F12345/a.png': 'png',
  'export/emoji/party.png': 'png',
  'export/emoji.json': { party: 'https://emoji.slack.com/party.png', celebrate: 'alias:party', lost: 'https://x' },
};

async function read(
  changed: object = {},
): Promise<{ archive: Archive; messages: ArchiveMessage[]; problems: Problem[] }> {
  const problems: Problem[] = [];
  const archive = await readSlack(memorySource({ ...files, ...changed }), (problem) => problems.push(problem));
  const messages = await Array.fromAsync(archive.messages());
  return { archive, messages, problems };
}
const refusal = (changed: object) =>
  read(changed).then(
    () => 'it was read',
    (error: ArchiveError) => error.message,
  );
const textOf = ({ content }: ArchiveMessage) =>
  content.map((part) => (typeof part === 'string' ? part : `«${part.kind} ${part.id}»`)).join('');

describe("Slack's export", () => {
  it('[IR10] reads users, bots, guests and people that only messages name', async () => {
    const { archive } = await read();
    const seen = Array.from(archive.users, ({ id, full_name, role, is_active, bot, email }) => [
      id,
      full_name,
      role,
      is_active,
      bot !== null,
      email,
    ]);
    expect(seen).toEqual([
      ['U1', 'Ann 日本', 'owner', true, false, 'ann@x.com'],
      ['U2', 'Bob', 'member', false, false, 'bob@x.com'],
      ['U3', 'Gus', 'guest', true, false, null],
      ['U4', 'App', 'member', true, true, null],
      ['U9', 'Unknown user U9', 'member', false, false, null],
      ['bot:Hook', 'Hook', 'member', false, true, null],
      ['U7', 'Far Away', 'member', false, false, null],
    ]);
  });

  it('[IR10] reads channels with their members, and keeps private ones private', async () => {
    const { archive } = await read();
    const [general, hidden, ...more] = archive.channels;
    expect(general).toMatchObject({
      name: 'général',
      description: 'All',
      creator: 'U1',
      is_private: false,
      is_default: true,
    });
    expect([...general!.subscriptions]).toEqual([
      { user: 'U1', is_active: true },
      { user: 'U2', is_active: true },
    ]);
    expect(hidden).toMatchObject({ id: 'G1', is_private: true, is_archived: true, creator: null });
    expect(more).toEqual([]);
  });

  it('[IR4] [IR5] [IR10] reads messages in order, threads as topics', async () => {
    const { messages } = await read();
    const main = 'imported from Slack';
    expect(messages.map((message) => [message.sender, message.place, bare(textOf(message))])).toEqual([
      ['U1', { channel: 'C1', topic: 'Lunch today? @Bob' }, 'Lunch **today**? «user U2»'],
      ['U9', { channel: 'G1', topic: main }, 'shh'],
      ['U3', { users: ['U1', 'U2', 'U3'] }, 'we three'],
      ['U1', { users: ['U1'] }, 'note'],
      ['U2', { channel: 'C1', topic: main }, 'second'],
      ['U4', { channel: 'C1', topic: main }, 'built'],
      ['bot:Hook', { channel: 'C1', topic: main }, 'hooked'],
      ['U7', { channel: 'C1', topic: main }, 'from elsewhere'],
      ['U1', { channel: 'C1', topic: main }, '/me is away'],
      ['U2', { channel: 'C1', topic: 'Lunch today? @Bob' }, 'Yes'],
      ['U2', { channel: 'C1', topic: 'lunch TODAY? @Bob (2)' }, 'lunch TODAY? @Bob'],
      [
        'U1',
        { channel: 'C1', topic: main },
        '«file F12345»\n\n[gone.txt](https://files.slack.com/f)\n\n(deleted file: F77777)',
      ],
    ]);
    expect(messages.map(({ position }) => position)).toEqual(messages.map((_, index) => index));
    expect(messages[0]?.edits).toEqual([{ time: 1600000009, user: 'U1' }]);
    expect(messages[0]?.id).toBe('C1/1600000001.000100');
  });

  it('[IR7] [IR10] reads reactions, emoji and files, and reports dropped records', async () => {
    const { archive, messages, problems } = await read();
    const plus = { name: '+1', code: '1f44d' };
    expect(messages[0]?.reactions).toEqual([
      { user: 'U2', emoji: plus },
      { user: 'U1', emoji: plus },
      { user: 'U2', emoji: { custom: 'party' } },
    ]);
    expect(archive.emoji.map(({ id, name }) => [id, name])).toEqual([['party', 'party']]);
    expect(archive.uploads.map(({ id, owner, file }) => [id, owner, file.name])).toEqual([['F12345', 'U1', 'a.png']]);
    expect(await Array.fromAsync(archive.uploads[0]!.file.open())).toEqual([new TextEncoder().encode('png')]);
    expect(problems.map(({ kind, reason, record }) => [kind, reason, record])).toEqual([
      ['messages', 'no conversation has the name of its folder', 'nowhere'],
      ['emoji', 'its picture is not in the export', 'lost'],
      ['reactions', 'its emoji is unknown', '2 (nothing-such)'],
      ['messages', 'it is a notice of Slack, not a message', 3],
      ['files', 'it is not in the export', 'F99999'],
      ['files', 'Slack no longer has it', 'F77777'],
    ]);
  });

  it('[IR6] refuses hostile exports in one sentence', async () => {
    const day = 'export/général/2020-09-13.json';
    expect(await refusal({ 'export/users.json': '[{' })).toBe(
      'export/users.json: the file is incomplete or has another format',
    );
    expect(await refusal({ 'export/users.json': {} })).toBe('export/users.json: it must be a JSON array');
    expect(await refusal({ 'export/users.json': new Uint8Array([0x5b, 0xff, 0x5d]) })).toBe(
      "export/users.json, record 1: it isn't UTF-8",
    );
    expect(await refusal({ 'export/users.json': [...users, users[0]] })).toBe(
      'export/users.json, record 5: two records have the id U1',
    );
    expect(await refusal({ 'export/dms.json': [{ id: 'C1', members: [] }] })).toBe(
      'export/dms.json, record 1: two records have the id C1',
    );
    expect(await refusal({ [day]: [post('soon', 'U1', 'x')] })).toStartWith(`${day}, record 1: "ts": `);
    expect(await refusal({ [day]: [post('1600000001.000000', 'U1', 'x'), post('1600000001.000000', 'U1', 'y')] })).toBe(
      `${day}, record 2: two messages have the time 1600000001.000000`,
    );
    await expect(readSlack(memorySource({ 'a.txt': '' }), () => {})).rejects.toThrow('it has no users.json');
  });

  it('[IR18] reports files that nothing reads', async () => {
    const { problems } = await read({ 'export/canvases.json': [{}], 'export/huddle_transcripts.json': [] });
    expect(problems.filter(({ kind }) => kind === 'settings').map(({ reason, record }) => [reason, record])).toEqual([
      ['nothing here corresponds to it', 'canvases.json'],
      ['nothing here corresponds to it', 'huddle_transcripts.json'],
    ]);
  });
});

const bare = (source: string) => source.replace(/[\u200b\ufeff]/g, '');
