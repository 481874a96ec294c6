// Writes repeated with an idempotency key, through a whole server and across a kill.

import { beforeAll, describe, expect, it, setDefaultTimeout } from 'bun:test';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiError, type MessageId, ROLE } from '@stoa/contract';
import { type Client, ConnectionError, createClient } from '@stoa/sdk';
import {
  basic,
  createTestDatabase,
  freePort,
  type Person,
  rawRequest,
  runStoa,
  serveTests,
  spawnServer,
  verifyEvents,
} from '@stoa/testkit';
import { sql } from './kit/database/sql.ts';
import { pruneIdempotencyKeys } from './kit/write/idempotency.ts';

setDefaultTimeout(30_000);

const { server, cast } = await serveTests({ dev: true });
let ada: Person;
let bela: Person;
beforeAll(async () => {
  ({ ada, bela } = cast);
  await ada.subscribe({
    subscriptions: [{ name: 'once' }],
    principals: [ada.user_id, bela.user_id],
    send_new_subscription_messages: false,
  });
});

let made = 0;
const newKey = () => `key-${++made}`;
const message = (content: string) => ({ type: 'stream', to: 'once', topic: 't', content }) as const;
const raw = (who: Person, key: string, path: string, fields: Record<string, string>, method = 'POST') =>
  rawRequest(`${server.url}/api/v1${path}`, {
    method,
    headers: { ...basic(who), 'idempotency-key': key },
    body: new URLSearchParams(fields),
  });
const send = (who: Person, key: string, content: string) =>
  raw(who, key, '/messages', { type: 'stream', to: 'once', topic: 't', content });
const countSent = async (content: string) => {
  const { messages } = await ada.getMessages({
    anchor: 'newest',
    num_before: 1000,
    num_after: 0,
    apply_markdown: false,
    narrow: [{ operator: 'channel', operand: 'once' }],
  });
  return messages.filter((each) => each.content === content).length;
};

describe('a repeated request', () => {
  it('[IK1] is carried out once and gets the same response', async () => {
    const key = newKey();
    const answers: Awaited<ReturnType<typeof send>>[] = [];
    await verifyEvents(bela, async () => {
      for (let n = 0; n < 3; n++) answers.push(await send(ada, key, 'only once'));
    });
    const [first, ...others] = answers;
    expect(first!.status).toBe(200);
    expect(first!.headers.get('idempotency-replayed')).toBeNull();
    for (const other of others) {
      expect([other.status, other.body]).toEqual([200, first!.body]);
      expect(other.headers.get('idempotency-replayed')).toBe('true');
    }
    expect(await countSent('only once')).toBe(1);
  });

  it('[IK1] gets the same response with unknown parameters, and in any order of parameters', async () => {
    const key = newKey();
    const first = await raw(ada, key, '/drafts', { drafts: '[]', one: '1', two: '2' });
    const second = await raw(ada, key, '/drafts', { two: '2', one: '1', drafts: '[]' });
    expect(first.body.ignored_parameters_unsupported).toEqual(['one', 'two']);
    expect(second.body).toEqual(first.body);
  });

  it('[IK4] is carried out once if both run at the same time', async () => {
    const key = newKey();
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(ada, key, 'at the same time')));
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1);
    expect(answers.filter(({ headers }) => headers.get('idempotency-replayed') === null)).toHaveLength(1);
    expect(await countSent('at the same time')).toBe(1);
  });

  it('[IK1] with a file is the same with the same bytes', async () => {
    const upload = (key: string, text: string, name = 'a.txt') =>
      ada.uploadFile({}, { file: new File([text], name, { type: 'text/plain' }), idempotency_key: key });
    const key = newKey();
    const { url } = await upload(key, 'the same bytes');
    expect((await upload(key, 'the same bytes')).url).toBe(url);
    for (const [text, name] of [['other bytes!!!'], ['the same bytes', 'b.txt']] as const)
      expect(await upload(key, text, name).catch((error) => error)).toMatchObject({
        code: 'IDEMPOTENCY_KEY_REUSED',
        status: 409,
      });
    expect((await upload(newKey(), 'the same bytes')).url).not.toBe(url);
    const { attachments } = await ada.getAttachments();
    expect(attachments).toHaveLength(2);
  });

  it('[IK3] gets the same error if the first one had an effect', async () => {
    const key = newKey();
    const invite = () =>
      ada
        .sendInvites({ invitee_emails: `new@stoa.example,${bela.email}`, stream_ids: [] }, { idempotency_key: key })
        .catch((error) => error as ApiError);
    const [first, second] = [await invite(), await invite()];
    expect(first).toBeInstanceOf(ApiError);
    const { code, status, message, fields } = first as ApiError;
    expect(fields).toMatchObject({ sent_invitations: true });
    expect(second).toMatchObject({ code, status, message, fields });
    expect((await ada.getInvites()).invites).toHaveLength(1);
  });

  it('[IK3] is tried again if the first one failed', async () => {
    const key = newKey();
    const to = { type: 'stream', to: 'not yet', topic: 't', content: 'at last' } as const;
    const attempt = () => ada.sendMessage(to, { idempotency_key: key });
    expect(await attempt().catch((error) => error)).toBeInstanceOf(ApiError);
    await ada.subscribe({ subscriptions: [{ name: 'not yet' }], send_new_subscription_messages: false });
    const { id } = await attempt();
    expect((await attempt()).id).toBe(id);
  });

  it('[IK1] [IK7] is carried out again a day later, and old responses are removed', async () => {
    const key = newKey();
    const { id } = await ada.sendMessage(message('daily'), { idempotency_key: key });
    server.clock.advance(24 * 60 * 60_000 - 5000);
    expect((await ada.sendMessage(message('daily'), { idempotency_key: key })).id).toBe(id);
    server.clock.advance(6000);
    expect((await ada.sendMessage(message('other words'), { idempotency_key: key })).id).not.toBe(id);
    await pruneIdempotencyKeys(server.app.writer, server.clock);
    const kept = await server.app.store.db.all<{ idempotency_key: string }>(
      sql`select idempotency_key from idempotency_keys`,
    );
    expect(kept).toEqual([{ idempotency_key: key }]);
  });
});

