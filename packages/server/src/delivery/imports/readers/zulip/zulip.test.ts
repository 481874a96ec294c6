// The reference server's export, read and planned.
import { afterAll, describe, expect, it } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { leastProcessorMs, tarOf, zulipArchive, zulipFiles, zulipTables } from '@stoa/testkit';
import type { ArchiveMessage } from '../../archive.ts';
import { openArchive, planImport, planLines } from '../../plan.ts';
import { openSource } from '../../source.ts';
import { holdersIn } from './holders.ts';
import { namesMessages, textOf } from './text.ts';
import { groupsOf, readZulip } from './zulip.ts';

const directory = mkdtempSync(join(tmpdir(), 'stoa-zulip-'));
afterAll(() => rmSync(directory, { recursive: true }));
const NOW = 1_700_000_000_000;

async function opened(tables = zulipTables()) {
  const path = join(directory, 'export.tar.gz');
  writeFileSync(path, await zulipArchive(tables));
  const source = await openSource(path, join(directory, 'work'));
  return openArchive(source, readZulip, NOW);
}

async function messagesOf(tables = zulipTables()): Promise<ArchiveMessage[]> {
  return Array.fromAsync((await opened(tables)).archive.messages());
}

/** Changes one row of a table. */
function changed(part: 'realm' | 'messages' | 'attachment', table: string, index: number, change: object) {
  const tables = zulipTables();
  const rows = tables[part][table] as object[];
  rows[index] = { ...rows[index], ...change };
  return tables;
}

