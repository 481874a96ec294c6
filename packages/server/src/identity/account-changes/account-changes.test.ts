// Changing, deactivating and reactivating accounts, through HTTP. An owner, a member and a guest watch every change.
import { beforeAll, describe, expect, it } from 'bun:test';
import { type ReceivedEvent, ROLE, type Role } from '@stoa/contract';
import { OWNER, type Person, refusal, serveTests, verifyEvents } from '@stoa/testkit';
import { setSpecialPermission } from '../users/special-permissions.actions.ts';
import type { SpecialPermission } from '../users/special-permissions.queries.ts';

const { server, cast } = await serveTests();
let watchers: Person[];
beforeAll(async () => {
  watchers = [cast.ada, cast.dara, cast.finn];
});

async function refusedFor(call: Promise<unknown>): Promise<string> {
  const { code, status } = await refusal(call);
  expect(status).toBe(code === 'UNAUTHORIZED' ? 401 : 400);
  return code;
}

/** Grants or revokes a permission, as only `stoa user grant` and `revoke` do. */
const permit = (person: Person, permission: SpecialPermission, is_held: boolean) =>
  server.app.writer.write(server.realm.realm_id, (context) =>
    setSpecialPermission(context, person.user_id, permission, is_held),
  );

const PASSWORD = 'a long password';
let made = 0;
async function newcomer(): Promise<Person> {
  const email = `newcomer${++made}@stoa.example`;
  const full_name = `Newcomer ${made}`;
  const { user_id } = await cast.ada.createUser({ email, full_name, password: PASSWORD });
  const { api_key } = await cast.ada.fetchApiKey({ username: email, password: PASSWORD });
  return Object.assign(server.client(email, api_key), { email, full_name, user_id, api_key });
}

const persons = (events: readonly ReceivedEvent[]) =>
  events.filter(({ type }) => type === 'realm_user').map(({ person }) => person);

describe('changes by administrators', () => {
  it('[US11] changes a name and notifies everybody; no event if nothing changes', async () => {
    const { bela, eli } = cast;
    const { user_id } = eli;
    const { events } = await verifyEvents(watchers, () => bela.updateUser({ user_id, full_name: ' Eli Renamed ' }));
    for (const received of events) expect(persons(received)).toEqual([{ user_id, full_name: 'Eli Renamed' }]);
    const same = await verifyEvents(watchers, () =>
      bela.updateUser({ user_id, full_name: 'Eli Renamed', role: ROLE.member, profile_data: [] }),
    );
    expect(same.events).toEqual([[], [], []]);
    for (const full_name of ['', ' ', 'x'.repeat(101), 'a*b'])
      expect(await refusedFor(bela.updateUser({ user_id, full_name }))).toBe('BAD_REQUEST');
    expect(await refusedFor(bela.updateUser({ user_id: 987_654, full_name: 'Nobody' }))).toBe('BAD_REQUEST');
  });

  it('[US11] makes all changes or none', async () => {
    const { bela, eli } = cast;
    const { user_id } = eli;
    const before = await bela.getUser({ user_id });
    const { events } = await verifyEvents(watchers, async () => {
      const half = { user_id, role: ROLE.guest, full_name: 'Half', profile_data: [{ id: 987_654, value: 'x' }] };
      expect(await refusedFor(bela.updateUser(half))).toBe('BAD_REQUEST');
    });
    expect(events).toEqual([[], [], []]);
    expect(await bela.getUser({ user_id })).toEqual(before);
  });

  it('[US11] applies to bots and deactivated accounts too', async () => {
    const { bela, bot } = cast;
    const deactivated = await newcomer();
    await bela.deactivateUser({ user_id: deactivated.user_id });
    for (const { user_id } of [bot, deactivated]) {
      await verifyEvents(watchers, () => bela.updateUser({ user_id, full_name: 'Another name' }));
      await verifyEvents(watchers, () => bela.updateUser({ user_id, role: ROLE.guest }));
      expect((await bela.getUser({ user_id })).user).toMatchObject({ full_name: 'Another name', role: ROLE.guest });
    }
    await bela.updateUser({ user_id: bot.user_id, role: ROLE.member });
  });

  it('[US11] refuses everybody else', async () => {
    const { chen, eli, bot } = cast;
    const { user_id, email } = eli;
    for (const person of [chen, eli, cast.finn, bot]) {
      expect(await refusedFor(person.updateUser({ user_id, full_name: 'No' }))).toBe('UNAUTHORIZED_PRINCIPAL');
      expect(await refusedFor(person.updateUserByEmail({ email, full_name: 'No' }))).toBe('UNAUTHORIZED_PRINCIPAL');
      expect(await refusedFor(person.deactivateUser({ user_id }))).toBe('UNAUTHORIZED_PRINCIPAL');
      expect(await refusedFor(person.reactivateUser({ user_id }))).toBe('UNAUTHORIZED_PRINCIPAL');
    }
  });

  it('[US13] finds an account by an address that the caller may see, else by the made-up one', async () => {
    const { ada, bela, eli } = cast;
    const { user_id } = eli;
    const made_up = `user${user_id}@127.0.0.1`;
    await eli.updateSettings({ email_address_visibility: 4 });
    for (const person of [ada, bela]) {
      expect(await refusedFor(person.updateUserByEmail({ email: eli.email, full_name: 'No' }))).toBe('BAD_REQUEST');
      await person.updateUserByEmail({ email: made_up.toUpperCase(), full_name: `Eli of ${person.full_name}` });
      expect((await ada.getUser({ user_id })).user.full_name).toBe(`Eli of ${person.full_name}`);
    }
    await eli.updateSettings({ email_address_visibility: 3 });
    await verifyEvents(watchers, () => bela.updateUserByEmail({ email: eli.email, full_name: 'Eli Member' }));
    expect((await ada.getUser({ user_id })).user.full_name).toBe('Eli Member');
    expect(await refusedFor(bela.updateUserByEmail({ email: 'nobody@stoa.example' }))).toBe('BAD_REQUEST');
    await eli.updateSettings({ email_address_visibility: 1 });
  });
});