describe('an idempotency key', () => {
  it('[IK2] belongs to one request of one account', async () => {
    const key = newKey();
    const { body } = await send(ada, key, 'mine');
    const others = [
      await send(ada, key, 'words of others'),
      await raw(ada, key, '/messages', { type: 'stream', to: 'once', topic: 't', content: 'mine', more: '1' }),
      await raw(ada, key, '/drafts', { drafts: '[]' }),
      await raw(ada, key, `/messages/${body.id}`, { content: 'edited' }, 'PATCH'),
    ];
    for (const other of others) expect([other.status, other.body.code]).toEqual([409, 'IDEMPOTENCY_KEY_REUSED']);
    expect(await countSent('mine')).toBe(1);
    expect(await countSent('words of others')).toBe(0);
    const edit = newKey();
    expect((await raw(ada, edit, `/messages/${body.id}`, { content: 'mine too' }, 'PATCH')).status).toBe(200);
    const elsewhere = await raw(ada, edit, `/messages/${(body.id as number) - 1}`, { content: 'mine too' }, 'PATCH');
    expect(elsewhere.status).toBe(409);
    const theirs = await send(bela, key, 'hers');
    expect(theirs.status).toBe(200);
    expect(theirs.body.id).not.toBe(body.id);
  });

  it('[IK5] has 1 to 255 visible ASCII characters, and is ignored by requests that write nothing', async () => {
    for (const key of ['k'.repeat(255), '!"~', 'k']) expect((await send(ada, key, 'good')).status).toBe(200);
    for (const bad of ['', ' ', 'two words', 'k'.repeat(256), 'caf\u00e9']) {
      const { status, body } = await send(ada, bad, 'bad');
      expect([status, body.code]).toEqual([400, 'BAD_REQUEST']);
      expect(body.msg).toContain('Idempotency-Key');
    }
    expect(await countSent('bad')).toBe(0);
    const read = await rawRequest(`${server.url}/api/v1/users/me`, {
      headers: { ...basic(ada), 'idempotency-key': 'two words' },
    });
    expect(read.status).toBe(200);
  });

  it('[IK6] returns no stored response to an account that lost the permission', async () => {
    const key = newKey();
    await ada.updateUser({ user_id: bela.user_id, role: ROLE.administrator });
    const make = () =>
      bela.createUser(
        { email: 'made@stoa.example', full_name: 'Made', password: 'x y z seven words' },
        { idempotency_key: key },
      );
    const { user_id } = await make();
    expect((await make()).user_id).toBe(user_id);
    await ada.updateUser({ user_id: bela.user_id, role: ROLE.member });
    expect(await make().catch((error) => error)).toMatchObject({ code: 'UNAUTHORIZED_PRINCIPAL' });
  });

  it('[IK7] leaves no secret in the database', async () => {
    const key = newKey();
    const make = () => ada.createBot({ full_name: 'Robot', short_name: 'robot' }, { idempotency_key: key });
    const { api_key } = await make();
    expect((await make()).api_key).toBe(api_key);
    const rows = await server.app.store.db.all<{ answer: string; digest: string }>(
      sql`select answer, digest from idempotency_keys`,
    );
    expect(rows.length).toBeGreaterThan(0);
    for (const { answer } of rows) {
      expect(answer).not.toContain(api_key);
      expect(answer).not.toContain('success');
    }
  });
});

