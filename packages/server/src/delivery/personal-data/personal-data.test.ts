// Archives of one person's data, through HTTP down to their bytes.

import { beforeAll, describe, expect, it, setDefaultTimeout } from 'bun:test';
import { MAX_PERSONAL_EXPORTS_PER_WEEK, PERSONAL_EXPORT_DAYS, type PersonalExport } from '@stoa/contract';
import { codeOf, type Person, refusal, samplePicture, serveTests, unpackArchive } from '@stoa/testkit';
import { sql } from '../../kit/database/sql.ts';
import { own_rows } from '../../slices.ts';
import { ownRows } from './own-data.queries.ts';
import { recordPercent } from './personal-exports.actions.ts';

const { server, cast } = await serveTests();
setDefaultTimeout(60_000);

const DAY_MS = 24 * 60 * 60_000;

beforeAll(async () => {
  const { ada, bela, dara, eli } = cast;
  await ada.updateUser({ user_id: bela.user_id, role: 200 });
  await ada.subscribe({ subscriptions: [{ name: 'open' }], principals: [ada.user_id, dara.user_id, eli.user_id] });
  await dara.subscribe({
    subscriptions: [{ name: 'closed' }],
    invite_only: true,
    principals: [dara.user_id, eli.user_id],
  });
  const say = (who: Person, to: string, content: string) =>
    who.sendMessage({ type: 'stream', to, topic: 'exports', content });
  const { id } = await say(dara, 'open', 'Dara in the open, first');
  await dara.editMessage({ message_id: id, content: 'Dara in the open, later' });
  await say(eli, 'open', 'Eli in the open');
  const { id: closed } = await say(eli, 'closed', 'Eli behind a door');
  await dara.addReaction({ message_id: closed, emoji_name: 'octopus' });
  const file = await dara.uploadFile({}, { file: new File(['bytes behind a door'], 'closed.txt') });
  await say(dara, 'closed', `Dara behind a door: [f](${file.url})`);
  const shown = await dara.uploadFile({}, { file: samplePicture('shown.png') });
  await say(dara, 'open', `a picture: [p](${shown.url})`);
  await dara.sendMessage({ type: 'direct', to: [eli.user_id], content: 'Dara to Eli' });
  await eli.sendMessage({ type: 'direct', to: [dara.user_id], content: 'Eli to Dara' });
  await dara.createSavedSnippet({ title: 'mine', content: 'a snippet of Dara' });
  await server
    .client()
    .createSession({ username: dara.email, password: `${dara.full_name} signs in`, device_name: 'a phone' });
});

const only = async (who: Person, id: number) =>
  (await who.getPersonalExports()).exports.find((archive) => archive.id === id)!;
const download = (url: string) => fetch(`${server.url}${new URL(url).pathname}`);

async function make(who: Person, of?: Person): Promise<PersonalExport> {
  server.clock.advance(7 * DAY_MS);
  const { id } = await who.requestPersonalExport({ user_id: of?.user_id });
  await server.app.jobs.settle();
  return only(who, id);
}

const open = async (made: PersonalExport) => unpackArchive(await download(made.export_url!));

