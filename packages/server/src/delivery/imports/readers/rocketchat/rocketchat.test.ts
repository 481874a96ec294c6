// Small handmade dumps of Rocket.Chat.
import { describe, expect, it } from 'bun:test';
import { leastProcessorMs } from '@stoa/testkit';
import { serialize } from 'bson';
import type { ArchiveMessage, Problem } from '../../archive.ts';
import type { ArchiveError } from '../../archive-error.ts';
import { memorySource } from '../../memory-source.ts';
import { readRocketChat } from './rocketchat.ts';

const dump = (...documents: object[]) => Buffer.concat(documents.map((document) => serialize(document)));
const at = (seconds: number) => new Date(seconds * 1000);
const ann = { _id: 'A', username: 'ann', name: 'Ann' };
const bob = { _id: 'B', username: 'bob.x', name: 'Bob' };
const post = (id: string, seconds: number, msg: string, more: object = {}) => ({
  _id: id,
  rid: 'GENERAL',
  ts: at(seconds),
  msg,
  u: ann,
  ...more,
});
const room = (_id: string, t: string, name: string, more: object = {}) => ({ _id, t, name, ts: at(1), ...more });

const files = {
  'users.bson': dump(
    {
      ...ann,
      roles: ['admin'],
      emails: [{ address: 'ann@x.com' }],
      active: true,
      services: { password: { bcrypt: '$2b$10$hash' } },
      __rooms: ['GENERAL', 'P'],
    },
    { ...bob, roles: ['guest'], active: false, __rooms: ['P'] },
    { _id: 'rocket.cat', username: 'rocket.cat', name: 'Cat', type: 'bot', roles: ['bot'] },
  ),
  'rocketchat_room.bson': dump(
    room('GENERAL', 'c', 'general', { default: true, description: 'All' }),
    room('P', 'p', 'general', { u: ann }),
    room('D1', 'c', 'xyz', { fname: 'Lunch', prid: 'GENERAL' }),
    room('D2', 'p', 'xyy', { fname: 'Secret talk', prid: 'GENERAL' }),
    room('AB', 'd', '', { uids: ['A', 'B'] }),
    room('L', 'l', 'visitor'),
  ),
  'rocketchat_message.bson': dump(
    post('m3', 30, 'reply', { u: bob, tmid: 'm1' }),
    post('m1', 10, '*Root* of @bob.x. :tick: #general @all `@ann` https://x.com/a*b*', {
      tcount: 1,
      channels: [{ _id: 'GENERAL', name: 'general' }],
      reactions: {
        ':tock:': { usernames: ['bob.x', 'nobody'] },
        ':grin:': { usernames: ['ann'] },
        ':zzzz:': { usernames: ['ann'] },
      },
      starred: [{ _id: 'B' }],
      editedAt: at(12),
      editedBy: ann,
    }),
    post('m2', 20, 'ann', { t: 'uj' }),
    post('m4', 40, '[ ](https://chat.x.com/channel/general?msg=m1m1m1m1m1) yes @**all**', {
      attachments: [
        { message_link: 'https://chat.x.com/channel/general?msg=m1m1m1m1m1', author_name: 'ann', text: '_said_' },
      ],
    }),
    post('m5', 50, '', { file: { _id: 'F', name: 'a.txt' }, attachments: [{ title: 'a.txt', description: 'see' }] }),
    post('m6', 60, 'in a discussion', { rid: 'D1' }),
    post('m7', 70, 'whispered', { rid: 'D2', u: { _id: 'Z', username: 'zoe', name: 'Zoe' } }),
    post('m8', 80, 'direct', { rid: 'AB' }),
    post('m9', 90, 'hello?', { rid: 'L' }),
    post('n1', 91, 'xxx', { t: 'e2e' }),
    post('n2', 92, 'old', { _hidden: true }),
    post('n3', 93, '', { file: { _id: 'G', name: 'gone.txt' } }),
  ),
  'rocketchat_uploads.bson': dump(
    { _id: 'F', name: 'a.txt', type: 'text/plain', userId: 'A', store: 'GridFS:Uploads', uploadedAt: at(50) },
    { _id: 'G', name: 'gone.txt', userId: 'A', store: 'AmazonS3:Uploads' },
  ),
  'rocketchat_uploads.chunks.bson': dump(
    { _id: 2, files_id: 'F', n: 1, data: Buffer.from('def') },
    { _id: 1, files_id: 'F', n: 0, data: Buffer.from('abc') },
    { _id: 3, files_id: 'G', n: 1, data: Buffer.from('x') },
  ),
  'rocketchat_custom_emoji.bson': dump({ _id: 'e', name: 'tick', aliases: ['tock'], extension: 'png' }),
  'custom_emoji.chunks.bson': dump({ _id: 1, files_id: 'tick.png', n: 0, data: Buffer.from('png') }),
};