describe('the export of the reference server', () => {
  it('[IM5] reads people, channels, groups and files', async () => {
    const { archive } = await opened();
    expect(archive.organization.name).toBe('Old Club');
    expect(Array.from(archive.users, ({ full_name, email, role, bot }) => [full_name, email, role, bot])).toEqual([
      ['Ada Old', 'ada@club.example', 'owner', null],
      ['Ben Old', 'ben@club.example', 'member', null],
      ['Cleo Old', null, 'guest', null],
      ['Herald', 'herald@club.example', 'member', { owner: '1' }],
      ['Notification Bot', null, 'member', { owner: null }],
      ['Welcome Bot', null, 'member', { owner: null }],
    ]);
    const [general, board] = archive.channels;
    expect(general).toMatchObject({ name: 'general', is_private: false, is_default: true, posting: 'everyone' });
    expect(board).toMatchObject({ is_private: true, shares_history: false, creator: '1' });
    expect([...board!.subscriptions]).toMatchObject([
      { user: '1', is_active: true, spans: [{ after: 0, until: null }] },
      {
        user: '2',
        is_active: true,
        spans: [
          { after: 11, until: 12 },
          { after: 13, until: null },
        ],
      },
    ]);
    expect(archive.groups).toMatchObject([{ name: 'crew', members: ['2'] }]);
    expect(archive.emoji.map(({ name, is_active }) => [name, is_active])).toEqual([
      ['tick', false],
      ['tick', true],
    ]);
    expect(archive.uploads).toMatchObject([{ id: '51', owner: '2', content_type: 'image/png' }]);
  });

  it('[IM5] reads messages in order with recipient, references, history and flags', async () => {
    const messages = await messagesOf();
    expect(messages.map(({ id }) => Number(id))).toEqual([10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 21]);
    const byId = (id: number) => messages.find((message) => message.id === String(id))!;
    expect(byId(10).content).toEqual(['Hello ', { kind: 'user', id: '2', silent: false }, ', see #**general** :tick:']);
    expect(byId(10).reactions).toEqual([
      { user: '2', emoji: { custom: '42' } },
      { user: '1', emoji: { name: 'wave', code: '1f44b' } },
    ]);
    expect(byId(10).marks).toEqual([
      { user: '2', is_unread: true, is_starred: false, is_collapsed: false, is_mentioned: true, has_alert_word: false },
    ]);
    expect(byId(14).content[1]).toMatchObject({ kind: 'file-address', id: '51' });
    expect(byId(15).content[1]).toMatchObject({ kind: 'message-address', id: '10' });
    expect(byId(15).edits).toMatchObject([{ prev_topic: 'misc' }, { prev_content: ['was this'] }]);
    // A personal recipient and a group of two are one conversation.
    expect(byId(16).place).toEqual({ users: ['2', '1'] });
    expect(byId(17).place).toEqual({ users: ['1', '2'] });
    expect(byId(21).place).toEqual({ users: ['2'] });
  });

  it('[IM5] shares a file only through the messages that shared it', async () => {
    const tables = changed('attachment', 'zerver_attachment', 0, { messages: [] });
    const found = (await messagesOf(tables)).find(({ id }) => id === '14')!;
    expect(found.content).toEqual(['The picture: [one](/user_uploads/1/aa/random/picture.png)']);
  });

  it('[IM7] plans which records are imported and which are not, with reasons', async () => {
    const plan = await planImport(await opened());
    expect(plan.counts).toMatchObject({
      users: { read: 6, imported: 6, dropped: 0 },
      messages: { read: 12, imported: 11, dropped: 1 },
      edits: { read: 2, imported: 2, dropped: 0 },
      reactions: { read: 2, imported: 2, dropped: 0 },
      files: { read: 1, imported: 1, dropped: 0 },
    });
    expect(plan.reasons).toContainEqual({
      kind: 'messages',
      reason: 'its sender is not in the archive',
      code: 'sender_missing',
      records: 1,
      is_kept: false,
      file: 'export/messages-000001.json',
      record: 20,
    });
    expect(plan.counts['alert words']).toEqual({ read: 1, imported: 1, dropped: 0 });
    expect(plan.counts).not.toHaveProperty('linkifiers');
    expect(planLines(plan).join('\n')).toContain('Dropped: 1 of messages: its sender is not in the archive');
  });

  it('[IM6] changes invalid names, and drops dangling references', async () => {
    const tables = changed('realm', 'zerver_userprofile', 1, {
      full_name: 'Ben **\u202e"Old"',
      delivery_email: 'ada@club.example',
    });
    (tables.realm.zerver_stream as object[])[1] = { ...(tables.realm.zerver_stream as object[])[1], name: 'GENERAL' };
    (tables.realm.zerver_reaction as object[]).push({
      user_profile: 99,
      message: 10,
      emoji_name: 'wave',
      emoji_code: '1f44b',
      reaction_type: 'unicode_emoji',
    });
    const own = await opened(tables);
    expect([...own.archive.users][1]).toMatchObject({ full_name: 'Ben Old', email: null });
    expect(own.archive.channels.map(({ name }) => name)).toEqual(['general', 'GENERAL (2)']);
    const plan = await planImport(own);
    expect(plan.counts.reactions).toEqual({ read: 3, imported: 2, dropped: 1 });
    expect(plan.reasons.filter(({ is_kept }) => is_kept).map(({ kind }) => kind)).toEqual([
      'users',
      'users',
      'users',
      'channels',
    ]);
  });

  it('[IM1] says what is wrong with an archive, with file and record', async () => {
    const refusalOf = (tables: ReturnType<typeof zulipTables>) =>
      messagesOf(tables).then(
        () => 'it was read',
        (error: Error) => error.message,
      );
    expect(await refusalOf(changed('realm', 'zerver_stream', 1, { invite_only: 'yes' }))).toBe(
      'export/realm.json, record zerver_stream[1]: "invite_only": it must be true or false, not a text',
    );
    expect(await refusalOf(changed('realm', 'zerver_stream', 1, { id: 11 }))).toContain('two records have the id 11');
    expect(await refusalOf(changed('messages', 'zerver_message', 2, { sender: null }))).toBe(
      'export/messages-000001.json, record zerver_message[2]: "sender": it must be a number, not null',
    );
    expect(await refusalOf(changed('messages', 'zerver_message', 2, { id: 10 }))).toContain(
      'record 10: two records have the id 10',
    );
    expect(await refusalOf(changed('messages', 'zerver_usermessage', 0, { flags_mask: '1' }))).toContain(
      'zerver_usermessage[0]',
    );
    expect(await refusalOf({ ...zulipTables(), realm: {} })).toContain('one organization');
  });

  it('[IR16] takes linear time over a long chain of groups', async () => {
    const ids = Array.from({ length: 30_000 }, (_, at) => 1000 + at);
    const tables = {
      groups: ids.map((id) => ({
        group_id: id,
        name: `group ${id}`,
        description: '',
        is_system_group: false,
        deactivated: false,
      })),
      members: ids.map((id) => ({ user_group: id, user_profile: 1 })),
      subgroups: ids.slice(1).map((id) => ({ supergroup: id, subgroup: id - 1 })),
    };
    let groups: readonly object[] = [];
    // A search for each group takes seconds.
    const took_ms = await leastProcessorMs(700, () => {
      groups = groupsOf(tables, holdersIn(tables), () => {});
    });
    expect(groups.at(-1)).toMatchObject({ members: ['1'], subgroups: [String(1000 + ids.length - 2)] });
    expect(took_ms).toBeLessThan(700);
  });

  it('[IM9] finds links to messages in the dialect and as whole addresses', () => {
    const known = { isUser: () => false, fileAt: () => null };
    expect(textOf('see #**plans>lunch @ 1@17** and #**plans@18**', known)).toEqual([
      'see #**plans>lunch @ 1',
      { kind: 'message-number', id: '17' },
      '**',
      ' and #**plans@18**',
    ]);
    expect(textOf('[here](/#narrow/channel/1-a/topic/b/near/9)', known)[1]).toMatchObject({ is_whole: false });
  });

  it('[IM64] takes whole addresses of messages as its own only if the old server made them relative', async () => {
    const known = { isUser: () => false, fileAt: () => null };
    const near = '#narrow/channel/1-a/topic/b/near/9';
    const [own, others] = [`https://old.example/${near}`, `https://other.example/${near}`];
    const html = `<p><a href="${near}">here</a>, <a href="${others}x">there</a></p>`;
    expect(textOf(own, known, html)).toMatchObject([{ kind: 'message-address', id: '9', is_whole: true }]);
    expect(textOf(own, known, `<a href="/${near}">x</a> <a href="#other">`)).toMatchObject([
      { kind: 'message-address' },
    ]);
    expect(textOf(others, known, `<a href="${others}">`)).toEqual([others]);
    expect(textOf(own, known)).toEqual([own]);
    expect(textOf(own, known, `<a href="${near}0">`)).toEqual([own]);
    const tables = changed('messages', 'zerver_message', 5, {
      content: `see ${own} and ${others}0`,
      rendered_content: `<p>see <a href="${near}">a</a> and <a href="${others}0">b</a></p>`,
      edit_history: JSON.stringify([
        { user_id: 2, timestamp: 1_600_000_000, prev_content: own, prev_rendered_content: `<a href="${own}">` },
      ]),
    });
    const message = (await messagesOf(tables)).find(({ id }) => id === '15')!;
    expect(message.content).toMatchObject(['see ', { kind: 'message-address', id: '9' }, ` and ${others}0`]);
    expect(message.edits[0]!.prev_content).toEqual([own]);
  });

  it('[IR3] takes linear time over what looks like links', async () => {
    const known = { isUser: () => false, fileAt: () => null };
    const pieces = ['http://', '#narrow/', 'https://a/#narrow/', '/user_uploads/1/a/', '#narrow/near/', '@**a|'];
    const hostile = [`#**${'>@1'.repeat(13_000)}`, '#**>@'.repeat(8_000), `#**a>${'@'.repeat(40_000)}`].concat(
      // As long as texts may be.
      pieces.map((piece) => piece.repeat(Math.ceil(100_000 / piece.length))),
    );
    for (const content of hostile)
      expect(
        await leastProcessorMs(500, async () => {
          textOf(content, known, namesMessages(content) ? '<p>' : null);
        }),
      ).toBeLessThan(500);
  });

  it('[IM801] cuts texts that no server has, and refuses a file of too many', async () => {
    const long = changed('messages', 'zerver_message', 5, { content: `x${'y'.repeat(1_000_000)}` });
    const message = (await messagesOf(long)).find(({ id }) => id === '15')!;
    expect(String(message.content[0])).toHaveLength(100_000);
    const tables = zulipTables();
    const [first] = tables.messages.zerver_message as object[];
    const row = { ...first, content: '://#narrow/', rendered_content: 'z'.repeat(400_000) };
    tables.messages.zerver_message = Array.from({ length: 340 }, (_, at) => ({ ...row, id: 1000 + at }));
    const path = join(directory, 'long.tar');
    writeFileSync(path, await tarOf(zulipFiles(tables)));
    const { archive } = await openArchive(await openSource(path, join(directory, 'work')), readZulip, NOW);
    await expect(Array.fromAsync(archive.messages())).rejects.toThrow('the file has more than 335 messages');
  });

  it('[IM5] drops an unreadable history, not its message', async () => {
    const tables = changed('messages', 'zerver_message', 5, { edit_history: '[{"timestamp": "x"' });
    const own = await opened(tables);
    const messages = await Array.fromAsync(own.archive.messages());
    expect(messages.find(({ id }) => id === '15')!.edits).toEqual([]);
    expect(own.problems.reasons.map(({ kind }) => kind)).toContain('edits');
  });

  it('[IR18] reports tables that nothing here corresponds to', async () => {
    const tables = zulipTables();
    Object.assign(tables.realm, { zerver_device: [{ id: 1 }], zerver_userpresence: [{ id: 1 }] });
    const { problems } = await opened(tables);
    expect(problems.reasons.filter(({ code }) => code === 'part_unread')).toMatchObject([
      { kind: 'settings', record: 'zerver_device[0]', records: 1 },
    ]);
  });
});
