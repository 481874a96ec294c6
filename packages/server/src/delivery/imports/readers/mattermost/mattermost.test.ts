// Small handmade bulk exports of Mattermost.
import { describe, expect, it } from 'bun:test';
import type { ArchiveMessage, Problem } from '../../archive.ts';
import type { ArchiveError } from '../../archive-error.ts';
import { memorySource } from '../../memory-source.ts';
import { readMattermost } from './mattermost.ts';

const line = (type: string, value: unknown) => JSON.stringify({ type, [type]: value });
const joined = (team: string, ...names: string[]) => [{ name: team, channels: names.map((name) => ({ name })) }];
const post = (create_at: number, user: string, message: string, more: object = {}) =>
  line('post', { team: 't', channel: 'town-square', user, message, create_at, ...more });
const HEAD = [
  line('version', 1),
  line('team', { name: 't', display_name: 'Team' }),
  line('team', { name: 'u', display_name: 'Other' }),
  line('channel', { team: 't', name: 'town-square', display_name: 'Town', type: 'O', header: 'h', purpose: 'p' }),
  line('channel', { team: 'u', name: 'town-square', display_name: 'town', type: 'P' }),
  line('user', {
    username: 'ann',
    email: 'ann@x.com',
    first_name: 'Ann',
    last_name: 'Bé',
    roles: 'system_admin system_user',
    teams: joined('t', 'town-square'),
  }),
  line('user', { username: 'gus.x', nickname: 'Gus', roles: 'system_guest', delete_at: 5, teams: null }),
  line('emoji', { name: 'tick', image: 'exported_emoji/1/image.png' }),
  line('emoji', { name: 'lost', image: 'exported_emoji/2/image.png' }),
  line('direct_channel', { members: ['ann', 'gus.x'] }),
];
const POSTS = [
  post(3000, 'gone', 'by somebody unknown'),
  post(
    2000,
    'ann',
    '**Root** of @gus.x. :tick: ~town-square @here `@ann` \\@ann\n\n- a\n- b\n\n| x | y |\n|---|---|\n| 1 | 2 |',
    {
      edit_at: 9000,
      flagged_by: ['gus.x'],
      reactions: [
        { user: 'gus.x', emoji_name: 'tick' },
        { user: 'ann', emoji_name: 'heart' },
        { user: 'ann', emoji_name: 'nothing_such' },
      ],
      replies: [{ user: 'gus.x', message: 'early reply @**all**', create_at: 1000 }],
      attachments: [{ path: '2021/a b.txt' }, { path: '../../etc/passwd' }],
    },
  ),
  post(2500, 'ann', 'ann joined', { type: 'system_join_channel' }),
  line('direct_post', {
    channel_members: ['ann', 'gus.x'],
    user: 'ann',
    message: 'hi',
    create_at: 2600,
    replies: null,
  }),
  line('post', { team: 't', channel: 'nowhere', user: 'ann', message: 'lost', create_at: 2700 }),
];
const files = { 'data/2021/a b.txt': 'abc', 'data/exported_emoji/1/image.png': 'png' };

async function read(lines: readonly string[] = [...HEAD, ...POSTS]) {
  const problems: Problem[] = [];
  const source = memorySource({ ...files, 'import.jsonl': lines.join('\n') });
  const archive = await readMattermost(source, (problem) => problems.push(problem));
  return { archive, messages: await Array.fromAsync(archive.messages()), problems };
}
const textOf = ({ content }: ArchiveMessage) =>
  content
    .map((part) => (typeof part === 'string' ? part : `«${part.kind} ${part.id}»`))
    .join('')
    .replace(/[\u200b\ufeff]/g, '');