async function read(changed: Record<string, Uint8Array> = {}) {
  const problems: Problem[] = [];
  const archive = await readRocketChat(memorySource({ ...files, ...changed }), (problem) => problems.push(problem));
  return { archive, messages: await Array.fromAsync(archive.messages()), problems };
}
const textOf = ({ content }: ArchiveMessage) =>
  content
    .map((part) => (typeof part === 'string' ? part : `«${part.kind} ${part.id}»`))
    .join('')
    .replace(/[\u200b\ufeff]/g, '');

describe('a dump of Rocket.Chat', () => {
  it('[IR12] reads people and rooms; private discussions stay private', async () => {
    const { archive } = await read();
    expect(
      Array.from(archive.users, (user) => [
        user.id,
        user.role,
        user.is_active,
        user.bot !== null,
        user.email,
        user.password,
      ]),
    ).toEqual([
      ['A', 'owner', true, false, 'ann@x.com', 'bcrypt_sha256$$2b$10$hash'],
      ['B', 'guest', false, false, null, null],
      ['rocket.cat', 'member', true, true, null, null],
      ['Z', 'member', false, false, null, undefined],
    ]);
    expect(
      archive.channels.map(({ id, name, is_private, subscriptions }) => [id, name, is_private, subscriptions.length]),
    ).toEqual([
      ['GENERAL', 'general', false, 1],
      ['P', 'general (general)', true, 2],
      ['D2', 'Secret talk', true, 0],
    ]);
  });

  it('[IR2] [IR5] [IR12] reads messages in order, threads and open discussions as topics', async () => {
    const { archive, messages } = await read();
    const main = { channel: 'GENERAL', topic: 'imported from Rocket.Chat' };
    const thread = { channel: 'GENERAL', topic: 'Root of @Bob. :tick: #general @all @ann *' };
    const expected = [
      [
        'm1',
        thread,
        '**Root** of «user B». :tick: «channel GENERAL» @**all** `@ann` [https://x.com/a%2Ab](https://x.com/a%2Ab)*',
      ],
      ['m3', thread, 'reply'],
      ['m4', main, '~~~quote\n«message m1m1m1m1m1»\n\n*said*\n~~~\n\nyes @**all**'],
      ['m5', main, 'see\n\n«file F»'],
      ['m6', { channel: 'GENERAL', topic: 'Lunch' }, 'in a discussion'],
      ['m7', { channel: 'D2', topic: 'imported from Rocket.Chat' }, 'whispered'],
      ['m8', { users: ['A', 'B'] }, 'direct'],
      ['n3', main, '(missing file: gone.txt)'],
    ];
    expect(messages.map((message) => [message.id, message.place, textOf(message)])).toEqual(expected);
    // A second pass names the same topics.
    const again = await Array.fromAsync(archive.messages());
    expect(again.map(({ place }) => place)).toEqual(messages.map(({ place }) => place));
    expect(messages[0]).toMatchObject({
      edits: [{ time: 12, user: 'A' }],
      marks: [{ user: 'B', is_starred: true }],
      reactions: [
        { user: 'B', emoji: { custom: 'tick' } },
        { user: 'A', emoji: { name: 'grinning_face_with_smiling_eyes', code: '1f601' } },
      ],
    });
  });

  it('[IR12] reads files from GridFS, and drops incomplete ones', async () => {
    const { archive, problems } = await read();
    const bytes = await Array.fromAsync(archive.uploads[0]!.file.open());
    expect(Buffer.concat(bytes).toString()).toBe('abcdef');
    expect(archive.uploads.map(({ id }) => id)).toEqual(['F']);
    expect(problems.map(({ kind, reason, record }) => [kind, reason, record])).toEqual([
      ['channels', 'it is a conversation with visitors or a call', 'L'],
      ['files', 'its bytes are in another store', 'G'],
      ['reactions', 'its emoji is unknown', '2 (zzzz)'],
      ['messages', 'it is a notice of Rocket.Chat, not a message', 3],
      ['messages', 'its room is no channel or direct conversation of the dump', 9],
      ['messages', 'it is encrypted', 10],
      ['messages', 'it was deleted or is an older version', 11],
      ['files', 'its bytes are not in the dump', 12],
    ]);
  });

  it('[IR16] takes linear time over discussions that belong to each other', async () => {
    const rooms = Array.from({ length: 5000 }, (_, at) =>
      room(`R${at}`, 'c', `r${at}`, { prid: at === 4999 ? 'GENERAL' : `R${at + 1}` }),
    );
    const changed = { 'rocketchat_room.bson': dump(room('GENERAL', 'c', 'general'), ...rooms) };
    const took_ms = await leastProcessorMs(1000, async () => {
      const { archive } = await read(changed);
      expect(archive.channels.map(({ id }) => id)).toEqual(['GENERAL']);
    });
    expect(took_ms).toBeLessThan(1000);
  });

  it('[IR6] refuses hostile dumps in one sentence', async () => {
    const refusal = (changed: Record<string, Uint8Array>) =>
      read(changed).then(
        () => '',
        (error: ArchiveError) => error.message,
      );
    const users = files['users.bson'];
    expect(await refusal({ 'users.bson': users.subarray(0, -3) })).toBe(
      'users.bson, record 3: the file is incomplete or has another format',
    );
    expect(await refusal({ 'users.bson': Buffer.from('not BSON') })).toBe("users.bson, record 1: it isn't valid BSON");
    expect(await refusal({ 'users.bson': Buffer.concat([users, users]) })).toBe(
      'users.bson, record 4: two records have the id A',
    );
    const broken = Buffer.from(users);
    broken[4] = 0x77;
    expect(await refusal({ 'users.bson': broken })).toBe("users.bson, record 1: it isn't valid BSON");
    expect(await refusal({ 'rocketchat_message.bson': dump({ ...post('x', 1, 'x'), ts: 'soon' }) })).toStartWith(
      'rocketchat_message.bson, record 1: "ts": ',
    );
    expect(await refusal({ 'rocketchat_message.bson': dump(post('x', 1, 'x'), post('x', 1, 'y')) })).toBe(
      'rocketchat_message.bson, record 2: two records have the id x',
    );
    const loop = dump(room('X', 'c', 'x', { prid: 'Y' }), room('Y', 'c', 'y', { prid: 'X' }));
    expect(await refusal({ 'rocketchat_room.bson': loop })).toBe(
      'rocketchat_room.bson, record X: discussions belong to each other',
    );
    await expect(readRocketChat(memorySource({ 'rocketchat_message.bson.gz': '' }), () => {})).rejects.toThrow(
      'the dump is compressed',
    );
  });

  it('[IR18] reports collections that nothing reads', async () => {
    const { problems } = await read({ 'rocketchat_webdav_accounts.bson': dump({ _id: 'W' }), 'empty.bson': dump() });
    expect(problems.filter(({ kind }) => kind === 'settings').map(({ reason, record }) => [reason, record])).toEqual([
      ['nothing here corresponds to it', 'rocketchat_webdav_accounts.bson'],
    ]);
  });
});