it('[IK4] a kill between commit and response, and during sends, leaves each message exactly once', async () => {
  const data = mkdtempSync(join(tmpdir(), 'stoa-once-'));
  const database = await createTestDatabase();
  const port = await freePort();
  const where = ['--data', data, ...(database.url === null ? [] : ['--database', database.url])];
  const zuliprc = join(data, 'zuliprc');
  const site = `http://127.0.0.1:${port}`;
  const init = ['init', ...where, '--org', 'Once', '--email', 'ada@stoa.example', '--name', 'Ada', '--url', site];
  expect(await runStoa([...init, '--zuliprc', zuliprc])).toMatchObject({ code: 0 });
  const api_key = readFileSync(zuliprc, 'utf8').match(/^key *= *(\S+)$/m)![1]!;
  const owner: Client = createClient({ site, email: 'ada@stoa.example', api_key });
  const options = { data, port, database: database.url };
  let running = await spawnServer(options);
  await owner.subscribe({ subscriptions: [{ name: 'once' }], send_new_subscription_messages: false });

  const post = (content: string) =>
    owner.sendMessage(message(content), { idempotency_key: content.replaceAll(' ', '-') });
  // This response is discarded: the sender never received it.
  const { id: unheard } = await post('never heard of');
  const contents: string[] = [];
  const lost: string[] = [];
  const answered = new Map<string, MessageId>();
  for (let round = 0; round < 2; round++) {
    const before = answered.size;
    const senders = Array.from({ length: 8 }, async (_, sender) => {
      for (let n = 0; ; n++) {
        const content = `s${sender} r${round} n${n}`;
        contents.push(content);
        try {
          answered.set(content, (await post(content)).id);
        } catch (error) {
          if (!(error instanceof ConnectionError)) throw error;
          lost.push(content);
          return;
        }
      }
    });
    while (answered.size < before + 16) await new Promise((resolve) => setTimeout(resolve, 2));
    await running.end('SIGKILL');
    await Promise.all(senders);
    running = await spawnServer(options);
  }
  expect((await post('never heard of')).id).toBe(unheard);
  for (const [content, id] of [...answered].slice(-20)) expect((await post(content)).id).toBe(id);
  expect(lost).toHaveLength(16);
  for (const content of lost) answered.set(content, (await post(content)).id);

  const { messages } = await owner.getMessages({
    anchor: 'newest',
    num_before: 5000,
    num_after: 0,
    apply_markdown: false,
    narrow: [{ operator: 'channel', operand: 'once' }],
  });
  const found = messages
    .map(({ content, id }) => [content, id] as const)
    .filter(([content]) => content !== 'never heard of');
  expect(found).toHaveLength(contents.length);
  expect(messages).toHaveLength(contents.length + 1);
  expect(new Map(found)).toEqual(new Map([...answered].sort(([, a], [, b]) => a - b)));
  expect(await running.end('SIGTERM')).toBe(0);
  rmSync(data, { recursive: true, force: true });
  await database.drop();
}, 60_000);
