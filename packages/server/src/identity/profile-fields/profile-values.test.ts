// Profile values, through HTTP. An owner, a member and a guest watch every change.
import { beforeAll, describe, expect, it } from 'bun:test';
import { FIELD_TYPE, MAX_USERS_IN_VALUE, type ProfileValue, type UserId } from '@stoa/contract';
import { type Person, refusal, serveTests, verifyEvents } from '@stoa/testkit';

const { cast } = await serveTests();
let watchers: Person[];
/** The id of a field of each type, by the type's name. */
const ids = {} as Record<keyof typeof FIELD_TYPE, number>;
const DATA: Record<number, Record<string, unknown>> = {
  [FIELD_TYPE.dropdown]: { a: { text: 'Apple', order: '1' }, b: { text: 'Banana', order: '2' } },
  [FIELD_TYPE.external_account]: { subtype: 'github' },
};
beforeAll(async () => {
  watchers = [cast.ada, cast.dara, cast.finn];
  for (const [name, field_type] of Object.entries(FIELD_TYPE)) {
    const { id } = await cast.bela.createProfileField({ name, field_type, field_data: DATA[field_type] });
    ids[name as keyof typeof FIELD_TYPE] = id;
  }
});

async function refused(call: Promise<unknown>, code = 'BAD_REQUEST'): Promise<string> {
  const error = await refusal(call);
  expect([error.status, error.code]).toEqual([400, code]);
  return error.message;
}

const profileOf = async ({ user_id }: { user_id: UserId }) =>
  (await cast.finn.getUser({ user_id, include_custom_profile_fields: true })).user.profile_data;
const set = (person: Person, id: number, value: ProfileValue) => person.updateProfileData({ data: [{ id, value }] });