describe("Mattermost's bulk export", () => {
  it('[IR11] reads people, channels and emoji', async () => {
    const { archive } = await read();
    expect(Array.from(archive.users, ({ id, full_name, role, is_active }) => [id, full_name, role, is_active])).toEqual(
      [
        ['ann', 'Ann Bé', 'owner', true],
        ['gus.x', 'Gus', 'guest', false],
        ['gone', 'Unknown user gone', 'member', false],
      ],
    );
    expect(
      archive.channels.map(({ id, name, is_private, subscriptions }) => [id, name, is_private, subscriptions.length]),
    ).toEqual([
      ['t/town-square', 'Town', false, 1],
      ['u/town-square', 'town (Other)', true, 0],
    ]);
    expect(archive.emoji.map(({ name }) => name)).toEqual(['tick']);
    expect(archive.uploads.map(({ id, owner, file }) => [id, owner, file.name])).toEqual([
      ['2021/a b.txt', 'ann', 'a b.txt'],
    ]);
  });

  it('[IR2] [IR5] [IR11] reads posts and replies in order, threads as topics', async () => {
    const { messages } = await read();
    const topic = 'Root of @Gus. :tick: #Town @all @ann @ann a b 1 2'.replace(' 1 2', ' x y 1 2').slice(0, 60);
    expect(messages.map((message) => [message.id, message.sender, message.place, textOf(message)])).toEqual([
      ['12.1', 'gus.x', { channel: 't/town-square', topic }, 'early reply @**all**'],
      [
        '12',
        'ann',
        { channel: 't/town-square', topic },
        '**Root** of «user gus.x». :tick: «channel t/town-square» @**all** `@ann` @ann\n\n* a\n* b\n\n| x | y |\n| --- | --- |\n| 1 | 2 |\n\n«file 2021/a b.txt»\n\n(missing file: passwd)',
      ],
      ['14', 'ann', { users: ['ann', 'gus.x'] }, 'hi'],
      ['11', 'gone', { channel: 't/town-square', topic: 'imported from Mattermost' }, 'by somebody unknown'],
    ]);
    expect(messages[0]?.content.join('')).not.toContain('@**all**');
    expect(messages[1]).toMatchObject({
      edits: [{ time: 9, user: 'ann' }],
      marks: [{ user: 'gus.x', is_starred: true }],
    });
    expect(messages[1]?.reactions).toEqual([
      { user: 'gus.x', emoji: { custom: 'tick' } },
      { user: 'ann', emoji: { name: 'heart', code: '2764' } },
    ]);
  });

  it('[IR11] reads what integrations posted', async () => {
    const attachments = [
      { fallback: 'f', pretext: 'Build', title: 'No. 7', title_link: 'https://ci.example/7', text: '**red**' },
      { fallback: 'f', author_name: 'CI', fields: [{ title: 'Took', value: 12 }] },
      7,
    ];
    const { messages } = await read([...HEAD, post(1, 'ann', '', { props: { attachments, from_webhook: 'true' } })]);
    expect(messages.map(textOf)).toEqual([
      'Build\n\n~~~quote\n[No. 7](https://ci.example/7)\n\n**red**\n~~~\n\n~~~quote\nCI\n\n**Took**\n\n12\n~~~',
    ]);
  });

  it('[IR11] reads direct conversations with participants, and exports without channels', async () => {
    const participants = [{ username: 'ann' }, { username: 'ivy', scheme_user: true }];
    const { archive, messages } = await read([
      ...HEAD.slice(0, -1),
      line('direct_channel', { header: '', participants }),
      line('direct_post', { channel_members: ['ann', 'ivy'], user: 'ivy', message: 'hi', create_at: 1 }),
    ]);
    expect(Array.from(archive.users, ({ id }) => id)).toContain('ivy');
    expect(messages.map(({ place }) => place)).toEqual([{ users: ['ann', 'ivy'] }]);
    const bare = await read([line('version', 1), HEAD[5] as string]);
    expect([bare.archive.users.length, bare.archive.channels.length, bare.messages.length]).toEqual([1, 0, 0]);
  });

  it('[IR6] [IR11] [IR18] reports dropped records, and refuses files that are no export', async () => {
    const { problems } = await read();
    expect(problems.map(({ kind, reason, record }) => [kind, reason, record])).toEqual([
      ['emoji', 'its picture is not in the export', 9],
      ['files', 'it is not in the export', 12],
      ['reactions', 'its emoji is unknown', '12 (nothing_such)'],
      ['messages', 'it is a notice of Mattermost, not a message', 13],
      ['messages', 'its channel is not in the export', 15],
    ]);
    const { problems: unread } = await read([
      ...HEAD,
      line('role', { name: 'r' }),
      line('info', {}),
      line('scheme', {}),
    ]);
    expect(unread.filter(({ kind }) => kind === 'settings').map(({ reason, record }) => [reason, record])).toEqual([
      ['nothing here corresponds to it', 11],
      ['nothing here corresponds to it', 13],
    ]);
    const refusal = (...lines: string[]) =>
      read(lines).then(
        () => '',
        (error: ArchiveError) => error.message,
      );
    expect(await refusal(...HEAD, '{"type":"post"')).toBe(
      "import.jsonl, record 11: it isn't valid JSON, or it's incomplete",
    );
    expect(await refusal(...HEAD, HEAD[5] as string)).toBe('import.jsonl, record 11: two records have the name ann');
    expect(await refusal(...HEAD, post(-1, 'ann', 'x'))).toStartWith('import.jsonl, record 11: "create_at": ');
    for (const bare of ['null', '7', '[]', '{"type":7}'])
      expect(await refusal(...HEAD, bare)).toMatch(/^import\.jsonl, record 11: ("type": )?it must be /);
    expect(await refusal(...HEAD, '{"type":"post"}')).toBe('import.jsonl, record 11: it is missing');
    expect(await refusal(line('version', 2))).toStartWith('import.jsonl, record 1: ');
    expect(await refusal('[', '{}]')).toStartWith('it has no JSON lines that begin with a version');
    expect(await refusal('{"type":"team"}')).toStartWith('it has no JSON lines that begin with a version');
  });
});
