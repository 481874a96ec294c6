// Erasing an account, through HTTP, with everybody else watching.

import { beforeAll, describe, expect, it, setDefaultTimeout } from 'bun:test';
import { DELETED_USER_NAME, type Endpoint, endpoints, ROLE, type UserId } from '@stoa/contract';
import {
  callRaw,
  codeOf,
  newcomer,
  type Person,
  refusal,
  samples,
  serveTests,
  setStage,
  texts,
  verifyEvents,
} from '@stoa/testkit';
import { sql } from '../../kit/database/sql.ts';
import { erased_tables, invariants, tables } from '../../slices.ts';

const { server, cast } = await serveTests({ dev: true });
setDefaultTimeout(60_000);

beforeAll(async () => {
  const { ada, bela, chen, dara, eli, finn } = cast;
  const everybody = [ada, bela, chen, dara, eli, finn].map(({ user_id }) => user_id as number);
  await ada.subscribe({ subscriptions: [{ name: 'open' }], principals: everybody });
});

async function newPerson(full_name: string): Promise<Person> {
  const email = `${full_name.split(' ')[0]!.toLowerCase()}@stoa.example`;
  const password = 'eleven quiet lanterns';
  const { user_id } = await cast.ada.createUser({ email, full_name, password });
  await cast.ada.subscribe({ subscriptions: [{ name: 'open' }], principals: [user_id] });
  return newcomer(server, { email, full_name, user_id });
}

const all = async (who: Person, narrow: { operator: string; operand: unknown }[]) =>
  (
    await who.getMessages({
      anchor: 'newest',
      num_before: 100,
      num_after: 0,
      apply_markdown: false,
      narrow: narrow as never,
    })
  ).messages;
const finish = () => server.app.jobs.settle();
const erasureOf = async ({ user_id }: { user_id: UserId }) =>
  (await cast.ada.getErasures()).erasures.find((erasure) => erasure.user_id === user_id)!;