describe('an export of one person’s data', () => {
  it('[PD1] is started by that person or by administrators; the organization may reserve it for administrators', async () => {
    const { ada, bela, dara, eli, bot } = cast;
    expect((await refusal(dara.requestPersonalExport({ user_id: eli.user_id }))).message).toContain(
      'Only administrators',
    );
    expect((await refusal(bot.requestPersonalExport())).message).toContain('bot');
    expect((await refusal(ada.requestPersonalExport({ user_id: bot.user_id }))).message).toContain('Bots');
    expect(await codeOf(bela.requestPersonalExport({ user_id: ada.user_id }))).toBe('UNAUTHORIZED_PRINCIPAL');
    await ada.updateRealm({ personal_exports_disabled: true });
    expect((await refusal(eli.requestPersonalExport())).message).toContain('Only administrators');
    expect(await codeOf(bela.requestPersonalExport())).toBeNull();
    await ada.updateRealm({ personal_exports_disabled: false });
    expect(await codeOf(eli.requestPersonalExport())).toBeNull();
  });

  it('[PD2] has what the person wrote and what is kept about them, and no secrets or texts of others', async () => {
    const { dara } = cast;
    const { files, text } = await open(await make(dara));
    for (const own of [
      'Dara in the open, first',
      'Dara in the open, later',
      'Dara behind a door',
      'Dara to Eli',
      'a snippet of Dara',
      'bytes behind a door',
      'a phone',
      'octopus',
      dara.email,
    ])
      expect([own, text.includes(own)]).toEqual([own, true]);
    for (const other of ['Eli in the open', 'Eli behind', 'Eli to Dara'])
      expect([other, text.includes(other)]).toEqual([other, false]);
    expect([...files.keys()]).toContain('rows/sessions/000001.json');
    const session = await server.app.store.db.get<{ key_digest: string }>(sql`select key_digest from sessions limit 1`);
    const row = await server.app.store.db.get<{ password_hash: string }>(
      sql`select password_hash from users where user_id = ${dara.user_id}`,
    );
    for (const secret of [session!.key_digest, row!.password_hash, dara.api_key])
      expect([secret, text.includes(secret)]).toEqual([secret, false]);
    expect(JSON.parse(files.get('account.json')!)).toMatchObject({
      full_name: dara.full_name,
      delivery_email: dara.email,
    });
  });

  it('[PD2] for somebody else has only what every member may read, unless the person consents', async () => {
    const { ada, dara } = cast;
    const made = await make(ada, dara);
    expect(made).toMatchObject({ user_id: dara.user_id, acting_user_id: ada.user_id, is_public: true, percent: 100 });
    const { files, text } = await open(made);
    expect(text).toContain('Dara in the open, later');
    for (const hidden of ['first', 'behind a door', 'Dara to Eli', 'snippet', 'octopus', 'closed.txt'])
      expect([hidden, text.includes(hidden)]).toEqual([hidden, false]);
    expect([...files.keys()].filter((name) => name.startsWith('uploads/'))).toEqual([
      expect.stringContaining('shown.png'),
    ]);
    await dara.updateSettings({ allow_private_data_export: true });
    const whole = await make(ada, dara);
    expect(whole.is_public).toBe(false);
    expect((await open(whole)).text).toContain('Dara to Eli');
    await dara.updateSettings({ allow_private_data_export: false });
  });

  it('[PD3] is shown only to the account that requested it, expires after a week, and can be deleted', async () => {
    const { ada, dara, eli } = cast;
    const made = await make(ada, dara);
    const seen = await only(dara, made.id);
    expect([seen.user_id, seen.acting_user_id, seen.export_url]).toEqual([dara.user_id, ada.user_id, null]);
    expect(await only(eli, made.id)).toBeUndefined();
    expect((await refusal(dara.deletePersonalExport({ export_id: made.id }))).message).toBe('Invalid data export ID');
    expect((await download(`${made.export_url!.replace(/\.[0-9a-f]{8}/, '.00000000')}`)).status).toBe(404);
    await ada.deletePersonalExport({ export_id: made.id });
    expect((await download(made.export_url!)).status).toBe(404);
    const other = await make(dara);
    server.clock.advance(PERSONAL_EXPORT_DAYS * DAY_MS + 60_000);
    await server.app.runNow('personal exports');
    expect((await download(other.export_url!)).status).toBe(404);
  });

  it('[PD3] does not make other writes wait when it records its progress', async () => {
    const { store } = server.app;
    if (store.engine === 'sqlite') return; // one transaction at a time
    const ids = [(await make(cast.dara)).id, (await make(cast.eli)).id];
    await store.db.run(sql`update personal_exports set finished_at = null where id in (${sql.list(ids)})`);
    const half_way = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const noting = (order: readonly number[], n: number) =>
      store.transaction(async (tx) => {
        await recordPercent({ tx }, order[0]!, 1);
        half_way[n]!.resolve();
        await half_way[1 - n]!.promise;
        await recordPercent({ tx }, order[1]!, 2);
      });
    await Promise.all([noting(ids, 0), noting(ids.toReversed(), 1)]);
    await store.db.run(sql`update personal_exports set finished_at = requested_at where id in (${sql.list(ids)})`);
  });

  it('[PD3] is limited to five a week', async () => {
    const { eli } = cast;
    server.clock.advance(8 * DAY_MS);
    const made: number[] = [];
    for (let n = 0; n < MAX_PERSONAL_EXPORTS_PER_WEEK; n++) made.push((await eli.requestPersonalExport()).id);
    expect((await refusal(eli.requestPersonalExport())).message).toContain('(limit: personal-exports-per-week)');
    await server.app.jobs.settle();
    expect((await only(eli, made[0]!)).percent).toBe(100);
  });

  it('[PD2] reads tables in pages, each row once, also where many rows share a key', async () => {
    const { store } = server.app;
    await store.transaction(async (tx) => {
      await tx.run(sql`create table planted (user_id bigint, by_key bigint, word text)`);
      for (let n = 0; n < 1300; n++)
        await tx.run(sql`insert into planted (user_id, by_key, word) values (7, ${n < 1100 ? 1 : n}, ${`w${n}`})`);
    });
    const words: unknown[] = [];
    for await (const page of ownRows(
      store.db,
      'planted',
      { owner: 'user_id', by: 'by_key', without: ['user_id'] },
      7 as never,
    ))
      for (const row of page) {
        expect(Object.keys(row).sort()).toEqual(['by_key', 'word']);
        words.push(row.word);
      }
    expect(words).toHaveLength(1300);
    expect(new Set(words).size).toBe(1300);
  });

  it('[PD12] names the owner of each table’s rows, its order, and every secret', async () => {
    const { db, engine } = server.app.store;
    for (const [table, { owner, by, without = [] }] of own_rows) {
      const columns = await db.all<{ name: string }>(
        engine === 'sqlite'
          ? sql`select name from pragma_table_info(${table})`
          : sql`select column_name as name from information_schema.columns where table_name = ${table}`,
      );
      const names = columns.map(({ name }) => name);
      expect([table, [owner, by, ...without].filter((name) => !names.includes(name))]).toEqual([table, []]);
      const secret = names.filter((name) => /hash|digest|sealed|nonce|token$|file_key|password/.test(name));
      expect([table, secret.filter((name) => !without.includes(name))]).toEqual([table, []]);
    }
  });
});