describe('roles', () => {
  const roles = Object.values(ROLE);
  it('[US8] [US12] every change by an owner is announced to everybody and changes what the account sees', async () => {
    const { ada, dara, finn } = cast;
    const changing = await newcomer();
    const { user_id } = changing;
    await dara.updateSettings({ email_address_visibility: 3 });
    await finn.updateSettings({ email_address_visibility: 2 });
    let from: Role = ROLE.member;
    for (const to of [...roles, ROLE.administrator, ROLE.guest, ROLE.owner, ROLE.moderator, ROLE.member]) {
      const { events } = await verifyEvents([...watchers, changing], () => ada.updateUser({ user_id, role: to }));
      for (const received of events.slice(0, 3))
        expect(persons(received)).toEqual(from === to ? [] : [{ user_id, role: to }]);
      from = to;
    }
    await dara.updateSettings({ email_address_visibility: 1 });
    await finn.updateSettings({ email_address_visibility: 1 });
  });

  it('[US16] a new role shows and hides addresses', async () => {
    const { ada, dara, eli } = cast;
    await dara.updateSettings({ email_address_visibility: 3 });
    const own = { user_id: eli.user_id };
    const up = await verifyEvents([eli, ada], () => ada.updateUser({ ...own, role: ROLE.administrator }));
    const { user_id } = dara;
    expect(persons(up.events[0]!)).toContainEqual({ user_id, delivery_email: dara.email });
    const down = await verifyEvents([eli, ada], () => ada.updateUser({ ...own, role: ROLE.member }));
    expect(persons(down.events[0]!)).toContainEqual({ user_id, delivery_email: null });
    for (const { events } of [up, down]) expect(persons(events[1]!)).toHaveLength(1);
    await dara.updateSettings({ email_address_visibility: 1 });
  });

  it('[BO6] a new role shows and hides other people’s bots', async () => {
    const { ada, eli, bot } = cast;
    const bots = async () => (await eli.registerQueue({ fetch_event_types: ['realm_bot'] })).realm_bots!;
    const { user_id } = eli;
    const up = await verifyEvents(eli, () => ada.updateUser({ user_id, role: ROLE.administrator }));
    expect((await bots()).map((bot) => bot.user_id)).toEqual([bot.user_id]);
    const down = await verifyEvents(eli, () => ada.updateUser({ user_id, role: ROLE.member }));
    expect(await bots()).toEqual([]);
    const received = [up, down].map(({ events }) => events[0]!.find(({ type }) => type === 'realm_bot'));
    expect(received).toMatchObject([{ op: 'add' }, { op: 'delete', bot: { user_id: bot.user_id } }]);
  });

  it('[US12] only owners make owners, and the only owner keeps the role', async () => {
    const { ada, bela, eli } = cast;
    const own = { user_id: ada.user_id };
    expect(await refusedFor(bela.updateUser({ user_id: eli.user_id, role: ROLE.owner }))).toBe(
      'UNAUTHORIZED_PRINCIPAL',
    );
    expect(await refusedFor(bela.updateUser({ ...own, role: ROLE.member }))).toBe('UNAUTHORIZED_PRINCIPAL');
    expect(await refusedFor(ada.updateUser({ ...own, role: ROLE.administrator }))).toBe('BAD_REQUEST');
    // Neither a bot nor a deactivated account counts as another owner.
    const deactivated = await newcomer();
    const bot = await ada.createBot({ full_name: 'As strong', short_name: 'as-strong' });
    for (const { user_id } of [deactivated, bot]) await ada.updateUser({ user_id, role: ROLE.owner });
    await ada.deactivateUser({ user_id: deactivated.user_id });
    expect(await refusedFor(ada.updateUser({ ...own, role: ROLE.administrator }))).toBe('BAD_REQUEST');
    for (const { user_id } of [deactivated, bot]) await ada.updateUser({ user_id, role: ROLE.member });
    // The administrator may make changes that concern no owner's role.
    await bela.updateUser({ ...own, role: ROLE.owner, full_name: OWNER.full_name });
    for (const role of [0, 150, 500, 700]) {
      const wrong = bela.updateUser({ user_id: eli.user_id, role: role as Role });
      expect(await refusedFor(wrong)).toBe('BAD_REQUEST');
    }
  });
});