describe('values of profile fields', () => {
  it('[PF10] [PF11] are set and cleared by their owner, and changes are announced to everybody', async () => {
    const { eli } = cast;
    const { user_id } = eli;
    const text = '**bold** <script>';
    const rendered_value = '<p><strong>bold</strong> &lt;script&gt;</p>';
    const { events } = await verifyEvents([...watchers, eli], () =>
      eli.updateProfileData({
        data: [
          { id: ids.short_text, value: 'first' },
          { id: ids.date, value: '2024-02-29' },
          { id: ids.short_text, value: text },
        ],
      }),
    );
    const expected = [
      { user_id, custom_profile_field: { id: ids.short_text, value: text, rendered_value } },
      { user_id, custom_profile_field: { id: ids.date, value: '2024-02-29' } },
    ];
    for (const received of events) expect(received.map(({ person }) => person)).toEqual(expected);
    expect(await profileOf(eli)).toEqual({
      [ids.short_text]: { value: text, rendered_value },
      [ids.date]: { value: '2024-02-29' },
    });
    const same = await verifyEvents(eli, () => set(eli, ids.short_text, text));
    expect(same.events).toEqual([[]]);
    const cleared = await verifyEvents(watchers, () => set(eli, ids.short_text, null));
    expect(cleared.events[1]).toMatchObject([
      { person: { custom_profile_field: { id: ids.short_text, value: null } } },
    ]);
    await verifyEvents(watchers, () => eli.removeProfileData({ data: [ids.date, ids.link] }));
    expect(await profileOf(eli)).toEqual({});
    await set(eli, ids.paragraph, 'x');
    await set(eli, ids.users, [user_id]);
    await verifyEvents(watchers, () => set(eli, ids.paragraph, ''));
    await verifyEvents(watchers, () => set(eli, ids.users, []));
    expect(await profileOf(eli)).toEqual({});
  });

  it('[PF10] must fit the type of the field', async () => {
    const { dara, eli, finn } = cast;
    const good: [keyof typeof FIELD_TYPE, ProfileValue][] = [
      ['short_text', '💡'.repeat(49)],
      ['short_text', '💡'.repeat(50)],
      ['paragraph', '💡'.repeat(499)],
      ['paragraph', '💡'.repeat(500)],
      ['dropdown', 'a'],
      ['date', '2000-02-29'],
      ['date', '0001-01-01'],
      ['link', 'https://example.com'],
      ['link', `http://example.com/${'ü'.repeat(1981)}`],
      ['users', [dara.user_id]],
      ['users', [dara.user_id, eli.user_id, finn.user_id]],
      ['external_account', '💡'.repeat(50)],
      ['pronouns', '💡'.repeat(50)],
    ];
    for (const [name, value] of good) {
      await verifyEvents(watchers, () => set(eli, ids[name], value));
      const kept = typeof value === 'string' ? value : JSON.stringify(value);
      expect((await profileOf(eli))![ids[name]]!.value).toBe(kept);
    }
    const before = await profileOf(eli);
    const bad: [keyof typeof FIELD_TYPE, ProfileValue][] = [
      ['short_text', '💡'.repeat(51)],
      ['short_text', [dara.user_id]],
      ['paragraph', '💡'.repeat(501)],
      ['dropdown', 'c'],
      ['dropdown', 'Apple'],
      ['dropdown', 'constructor'],
      ['date', '2023-02-29'],
      ['date', '2023-13-01'],
      ['date', '2023-1-1'],
      ['date', '29.2.2024'],
      ['date', '2024-02-29T00:00:00'],
      ['date', '0000-01-01'],
      ['link', 'example.com'],
      ['link', '/relative'],
      ['link', '//example.com'],
      ['link', 'javascript:alert(1)'],
      ['link', 'data:text/html,x'],
      ['link', 'ftp://example.com'],
      ['link', 'https://'],
      ['link', 'https:///path'],
      ['link', 'https://exa mple.com'],
      ['link', 'https://example.com/"onclick="'],
      ['link', 'java\nscript://example.com'],
      ['link', `http://example.com/${'a'.repeat(1982)}`],
      ['users', `${dara.user_id}`],
      ['users', `[${dara.user_id}]`],
      ['users', [987_654 as UserId]],
      ['users', [cast.bot.user_id]],
      ['users', Array.from({ length: MAX_USERS_IN_VALUE + 1 }, (_, n) => (n + 1) as UserId)],
      ['external_account', '💡'.repeat(51)],
      ['pronouns', '💡'.repeat(51)],
    ];
    for (const [name, value] of bad) await refused(set(eli, ids[name], value));
    for (const id of [987_654, 0, -1]) await refused(set(eli, id, null));
    await refused(eli.removeProfileData({ data: [ids.date, 987_654] }));
    expect(await profileOf(eli)).toEqual(before);
  });

  it('[PF10] are set all or none', async () => {
    const { eli } = cast;
    const before = await profileOf(eli);
    const { events } = await verifyEvents(watchers, async () => {
      const data = [
        { id: ids.pronouns, value: 'they/them' },
        { id: ids.link, value: 'no link' },
      ];
      await refused(eli.updateProfileData({ data }));
    });
    expect(events).toEqual([[], [], []]);
    expect(await profileOf(eli)).toEqual(before);
  });

  it('[PF10] name active people; deactivated ones may stay named', async () => {
    const { ada, bela, eli, dara } = cast;
    const account = { email: 'mentor@stoa.example', full_name: 'Mentor', password: 'a long password' };
    const { user_id } = await ada.createUser(account);
    await set(eli, ids.users, [dara.user_id, user_id]);
    await bela.deactivateUser({ user_id });
    await refused(set(dara, ids.users, [user_id]));
    await verifyEvents(watchers, () => set(eli, ids.users, [user_id, dara.user_id]));
    expect((await profileOf(eli))![ids.users]!.value).toBe(JSON.stringify([user_id, dara.user_id]));
  });

  it('[PF12] only administrators fill in a field that is not editable', async () => {
    const { ada, bela, chen, eli } = cast;
    const { id } = await bela.createProfileField({ name: 'Rank', field_type: 1, editable_by_user: false });
    for (const person of [eli, chen, cast.finn]) {
      await refused(set(person, id, 'chief'));
      await refused(set(person, id, null));
      await refused(person.removeProfileData({ data: [id] }));
    }
    for (const person of [ada, bela]) await verifyEvents(watchers, () => set(person, id, 'chief'));
    const data = { profile_data: [{ id, value: 'sailor' }] };
    await verifyEvents(watchers, () => bela.updateUser({ user_id: eli.user_id, ...data }));
    await verifyEvents(watchers, () => bela.updateUserByEmail({ email: cast.finn.email, ...data }));
    for (const person of [eli, cast.finn]) expect((await profileOf(person))![id]!.value).toBe('sailor');
    await refused(bela.updateUser({ user_id: eli.user_id, profile_data: [{ id, value: 'x'.repeat(51) }] }));
  });

  it('[PF14] a required field may stay empty; the client asks for it', async () => {
    const { bela, eli } = cast;
    const { id } = await bela.createProfileField({ name: 'Needed', field_type: 1, required: true });
    await set(eli, id, 'x');
    await verifyEvents(watchers, () => set(eli, id, null));
    await bela.deleteProfileField({ field_id: id });
  });

  it('[PF13] are shown on request, and never of bots', async () => {
    const { bela, eli, bot } = cast;
    const profile = await profileOf(eli);
    expect(Object.keys(profile!).length).toBeGreaterThan(0);
    const { user_id } = eli;
    expect((await bela.getUser({ user_id })).user).not.toHaveProperty('profile_data');
    expect((await bela.getUsers({ include_custom_profile_fields: false })).members[0]).not.toHaveProperty(
      'profile_data',
    );
    const how = { include_custom_profile_fields: true };
    expect((await bela.getUserByEmail({ email: eli.email, ...how })).user.profile_data).toEqual(profile);
    expect((await eli.getOwnUser()).profile_data).toEqual(profile);
    const { members } = await bela.getUsers(how);
    expect(members.find((user) => user.user_id === user_id)!.profile_data).toEqual(profile);
    const { realm_users } = await cast.finn.registerQueue({ fetch_event_types: ['realm_user'] });
    for (const users of [members, realm_users!])
      for (const user of users) expect('profile_data' in user).toBe(!user.is_bot);
    expect(await profileOf(bot)).toBeUndefined();
    expect(await bot.getOwnUser()).not.toHaveProperty('profile_data');
    const data = [{ id: ids.pronouns, value: 'it' }];
    await refused(bot.updateProfileData({ data }));
    await refused(bela.updateUser({ user_id: bot.user_id, profile_data: data }));
  });

  it('[PF9] are deleted before their removed choices', async () => {
    const { bela, dara, eli } = cast;
    await set(dara, ids.dropdown, 'a');
    await set(eli, ids.dropdown, 'b');
    const field_data = { b: { text: 'Blueberry', order: '1' }, c: { text: 'Cherry', order: '2' } };
    const { events } = await verifyEvents(watchers, () =>
      bela.updateProfileField({ field_id: ids.dropdown, field_data }),
    );
    for (const received of events)
      expect(received).toMatchObject([
        { person: { user_id: dara.user_id, custom_profile_field: { id: ids.dropdown, value: null } } },
        { type: 'custom_profile_fields' },
      ]);
    expect(await profileOf(dara)).not.toHaveProperty(String(ids.dropdown));
    expect((await profileOf(eli))![ids.dropdown]).toEqual({ value: 'b' });
  });

  it('[PF9] are deleted with their field', async () => {
    const { bela, eli } = cast;
    const { id } = await bela.createProfileField({ name: 'Short-lived', field_type: 2 });
    await set(eli, id, 'x');
    await verifyEvents([...watchers, eli], () => bela.deleteProfileField({ field_id: id }));
    expect(await profileOf(eli)).not.toHaveProperty(String(id));
    await refused(set(eli, id, 'x'));
  });
});
