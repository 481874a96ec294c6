// The profile fields of an organization, through HTTP. An owner, a member and a guest watch every change.

import { beforeAll, beforeEach, describe, expect, it } from 'bun:test';
import {
  CUSTOM_PROFILE_FIELD_TYPES,
  type createProfileField,
  DEFAULT_EXTERNAL_ACCOUNTS,
  FIELD_TYPE,
  type InputOf,
  MAX_PROFILE_FIELDS,
  type updateProfileField,
} from '@stoa/contract';
import { type Person, refusal, serveTests, verifyEvents } from '@stoa/testkit';
import { sql } from '../../kit/database/sql.ts';
import { externalAccounts } from '../../migrations/0065-external-accounts.ts';

const { server, cast } = await serveTests();
let watchers: Person[];
beforeAll(async () => {
  watchers = [cast.ada, cast.dara, cast.finn];
});
beforeEach(async () => {
  for (const { id } of await fields()) await cast.ada.deleteProfileField({ field_id: id });
});

async function refused(call: Promise<unknown>, code = 'BAD_REQUEST'): Promise<string> {
  const error = await refusal(call);
  expect([error.status, error.code]).toEqual([400, code]);
  return error.message;
}

const fields = async () => (await cast.finn.getProfileFields()).custom_fields;
const create = (field: InputOf<typeof createProfileField>) => cast.bela.createProfileField(field);
const update = (field: InputOf<typeof updateProfileField>) => cast.bela.updateProfileField(field);
const text = { name: 'Text', field_type: FIELD_TYPE.short_text };
const choices = { a: { text: 'Apple', order: '1' }, b: { text: 'Banana', order: '2' } };