describe('addresses', () => {
  it('[US14] are changed by owners with the operator’s permission', async () => {
    const { ada, bela, eli, bot } = cast;
    const change = { user_id: eli.user_id, new_email: 'eli.new@stoa.example' };
    expect(await refusedFor(bela.updateUser(change))).toBe('UNAUTHORIZED_PRINCIPAL');
    expect(await refusedFor(ada.updateUser(change))).toBe('BAD_REQUEST');
    await permit(bela, 'can_change_user_emails', true);
    expect(await refusedFor(bela.updateUser(change))).toBe('UNAUTHORIZED_PRINCIPAL');
    await permit(ada, 'can_change_user_emails', true);
    for (const new_email of ['no address', bela.email, bela.email.toUpperCase(), `user${bela.user_id}@127.0.0.1`])
      expect(await refusedFor(ada.updateUser({ ...change, new_email }))).toBe('BAD_REQUEST');
    expect(await refusedFor(ada.updateUser({ user_id: bot.user_id, new_email: 'gus@stoa.example' }))).toBe(
      'BAD_REQUEST',
    );
    expect((await ada.getUser({ user_id: eli.user_id })).user.email).toBe(eli.email);
  });

  it('[US15] in each visibility, those who see the address are notified, and everybody of the picture', async () => {
    const { ada, bela, chen, dara, finn } = cast;
    const changing = await newcomer();
    const { user_id } = changing;
    const everybody = [ada, bela, chen, dara, finn, changing];
    // Everybody, members, administrators, nobody, moderators.
    for (const [visibility, seeing] of [
      [1, 6],
      [2, 5],
      [3, 3],
      [4, 1],
      [5, 4],
    ] as const) {
      await server.client(changing.email, changing.api_key).updateSettings({ email_address_visibility: visibility });
      const new_email = `changed${visibility}@stoa.example`;
      // The account's own queues are polled with the new address.
      const own = { ...changing, ...server.client(`user${user_id}@127.0.0.1`, changing.api_key) };
      const { events } = await verifyEvents([...everybody.slice(0, 5), own], () =>
        ada.updateUser({ user_id, new_email }),
      );
      const received_events = events.filter((received) =>
        persons(received).some((person) => 'delivery_email' in (person as object)),
      );
      expect([visibility, received_events.length]).toEqual([visibility, seeing]);
      const new_addresses = events.filter((received) =>
        persons(received).some((person) => 'new_email' in (person as object)),
      );
      expect([visibility, new_addresses.length]).toEqual([visibility, visibility === 1 ? 6 : 0]);
      Object.assign(changing, { email: new_email });
    }
  });

  it('[US15] [AU10] the new address signs in and the old one does not, for reads and writes', async () => {
    const { ada } = cast;
    const changing = await newcomer();
    const { api_key, email: old, user_id } = changing;
    await changing.updateProfileData({ data: [] });
    const new_email = 'signs.in@stoa.example';
    await ada.updateUser({ user_id, new_email });
    for (let turn = 0; turn < 2; turn++) {
      expect(await refusedFor(changing.updateProfileData({ data: [] }))).toBe('UNAUTHORIZED');
      expect(await refusedFor(changing.getOwnUser())).toBe('UNAUTHORIZED');
    }
    const renewed = server.client(new_email, api_key);
    await renewed.updateProfileData({ data: [] });
    expect((await renewed.getOwnUser()).delivery_email).toBe(new_email);
    expect((await ada.fetchApiKey({ username: new_email, password: PASSWORD })).api_key).toBe(api_key);
    await ada.updateUser({ user_id, new_email: old });
  });
});