describe('an erasure', () => {
  it('[PD5] is for administrators, for owners if it concerns an owner, and for oneself where the organization allows it', async () => {
    const { ada, bela, chen, dara, bot } = cast;
    await ada.updateUser({ user_id: bela.user_id, role: 200 });
    expect(await codeOf(chen.eraseUser({ user_id: dara.user_id }))).toBe('UNAUTHORIZED_PRINCIPAL');
    expect(await codeOf(bela.eraseUser({ user_id: ada.user_id }))).toBe('UNAUTHORIZED_PRINCIPAL');
    expect((await refusal(bela.eraseUser({ user_id: bot.user_id }))).message).toContain('Bots');
    const { message, code } = await refusal(dara.eraseOwnUser());
    expect([message, code]).toEqual(['Only administrators can erase accounts in this organization.', 'BAD_REQUEST']);
    await ada.updateRealm({ enable_account_erasure: true });
    expect(await codeOf(ada.eraseOwnUser())).toBe('CANNOT_DEACTIVATE_LAST_USER');
    const leaving = await newPerson('Lea Leaving');
    await leaving.eraseOwnUser();
    expect(await codeOf(leaving.getOwnUser())).toBe('UNAUTHORIZED');
    await finish();
    expect(await erasureOf(leaving)).toMatchObject({ acting_user_id: leaving.user_id, messages: 'keep', percent: 100 });
    await ada.updateRealm({ enable_account_erasure: false });
  });

  it('[PD6] [PD7] removes everything that identifies the person at once, for everybody and permanently', async () => {
    const { ada, dara, finn } = cast;
    const gone = await newPerson('Gwen Gone');
    await gone.updateStatus({ status_text: 'in a meeting of mine' });
    await gone.updateSettings({ timezone: 'Europe/Vienna' });
    const { id: field_id } = await ada.createProfileField({ name: 'Village', field_type: 1 });
    await gone.updateProfileData({ data: [{ id: field_id, value: 'Kleindorf' }] });
    const { events } = await verifyEvents([ada, dara, finn], async () => {
      await ada.eraseUser({ user_id: gone.user_id, messages: 'keep' });
      await finish();
    });
    const people = events[1]!.filter(({ type }) => type === 'realm_user').map(({ person }) => person as object);
    expect(people).toContainEqual({ user_id: gone.user_id, full_name: DELETED_USER_NAME });
    expect(people).toContainEqual({ user_id: gone.user_id, is_deleted: true });
    const { user } = await dara.getUser({ user_id: gone.user_id, include_custom_profile_fields: true });
    expect(user).toMatchObject({ full_name: DELETED_USER_NAME, is_active: false, timezone: '', delivery_email: null });
    expect(user.is_deleted).toBe(true);
    expect(user.profile_data).toEqual({});
    const row = await server.app.store.db.get<Record<string, unknown>>(
      sql`select * from users where user_id = ${gone.user_id}`,
    );
    expect(row).toMatchObject({ password_hash: null, api_key_generation: 2, is_erased: true });
    for (const word of ['Gwen', 'gwen', 'Vienna', 'Kleindorf', 'meeting'])
      expect([word, JSON.stringify([row, await dara.getUsers()]).includes(word)]).toEqual([word, false]);
    for (const call of [
      () => ada.reactivateUser({ user_id: gone.user_id }),
      () => ada.updateUser({ user_id: gone.user_id, full_name: 'Gwen Again' }),
      () => ada.requestPersonalExport({ user_id: gone.user_id }),
      () => ada.eraseUser({ user_id: gone.user_id }),
    ])
      expect((await refusal(call())).message).toBe('This account was erased.');
    // The address is free for somebody new.
    const again = await ada.createUser({
      email: gone.email,
      full_name: 'Gwen Anew',
      password: 'eleven quiet lanterns',
    });
    expect(again.user_id).not.toBe(gone.user_id);
  });

  it('[PD8] [PD9] keeps messages and their files under another name, and removes the name from mentions', async () => {
    const { ada, dara, finn } = cast;
    const kept = await newPerson('Karl Kept');
    const linked = await kept.uploadFile({}, { file: new File(['linked bytes'], 'linked.txt') });
    const loose = await kept.uploadFile({}, { file: new File(['loose bytes'], 'loose.txt') });
    const say = (who: Person, content: string) =>
      who.sendMessage({ type: 'stream', to: 'open', topic: 'kept', content });
    await say(kept, `my [file](${linked.url}) and words`);
    const { id: mention } = await say(dara, 'ask @**Karl Kept** or @_**Karl Kept** of Karl Kept');
    const { id: edited } = await say(dara, 'first @**Karl Kept**');
    await dara.editMessage({ message_id: edited, content: 'second, nobody' });
    await kept.addReaction({ message_id: mention, emoji_name: 'octopus' });
    const { events } = await verifyEvents([ada, dara, finn], async () => {
      await ada.eraseUser({ user_id: kept.user_id, messages: 'keep' });
      await finish();
    });
    expect(events[2]!.filter(({ type, op }) => type === 'reaction' && op === 'remove')).toHaveLength(1);
    const updates = events[2]!.filter(({ type }) => type === 'update_message');
    expect(updates.map(({ message_id, rendering_only }) => [message_id, rendering_only])).toEqual([[mention, true]]);
    const messages = await all(dara, [{ operator: 'topic', operand: 'kept' }]);
    expect(
      messages.map(({ sender_full_name, content, reactions }) => [sender_full_name, content, reactions.length]),
    ).toEqual([
      [DELETED_USER_NAME, `my [file](${linked.url}) and words`, 0],
      [dara.full_name, `ask @**Deleted user|${kept.user_id}** or @_**Deleted user|${kept.user_id}** of Karl Kept`, 0],
      [dara.full_name, 'second, nobody', 0],
    ]);
    const { message_history } = await dara.getMessageHistory({ message_id: edited });
    expect(JSON.stringify(message_history)).not.toContain('Karl');
    // The word index knows the message by its new name.
    const found = await all(dara, [{ operator: 'search', operand: '"deleted user" ask' }]);
    expect(found.map(({ id }) => id)).toEqual([mention]);
    const status = async (url: string) =>
      (await fetch(server.url + url, { headers: { authorization: basic(dara) } })).status;
    expect([await status(linked.url), await status(loose.url)]).toEqual([200, 404]);
    expect(await erasureOf(kept)).toMatchObject({ percent: 100, messages_removed: 0 });
  });

  it('[PD8] removes messages with everything attached to them, in channels and direct conversations', async () => {
    const { ada, dara, eli } = cast;
    const gone = await newPerson('Rita Removed');
    const file = await gone.uploadFile({}, { file: new File(['bytes of Rita'], 'rita.txt') });
    for (let n = 0; n < 130; n++)
      await gone.sendMessage({ type: 'stream', to: 'open', topic: 'removed', content: `message ${n}` });
    const { id: reply } = await dara.sendMessage({
      type: 'stream',
      to: 'open',
      topic: 'removed',
      content: 'an answer',
    });
    await gone.sendMessage({ type: 'direct', to: [dara.user_id], content: `privately [f](${file.url})` });
    const { id: answer } = await dara.sendMessage({ type: 'direct', to: [gone.user_id], content: 'answered' });
    const { events } = await verifyEvents([ada, dara, eli], async () => {
      await ada.eraseUser({ user_id: gone.user_id, messages: 'remove' });
      await finish();
    });
    expect(events[2]!.filter(({ type }) => type === 'delete_message').length).toBeGreaterThan(0);
    expect((await all(dara, [{ operator: 'topic', operand: 'removed' }])).map(({ id }) => id)).toEqual([reply]);
    expect((await all(dara, [{ operator: 'dm', operand: [gone.user_id] }])).map(({ id }) => id)).toEqual([answer]);
    expect(await erasureOf(gone)).toMatchObject({ percent: 100, messages_removed: 131 });
    const headers = { authorization: basic(dara) };
    expect((await fetch(server.url + file.url, { headers })).status).toBe(404);
  });

  it('[PD10] is listed for administrators, with how many exports of the organization still have the data', async () => {
    const { ada, dara } = cast;
    expect(await codeOf(dara.getErasures())).toBe('UNAUTHORIZED_PRINCIPAL');
    expect((await ada.getErasures()).older_exports).toBe(0);
    await ada.exportRealm({ export_type: 'public' });
    await finish();
    const soon = await newPerson('Sven Soon');
    await ada.eraseUser({ user_id: soon.user_id, messages: 'remove' });
    expect(await erasureOf(soon)).toMatchObject({ acting_user_id: ada.user_id, messages: 'remove' });
    await finish();
    const { erasures, older_exports } = await ada.getErasures();
    expect([erasures[0]!.user_id, erasures[0]!.percent, older_exports]).toEqual([soon.user_id, 100, 1]);
  });

  it('[PD12] leaves no row of the account in any table that declares that, and no invariant violated', async () => {
    const { db, engine } = server.app.store;
    const busy = await newPerson('Olga Everywhere');
    await cast.ada.updateUser({ user_id: busy.user_id, role: ROLE.owner });
    const stage = await setStage(cast, server);
    for (const [name, endpoint] of Object.entries(endpoints) as [keyof typeof endpoints, Endpoint][])
      if (!/^(deactivate|erase|regenerate)/.test(name))
        await callRaw(server.url, endpoint, texts(await samples[name](stage)), busy);
    const filled = await rowsOf(busy.user_id);
    expect(filled.length).toBeGreaterThan(15);
    const held = await cast.ada.registerQueue({});
    await cast.ada.eraseUser({ user_id: busy.user_id, messages: 'remove' });
    await finish();
    expect(await rowsOf(busy.user_id)).toEqual([]);
    await cast.ada.deleteQueue({ queue_id: held.queue_id as string });
    for (const word of ['Olga', 'olga@stoa.example']) expect([word, await tablesWith(word)]).toEqual([word, []]);
    const { erasures } = await cast.ada.getErasures();
    expect(erasures.length).toBeGreaterThan(3);
    for (const [table, owner] of erased_tables)
      for (const { user_id } of erasures) {
        const row = await db.get(
          sql`select 1 as found from ${sql.raw(table)} where ${sql.raw(owner)} = ${user_id} limit 1`,
        );
        expect([table, row]).toEqual([table, null]);
      }
    for (const { title, violations, fine } of invariants.filter(
      (invariant) => invariant.engine === undefined || invariant.engine === engine,
    )) {
      const rows = await db.all<Record<string, unknown>>(violations);
      expect({ title, rows: rows.filter((row) => !fine?.(row)) }).toEqual({ title, rows: [] });
    }
    expect(tables.length).toBeGreaterThan(erased_tables.length);
  });
});

/** The tables with rows of an account that an erasure deletes. */
async function rowsOf(user_id: UserId): Promise<string[]> {
  const { db } = server.app.store;
  const found: string[] = [];
  for (const [table, owner] of erased_tables) {
    const which = sql`from ${sql.raw(table)} where ${sql.raw(owner)} = ${user_id}`;
    if ((await db.get(sql`select 1 as found ${which} limit 1`)) !== null) found.push(table);
  }
  return found;
}

/** The declared tables that have a text anywhere. */
async function tablesWith(word: string): Promise<string[]> {
  const found: string[] = [];
  for (const [table] of tables) {
    const rows = await server.app.store.db.all<object>(sql`select * from ${sql.raw(table)}`);
    if (JSON.stringify(rows).includes(word)) found.push(table);
  }
  return found;
}

function basic({ email, api_key }: Person): string {
  return `Basic ${Buffer.from(`${email}:${api_key}`).toString('base64')}`;
}