describe('profile fields', () => {
  it('[PF1] are created by administrators, and everybody receives the whole list', async () => {
    const { dara } = cast;
    const params = {
      name: ' Favourite food ',
      hint: ' Or drink ',
      field_type: FIELD_TYPE.paragraph,
      display_in_profile_summary: true,
      required: true,
      editable_by_user: false,
    };
    const { value, events } = await verifyEvents(watchers, () => create(params));
    const { field_type: type, ...rest } = params;
    const field = { ...rest, type, id: value.id, order: 1, name: 'Favourite food', hint: 'Or drink', field_data: '' };
    for (const received of events) expect(received).toMatchObject([{ type: 'custom_profile_fields', fields: [field] }]);
    const second = await verifyEvents(watchers, () => create({ ...text, use_for_user_matching: true }));
    const plain = {
      id: second.value.id,
      type: FIELD_TYPE.short_text,
      order: 2,
      name: 'Text',
      hint: '',
      field_data: '',
      display_in_profile_summary: false,
      required: false,
      editable_by_user: true,
      use_for_user_matching: true as const,
    };
    expect(await fields()).toEqual([field, plain]);
    const state = await dara.registerQueue({ fetch_event_types: ['custom_profile_fields'] });
    expect(state.custom_profile_fields).toEqual([field, plain]);
    expect(state.custom_profile_field_types).toEqual(CUSTOM_PROFILE_FIELD_TYPES);
    expect(state.realm_users).toBeUndefined();
  });

  it('[PF1] can’t be changed by others', async () => {
    const { chen, dara, finn, bot } = cast;
    const { id: field_id } = await create(text);
    const before = await fields();
    for (const person of [chen, dara, finn, bot]) {
      const code = 'UNAUTHORIZED_PRINCIPAL';
      await refused(person.createProfileField({ ...text, name: 'Other' }), code);
      await refused(person.updateProfileField({ field_id, hint: 'x' }), code);
      await refused(person.reorderProfileFields({ order: [field_id] }), code);
      await refused(person.deleteProfileField({ field_id }), code);
    }
    expect(await fields()).toEqual(before);
  });

  it('[PF2] have unique names of 1 to 40 and hints of up to 80 code points', async () => {
    for (const name of ['💡', '💡'.repeat(39), '💡'.repeat(40)]) await create({ ...text, name });
    for (const hint of ['💡'.repeat(79), '💡'.repeat(80)]) await create({ ...text, name: `hint ${hint.length}`, hint });
    const before = await fields();
    const [{ id: field_id }, { name: taken }] = before as [(typeof before)[0], (typeof before)[0]];
    const bad = [
      { name: '' },
      { name: ' \t' },
      { name: '\u200b' },
      { name: '💡'.repeat(41) },
      { name: 'two\nlines' },
      { name: taken },
      { name: `HINT ${'💡'.repeat(80).length}` },
      { name: 'good', hint: '💡'.repeat(81) },
      { name: 'good', hint: 'two\nlines' },
    ];
    for (const wrong of bad) {
      await refused(create({ ...text, ...wrong }));
      await refused(update({ field_id, ...wrong }));
    }
    await refused(create({ field_type: FIELD_TYPE.date }));
    expect(await fields()).toEqual(before);
  });

  it('[PF1] are of eight types', async () => {
    for (const field_type of [0, 9, -1]) {
      const call = cast.bela.createProfileField({ name: 'x', field_type: field_type as 1 });
      await refused(call);
    }
    const data: Record<number, Record<string, unknown>> = {
      [FIELD_TYPE.dropdown]: choices,
      [FIELD_TYPE.external_account]: { subtype: 'custom', url_pattern: 'https://example.com/%(username)s' },
    };
    for (const [name, field_type] of Object.entries(FIELD_TYPE))
      await verifyEvents(watchers, () => create({ name, field_type, field_data: data[field_type] ?? { ignored: 1 } }));
    expect(
      (await fields()).map(({ type, field_data }) => [type, field_data === '' ? {} : JSON.parse(field_data)]),
    ).toEqual(Object.values(FIELD_TYPE).map((type) => [type, data[type] ?? {}]));
  });

  it('[PF4] a dropdown has choices', async () => {
    const dropdown = { name: 'Dropdown', field_type: FIELD_TYPE.dropdown };
    const choice = { text: 'x', order: '1' };
    const bad: (Record<string, unknown> | undefined)[] = [
      undefined,
      {},
      { a: 'Apple' },
      { a: { text: 'Apple' } },
      { a: { text: 'Apple', order: 1 } },
      { a: { text: ' ', order: '1' } },
      { ' ': choice },
      { a: choice, b: { text: ' X ', order: '2' } },
      { ['k'.repeat(101)]: choice },
      { a: { text: 't'.repeat(101), order: '1' } },
      { a: { text: 'x', order: '1'.repeat(101) } },
      Object.fromEntries(Array.from({ length: 501 }, (_, n) => [`k${n}`, { text: `t${n}`, order: '1' }])),
    ];
    const { id: field_id } = await create({ ...dropdown, field_data: choices });
    const before = await fields();
    for (const field_data of bad) {
      await refused(create({ ...dropdown, name: 'Another', field_data }));
      if (field_data) await refused(update({ field_id, field_data }));
    }
    expect(await fields()).toEqual(before);
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`k${n}`, { text: `t${n}`, order: '1' }]));
    await verifyEvents(watchers, () => update({ field_id, field_data: many }));
  });

  it('[PF5] an external account is of a known kind, which names it, or has a URL pattern', async () => {
    const account = { field_type: FIELD_TYPE.external_account };
    const url_pattern = 'https://example.com/~%(username)s?a=b';
    const bad: (Record<string, unknown> | undefined)[] = [
      undefined,
      {},
      { subtype: 1 },
      { subtype: 'unheard of' },
      { subtype: 'constructor' },
      { subtype: 'twitter' },
      ...[
        '',
        'https://example.com/',
        '%(username)s',
        'javascript:alert(%(username)s)',
        'ftp://example.com/%(username)s',
        'https://example.com/%(username)s/%(username)s',
        'https:///%(username)s',
        'https://example.com/ %(username)s',
        'https://example.com/"%(username)s',
      ].map((pattern) => ({ subtype: 'custom', url_pattern: pattern })),
    ];
    for (const field_data of bad) await refused(create({ ...account, name: 'Account', field_data }));
    const { value } = await verifyEvents(watchers, () =>
      create({ ...account, name: 'Ignored', hint: 'ignored', field_data: { subtype: 'github', url_pattern: 'x' } }),
    );
    const { name, hint } = DEFAULT_EXTERNAL_ACCOUNTS.github;
    expect(await fields()).toMatchObject([{ name, hint, field_data: '{"subtype":"github"}' }]);
    await refused(create({ ...account, field_data: { subtype: 'github' } }));
    const field_id = value.id;
    await refused(update({ field_id, name: 'Renamed' }));
    await refused(update({ field_id, field_data: { subtype: 'custom', url_pattern } }));
    await verifyEvents(watchers, () =>
      update({ field_id, required: true, name, hint, field_data: { subtype: 'github' } }),
    );
    const custom = await create({ ...account, name: 'Mine', field_data: { subtype: 'custom', url_pattern } });
    await refused(update({ field_id: custom.id, field_data: { subtype: 'x' } }));
    expect(JSON.parse((await fields())[1]!.field_data)).toEqual({ subtype: 'custom', url_pattern });
  });

  it('[PF15] known external accounts have the labels, hints and patterns of this feature level', async () => {
    const { realm_default_external_accounts: sites } = await cast.ada.registerQueue({ fetch_event_types: ['realm'] });
    expect(Object.keys(sites!)).toHaveLength(21);
    expect(sites).toMatchObject({
      github: { text: 'GitHub', name: 'GitHub username', hint: '', url_pattern: 'https://github.com/%(username)s' },
      x: { text: 'X', name: 'X username', hint: '', url_pattern: 'https://x.com/%(username)s' },
      bluesky: { name: 'Bluesky handle', url_pattern: 'https://bsky.app/profile/%(username)s' },
      linkedin: { name: 'LinkedIn profile name', url_pattern: 'https://www.linkedin.com/in/%(username)s' },
      mastodon: { name: 'Mastodon profile', hint: 'The full URL to your profile', url_pattern: '%(username)s' },
      medium: { url_pattern: 'https://%(username)s.medium.com' },
      tiktok: { url_pattern: 'https://www.tiktok.com/@%(username)s' },
      discord: { text: 'Discord', name: 'Discord tag', url_pattern: '' },
    });
    const field_type = FIELD_TYPE.external_account;
    for (const subtype of Object.keys(sites!)) await create({ field_type, field_data: { subtype } });
    const made = (await fields()).map(({ name, hint }) => ({ name, hint }));
    expect(made).toEqual(Object.values(sites!).map(({ name, hint }) => ({ name, hint })));
    const { id } = await create({ field_type, name: 'Handle', field_data: { subtype: 'custom' } });
    expect((await fields()).find((field) => field.id === id)!.field_data).toBe('{"subtype":"custom"}');
  });

  it('[PF15] older fields get the current names, unless another field has them', async () => {
    const { app, realm } = server;
    await create({ field_type: FIELD_TYPE.external_account, field_data: { subtype: 'x' } });
    await create({ field_type: FIELD_TYPE.external_account, field_data: { subtype: 'github' } });
    await create({ field_type: FIELD_TYPE.short_text, name: 'x USERNAME taken' });
    await app.writer.write(realm.realm_id, async ({ tx }) => {
      const old = (from: string, to: string, name: string) =>
        tx.run(
          sql`update custom_profile_fields set field_data = ${`{"subtype":"${to}"}`}, name = ${name},
             name_key = ${name.toLowerCase()} where field_data = ${`{"subtype":"${from}"}`}`,
        );
      await old('x', 'twitter', 'Twitter username');
      await old('github', 'github', 'GitHub');
      await tx.run(sql`update custom_profile_fields set name = 'X Username', name_key = 'x username' where type = 1`);
      for (const statement of externalAccounts.statements({} as never)) await tx.run(sql`${sql.raw(statement)}`);
    });
    expect(await fields()).toMatchObject([
      { name: 'Twitter username', field_data: '{"subtype":"x"}' },
      { name: 'GitHub username', field_data: '{"subtype":"github"}' },
      { name: 'X Username' },
    ]);
  });

  it('[PF6] at most two are shown in the summary, and none that names people', async () => {
    const shown = { ...text, display_in_profile_summary: true };
    await create({ ...shown, name: 'one' });
    const two = await create({ ...shown, name: 'two', field_type: FIELD_TYPE.paragraph });
    const three = await create({ ...text, name: 'three' });
    await refused(create({ ...shown, name: 'four' }));
    await refused(update({ field_id: three.id, display_in_profile_summary: true }));
    await update({ field_id: two.id, display_in_profile_summary: true, hint: 'still shown' });
    await update({ field_id: two.id, display_in_profile_summary: false });
    const people = await create({ name: 'people', field_type: FIELD_TYPE.users });
    await refused(update({ field_id: people.id, display_in_profile_summary: true }));
    await refused(create({ ...shown, name: 'more people', field_type: FIELD_TYPE.users }));
    await verifyEvents(watchers, () => update({ field_id: three.id, display_in_profile_summary: true }));
  });

  it('[PF7] only short texts and external accounts can be used for matching', async () => {
    const field_data = { subtype: 'x' };
    const account = { field_type: FIELD_TYPE.external_account, field_data, use_for_user_matching: true };
    const { id: field_id } = await create(account);
    for (const field_type of Object.values(FIELD_TYPE)) {
      if (field_type === FIELD_TYPE.short_text || field_type === FIELD_TYPE.external_account) continue;
      await refused(create({ name: 'x', field_type, field_data: choices, use_for_user_matching: true }));
    }
    expect((await fields())[0]).toMatchObject({ use_for_user_matching: true });
    await verifyEvents(watchers, () => update({ field_id, use_for_user_matching: false }));
    expect((await fields())[0]).not.toHaveProperty('use_for_user_matching');
  });

  it('[PF8] are ordered by a list that names each once', async () => {
    const ids: number[] = [];
    for (const name of ['a', 'b', 'c']) ids.push((await create({ ...text, name })).id);
    const [a, b, c] = ids as [number, number, number];
    const { events } = await verifyEvents(watchers, () => cast.bela.reorderProfileFields({ order: [c, a, b] }));
    for (const received of events) expect(received).toHaveLength(1);
    expect((await fields()).map(({ id }) => id)).toEqual([c, a, b]);
    for (const order of [[], [a, b], [a, b, b], [a, b, c, c], [a, b, 987_654]])
      await refused(cast.bela.reorderProfileFields({ order }));
    const same = await verifyEvents(watchers, () => cast.bela.reorderProfileFields({ order: [c, a, b] }));
    expect(same.events).toEqual([[], [], []]);
    const { id } = await create({ ...text, name: 'd' });
    expect((await fields()).at(-1)!.id).toBe(id);
  });

  it('[PF9] are changed in part and deleted; unknown ones are BAD_REQUEST', async () => {
    const { id: field_id } = await create({ ...text, hint: 'hint', required: true });
    const [before] = await fields();
    await verifyEvents(watchers, () => update({ field_id, name: 'TEXT' }));
    await verifyEvents(watchers, () => update({ field_id, hint: '', editable_by_user: false }));
    expect(await fields()).toEqual([{ ...before!, name: 'TEXT', hint: '', editable_by_user: false }]);
    const same = await verifyEvents(watchers, async () => {
      await update({ field_id });
      await update({ field_id, name: ' TEXT ', required: true, field_data: {} });
    });
    expect(same.events).toEqual([[], [], []]);
    for (const id of [987_654, -1, Number.MAX_SAFE_INTEGER]) {
      await refused(update({ field_id: id, hint: 'x' }));
      await refused(cast.bela.deleteProfileField({ field_id: id }));
    }
    const { events } = await verifyEvents(watchers, () => cast.bela.deleteProfileField({ field_id }));
    for (const received of events) expect(received).toMatchObject([{ type: 'custom_profile_fields', fields: [] }]);
  });

  it('[PF3] number at most 100', async () => {
    for (let n = 0; n < MAX_PROFILE_FIELDS; n++) await create({ ...text, name: `field ${n}` });
    await refused(create({ ...text, name: 'one too many' }));
    await cast.bela.deleteProfileField({ field_id: (await fields())[0]!.id });
    await create({ ...text, name: 'the last' });
  });

  it('[IS2] belong to one organization', async () => {
    const other = await server.organization('other.stoa.example');
    const here = await server.organization('here.stoa.example');
    const { id: field_id } = await here.owner.createProfileField(text);
    expect((await other.owner.getProfileFields()).custom_fields).toEqual([]);
    await refused(other.owner.updateProfileField({ field_id, hint: 'x' }));
    await refused(other.owner.deleteProfileField({ field_id }));
    await refused(other.owner.updateProfileData({ data: [{ id: field_id, value: 'x' }] }));
    expect((await here.owner.getProfileFields()).custom_fields).toMatchObject([{ id: field_id, hint: '' }]);
  });
});