describe('making accounts', () => {
  it('[US14] is for administrators unless the operator revoked it', async () => {
    const { bela } = cast;
    const account = { email: 'late@stoa.example', full_name: 'Late', password: PASSWORD };
    await permit(bela, 'can_create_users', false);
    expect(await refusedFor(bela.createUser(account))).toBe('BAD_REQUEST');
    await permit(bela, 'can_create_users', true);
    await bela.createUser(account);
  });
});

describe('deactivation and reactivation', () => {
  it('[US9] [SB14] [AU6] a deactivated account leaves channels and groups, and its key is refused until reactivation', async () => {
    const { bela, dara, finn } = cast;
    const leaver = await newcomer();
    const principals = [dara.user_id, finn.user_id, leaver.user_id];
    await dara.subscribe({ subscriptions: [{ name: 'open' }], principals });
    await dara.subscribe({ subscriptions: [{ name: 'closed' }], principals: principals.slice(1), invite_only: true });
    const { queue_id } = await leaver.registerQueue();
    const { user_id } = leaver;
    const { events } = await verifyEvents(watchers, () => bela.deactivateUser({ user_id }));
    for (const received of events) {
      expect(persons(received)).toEqual([{ user_id, is_active: false }]);
      expect(received.some(({ type, op }) => type === 'subscription' && op === 'peer_remove')).toBe(true);
    }
    await expect(leaver.getOwnUser()).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
      message: 'Account is deactivated',
    });
    expect(await refusedFor(bela.deactivateUser({ user_id }))).toBe('BAD_REQUEST');

    const back = await verifyEvents(watchers, () => bela.reactivateUser({ user_id }));
    for (const received of back.events) {
      expect(persons(received)).toEqual([{ user_id, is_active: true }]);
      expect(received.some(({ type, op }) => type === 'subscription' && op === 'peer_add')).toBe(true);
      expect(received.some(({ type, op }) => type === 'user_group' && op === 'add_members')).toBe(true);
    }
    // [US18] The key works as before, and is the one that the password gives; the queue stays deleted.
    const { api_key } = await bela.fetchApiKey({ username: leaver.email, password: PASSWORD });
    expect(api_key).toBe(leaver.api_key);
    expect(await refusedFor(leaver.getEvents({ queue_id: queue_id!, dont_block: true }))).toBe('BAD_EVENT_QUEUE_ID');
    const { subscriptions } = await leaver.getSubscriptions();
    expect(subscriptions.map(({ name }) => name).sort()).toEqual(['closed', 'open']);
    expect(await refusedFor(bela.reactivateUser({ user_id }))).toBe('BAD_REQUEST');
    expect(await refusedFor(bela.reactivateUser({ user_id: 987_654 }))).toBe('BAD_REQUEST');
  });

  it('[US9] [US18] owners are deactivated and reactivated by owners, and the only one can’t be', async () => {
    const { ada, bela } = cast;
    const second = await newcomer();
    const { user_id } = second;
    await ada.updateUser({ user_id, role: ROLE.owner });
    expect(await refusedFor(bela.deactivateUser({ user_id }))).toBe('UNAUTHORIZED_PRINCIPAL');
    await verifyEvents(watchers, () => ada.deactivateUser({ user_id }));
    expect(await refusedFor(bela.reactivateUser({ user_id }))).toBe('UNAUTHORIZED_PRINCIPAL');
    expect(await refusedFor(ada.deactivateUser({ user_id: ada.user_id }))).toBe('BAD_REQUEST');
    await verifyEvents(watchers, () => ada.reactivateUser({ user_id }));
    await ada.updateUser({ user_id, role: ROLE.member });
  });

  it('[US17] deleting data along with an account is refused', async () => {
    const { bela } = cast;
    const { user_id } = await newcomer();
    for (const action of ['delete_profile', 'delete_public_channel_messages', 'delete_direct_messages'] as const)
      expect(await refusedFor(bela.deactivateUser({ user_id, actions: { [action]: true } }))).toBe('BAD_REQUEST');
    expect((await bela.getUser({ user_id })).user.is_active).toBe(true);
    await bela.deactivateUser({ user_id, actions: { delete_profile: false } });
    expect((await bela.getUser({ user_id })).user.is_active).toBe(false);
  });

  it('[US20] everybody may deactivate themselves, except the only owner and bots', async () => {
    const { ada, bot } = cast;
    const leaver = await newcomer();
    const { events } = await verifyEvents(watchers, () => leaver.deactivateOwnUser());
    for (const received of events) expect(persons(received)).toEqual([{ user_id: leaver.user_id, is_active: false }]);
    await expect(ada.deactivateOwnUser()).rejects.toMatchObject({
      code: 'CANNOT_DEACTIVATE_LAST_USER',
      fields: { is_last_owner: true, entity: 'organization owner' },
    });
    expect(await refusedFor(bot.deactivateOwnUser())).toBe('BAD_REQUEST');
  });

  it('[US9] [US19] bots are deactivated with their owner, and belong to whoever reactivates them alone', async () => {
    const { bela } = cast;
    const owner = await newcomer();
    const { user_id } = await owner.createBot({ full_name: 'Helper', short_name: 'helper' });
    await verifyEvents(watchers, () => bela.deactivateUser({ user_id: owner.user_id }));
    expect((await bela.getUser({ user_id })).user.is_active).toBe(false);
    const { events } = await verifyEvents([...watchers, bela], () => bela.reactivateUser({ user_id }));
    const expected = [
      { user_id, is_active: true },
      { user_id, bot_owner_id: bela.user_id },
    ];
    for (const received of events) expect(persons(received)).toEqual(expected);
    const { bots } = await bela.getBots();
    expect(bots.map(({ username }) => username)).toEqual(['helper-bot@stoa.invalid']);
    // A bot reactivated while its owner is active keeps the owner.
    const kept = await cast.eli.createBot({ full_name: 'Kept', short_name: 'kept' });
    await verifyEvents([...watchers, cast.eli], () => bela.deactivateUser({ user_id: kept.user_id }));
    await verifyEvents([...watchers, cast.eli], () => bela.reactivateUser({ user_id: kept.user_id }));
    expect((await bela.getUser({ user_id: kept.user_id })).user.bot_owner_id).toBe(cast.eli.user_id);
  });

  it('[US18] a name taken meanwhile prevents reactivation if names are unique', async () => {
    const { ada } = cast;
    const leaver = await newcomer();
    const { user_id } = leaver;
    await ada.deactivateUser({ user_id });
    await ada.updateRealm({ require_unique_names: true });
    const other = await newcomer();
    await ada.updateUser({ user_id: other.user_id, full_name: leaver.full_name });
    expect(await refusedFor(ada.reactivateUser({ user_id }))).toBe('BAD_REQUEST');
    await ada.updateUser({ user_id, full_name: 'Somebody else' });
    await verifyEvents(watchers, () => ada.reactivateUser({ user_id }));
    await ada.updateRealm({ require_unique_names: false });
  });
});
