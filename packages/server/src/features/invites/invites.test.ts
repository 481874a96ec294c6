// Invitations, through HTTP.
import { beforeAll, beforeEach, describe, expect, it, setDefaultTimeout } from 'bun:test';
import { type ChannelId, type GroupId, type Invitation, ROLE, type Role, type UserId } from '@stoa/contract';
import {
  basic,
  createPerson,
  type Person,
  rawRequest,
  refusal,
  serveTestsWithMail,
  startServer,
  verifyEvents,
} from '@stoa/testkit';
import { setRole } from '../../identity/users/users.actions.ts';

setDefaultTimeout(30_000);

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

const { mail, server, cast } = await serveTestsWithMail({ invitations_per_day: 8 });
const groups = new Map<string, GroupId>();
beforeAll(async () => {
  for (const { name, id } of (await cast.ada.getUserGroups({})).user_groups) groups.set(name, id);
});
// Mails of one test do not count for the next.
beforeEach(() => server.clock.advance(2 * DAY_MS));

const group = (name: string) => groups.get(`role:${name}`)!;
const give = (
  permission: 'create_multiuse_invite_group' | 'can_invite_users_group' | 'can_add_subscribers_group',
  to: string,
) => cast.ada.updateRealm({ [permission]: { new: group(to) } });
const idsOf = async (person: Person) => (await person.getInvites()).invites.map(({ id }) => id);
const newest = async (): Promise<Invitation> => (await cast.ada.getInvites()).invites.at(-1)!;
const opens = async (link: string) => (await fetch(link, { headers: { accept: 'application/json' } })).status === 200;

let count = 0;
async function newChannel(maker: Person, options: { invite_only?: boolean } = {}): Promise<ChannelId> {
  const name = `invited to ${++count}`;
  await maker.subscribe({ subscriptions: [{ name }], ...options });
  return (await maker.getStreamId({ stream: name })).stream_id;
}

describe('links', () => {
  it('[IV1] [IV12] are created with permission, and announced to those who can see them', async () => {
    const { ada, bela, chen, dara } = cast;
    const { value, events } = await verifyEvents([ada, bela, chen], () => bela.createMultiuseInvite({}));
    expect(value.invite_link).toMatch(new RegExp(`^${server.url}/join/[0-9a-f]{40}/$`));
    expect(await opens(value.invite_link)).toBe(true);
    expect(events.map((some) => some.map(({ type }) => type))).toEqual([['invites_changed'], ['invites_changed'], []]);
    const { code, message } = await refusal(dara.createMultiuseInvite({}));
    expect([code, message]).toEqual(['BAD_REQUEST', 'Insufficient permission']);
  });

  it('[IV1] are created by members with permission, never by guests and bots', async () => {
    const { dara, finn, bot, bela } = cast;
    await give('create_multiuse_invite_group', 'members');
    const { events } = await verifyEvents([dara, cast.eli], () => dara.createMultiuseInvite({}));
    expect(events.map((some) => some.length)).toEqual([1, 0]);
    expect((await newest()).invited_by_user_id).toBe(dara.user_id);
    for (const caller of [finn, bot]) expect((await refusal(caller.createMultiuseInvite({}))).code).toBe('BAD_REQUEST');
    await give('create_multiuse_invite_group', 'nobody');
    for (const caller of [dara, bela])
      expect((await refusal(caller.createMultiuseInvite({}))).code).toBe('BAD_REQUEST');
    await give('create_multiuse_invite_group', 'members');
  });

  it('[IV3] cannot give a role above that of the inviter', async () => {
    const callers: [Person, Role][] = [
      [cast.ada, ROLE.owner],
      [cast.bela, ROLE.administrator],
      [cast.chen, ROLE.moderator],
      [cast.dara, ROLE.member],
    ];
    for (const [caller, role] of callers)
      for (const invite_as of Object.values(ROLE)) {
        const call = caller.createMultiuseInvite({ invite_as });
        if (invite_as < role) expect((await refusal(call)).code).toBe('BAD_REQUEST');
        else await call;
      }
    const params = new URLSearchParams({ invite_as: '500' });
    const init = { method: 'POST', headers: basic(cast.ada), body: params };
    expect((await rawRequest(`${server.url}/api/v1/invites/multiuse`, init)).body.msg).toContain('invite_as');
  });

  it('[IV13] last ten days by default, a given time, or forever', async () => {
    const { ada } = cast;
    const held = async (invite_expires_in_minutes?: number | null) => {
      await ada.createMultiuseInvite(invite_expires_in_minutes === undefined ? {} : { invite_expires_in_minutes });
      const { expiry_date, invited } = await newest();
      return expiry_date === null ? null : expiry_date - invited;
    };
    expect([await held(), await held(1), await held(52_560_000), await held(null)]).toEqual([
      864_000,
      60,
      52_560_000 * 60,
      null,
    ]);
    for (const invite_expires_in_minutes of [0, -1, 52_560_001, 1.5])
      expect((await refusal(ada.createMultiuseInvite({ invite_expires_in_minutes }))).code).toBe('BAD_REQUEST');
  });

  it('[IV4] subscribe to channels to which the inviter can add people', async () => {
    const { ada, dara, eli } = cast;
    const open = await newChannel(eli);
    const secret = await newChannel(eli, { invite_only: true });
    const archived = await newChannel(ada);
    await ada.archiveStream({ stream_id: archived });
    await dara.createMultiuseInvite({ stream_ids: [open, open] });
    await eli.createMultiuseInvite({ stream_ids: [open, secret] });
    for (const hidden of [secret, archived, 999_999 as ChannelId]) {
      const { code, message } = await refusal(dara.createMultiuseInvite({ stream_ids: [open, hidden] }));
      expect([code, message]).toEqual(['BAD_REQUEST', `Invalid channel ID ${hidden}. No invites were sent.`]);
    }
    // An administrator can see it but not read it; the owner can add nobody anywhere, which is checked later.
    await give('can_add_subscribers_group', 'nobody');
    for (const inviter of [cast.bela, ada])
      expect((await refusal(inviter.createMultiuseInvite({ stream_ids: [open, secret] }))).message).toBe(
        `Invalid channel ID ${secret}. No invites were sent.`,
      );
    await give('can_add_subscribers_group', 'members');
    const before = await idsOf(ada);
    await give('can_add_subscribers_group', 'administrators');
    const refused = await refusal(dara.createMultiuseInvite({ stream_ids: [open] }));
    expect([refused.code, refused.message]).toEqual([
      'BAD_REQUEST',
      'You do not have permission to subscribe other users to channels.',
    ]);
    expect(await idsOf(ada)).toEqual(before);
    await dara.createMultiuseInvite({ include_realm_default_subscriptions: true });
    await eli.createMultiuseInvite({ stream_ids: [open] });
    await give('can_add_subscribers_group', 'members');
    const many = Array.from({ length: 1001 }, () => open);
    expect((await refusal(dara.createMultiuseInvite({ stream_ids: many }))).code).toBe('BAD_REQUEST');
  });

  it('[IV5] add to groups to which the inviter can add members', async () => {
    const { ada, dara } = cast;
    const made = async (options: object) =>
      (await ada.createUserGroup({ name: `invited ${++count}`, description: '', members: [], ...options })).group_id;
    const own = await made({ can_add_members_group: { direct_members: [dara.user_id], direct_subgroups: [] } });
    const foreign = await made({});
    const deactivated = await made({ can_add_members_group: group('members') });
    await ada.deactivateUserGroup({ user_group_id: deactivated });
    await dara.createMultiuseInvite({ group_ids: [own] });
    await ada.createMultiuseInvite({ group_ids: [own, foreign] });
    for (const bad of [foreign, deactivated, group('administrators'), 999_999 as GroupId])
      expect((await refusal(dara.createMultiuseInvite({ group_ids: [own, bad] }))).code).toBe('BAD_REQUEST');
  });

  it('[IV2] carry a welcome message of at most 8,000 code points', async () => {
    const words = '👋'.repeat(8000);
    await cast.bela.createMultiuseInvite({ welcome_message_custom_text: words });
    await cast.bela.createMultiuseInvite({ welcome_message_custom_text: '' });
    const call = cast.bela.createMultiuseInvite({ welcome_message_custom_text: `${words}!` });
    expect((await refusal(call)).code).toBe('BAD_REQUEST');
  });

  it('[IV7] end when they expire, when they are revoked, and with their maker', async () => {
    const { ada, app, realm } = { ...cast, ...server };
    const links = async (maker: Person, options = {}) => (await maker.createMultiuseInvite(options)).invite_link;
    const minute = await links(ada, { invite_expires_in_minutes: 1 });
    server.clock.advance(MINUTE_MS - 5000);
    expect(await opens(minute)).toBe(true);
    server.clock.advance(5000);
    expect(await opens(minute)).toBe(false);

    const revoked = await links(ada);
    const { events } = await verifyEvents([ada, cast.dara], async () =>
      ada.revokeMultiuseInvite({ invite_id: (await newest()).id }),
    );
    expect(events.map((some) => some.length)).toEqual([1, 0]);
    expect(await opens(revoked)).toBe(false);

    const hugo = await createPerson({ ...server, owner: ada }, { email: 'hugo@stoa.example', full_name: 'Hugo' });
    const promote = (role: Role) =>
      app.writer.write(realm.realm_id, (context) => setRole(context, realm, hugo.user_id, role));
    await promote(ROLE.administrator);
    const strong = await links(hugo, { invite_as: ROLE.administrator });
    const weak = await links(hugo, { invite_as: ROLE.guest });
    await promote(ROLE.member);
    expect([await opens(strong), await opens(weak)]).toEqual([false, true]);
    await verifyEvents([ada, cast.chen], () => ada.deactivateUser({ user_id: hugo.user_id }));
    expect(await opens(weak)).toBe(false);
    await ada.reactivateUser({ user_id: hugo.user_id });
    expect(await opens(weak)).toBe(false);
  });
});

describe('lists', () => {
  it('[IV8] show usable invitations: all to administrators, their own to others, none above the reader', async () => {
    const { ada, bela, dara, eli } = cast;
    await ada.createMultiuseInvite({ invite_as: ROLE.owner });
    const owners = (await newest()).id;
    const { invite_link } = await dara.createMultiuseInvite({ invite_as: ROLE.guest, invite_expires_in_minutes: 60 });
    const guests = await newest();
    expect(guests).toEqual({
      id: guests.id,
      invited_by_user_id: dara.user_id,
      invited: guests.invited,
      expiry_date: guests.invited + 3600,
      invited_as: ROLE.guest,
      is_multiuse: true,
      link_url: invite_link,
    });
    const seen = async (id: number) =>
      Promise.all([ada, bela, dara, eli].map(async (person) => (await idsOf(person)).includes(id)));
    expect(await seen(owners)).toEqual([true, false, false, false]);
    expect(await seen(guests.id)).toEqual([true, true, true, false]);
    expect((await refusal(bela.revokeMultiuseInvite({ invite_id: owners }))).code).toBe('BAD_REQUEST');
    server.clock.advance(60 * MINUTE_MS);
    expect(await idsOf(ada)).not.toContain(guests.id);
  });

  it('[IV12] of invitations as owner are announced to owners only', async () => {
    const { events } = await verifyEvents([cast.ada, cast.bela], () =>
      cast.ada.createMultiuseInvite({ invite_as: ROLE.owner }),
    );
    expect(events.map((some) => some.length)).toEqual([1, 0]);
  });
});

describe('invitations by mail', () => {
  const invite = (person: Person, invitee_emails: string, more = {}) =>
    person.sendInvites({ invitee_emails, stream_ids: [], ...more });

  it('[IV9] are sent to each address once, and name the inviter', async () => {
    const { dara } = cast;
    const { events } = await verifyEvents([cast.bela, dara, cast.eli], () =>
      invite(dara, 'One <one@new.example>,two@new.example\nTWO@new.example,\r\n , three+x@new.example', {
        invite_as: 600,
      }),
    );
    expect(events.map((some) => some.length)).toEqual([1, 1, 0]);
    await server.app.jobs.settle();
    for (const address of ['one@new.example', 'two@new.example', 'three+x@new.example']) {
      const { headers, text, html } = mail.newest(address);
      expect(headers.get('subject')).toBe('Dara Member invited you to join Stoa');
      const link = text.match(/http\S+\/join\/\S+/)![0];
      expect(html).toContain(`href="${link}"`);
      expect(await opens(link)).toBe(true);
    }
    expect(mail.mails.filter(({ to }) => to.some((address) => /two@/i.test(address)))).toHaveLength(1);
    const { email, is_multiuse, notify_referrer_on_join, link_url } = await newest();
    expect([email, is_multiuse, notify_referrer_on_join, link_url]).toEqual([
      'three+x@new.example',
      false,
      true,
      undefined,
    ]);
  });

  it('[IV9] skip addresses that cannot be invited and say why', async () => {
    const { ada, dara, finn } = cast;
    const deactivated = await createPerson(
      { ...server, owner: ada },
      { email: 'gone@stoa.example', full_name: 'Gone' },
    );
    await ada.deactivateUser({ user_id: deactivated.user_id });
    const mixed = await refusal(
      invite(dara, `good@new.example, nonsense, ${finn.email}, ${deactivated.email}, x@mailinator.com`),
    );
    expect(mixed.code).toBe('INVITATION_FAILED');
    expect(mixed.fields).toEqual({
      errors: [
        ['nonsense', expect.any(String), false],
        [finn.email, 'Already has an account.', false],
        [deactivated.email, 'Account has been deactivated.', true],
        ['x@mailinator.com', expect.stringContaining('disposable'), false],
      ],
      reason: 'some_invited',
      reasons: ['email_invalid', 'email_has_account', 'email_deactivated', 'email_disposable'],
      sent_invitations: true,
      daily_limit_reached: false,
      license_limit_reached: false,
    });
    expect((await newest()).email).toBe('good@new.example');
    const before = await idsOf(ada);
    const all = await refusal(invite(dara, finn.email));
    expect([all.code, all.fields.sent_invitations]).toEqual(['INVITATION_FAILED', false]);
    for (const nobody of ['', ' ,\n, ']) expect((await refusal(invite(dara, nobody))).code).toBe('BAD_REQUEST');
    const crowd = Array.from({ length: 501 }, (_, n) => `c${n}@new.example`).join();
    expect((await refusal(invite(dara, crowd))).message).toContain('500');
    expect(await idsOf(ada)).toEqual(before);
  });

  it('[IV9] need permission', async () => {
    await give('can_invite_users_group', 'moderators');
    expect((await refusal(invite(cast.dara, 'x@new.example'))).message).toBe('Insufficient permission');
    await invite(cast.chen, 'x@new.example');
    await give('can_invite_users_group', 'members');
    for (const caller of [cast.finn, cast.bot])
      expect((await refusal(invite(caller, 'y@new.example'))).code).toBe('BAD_REQUEST');
    expect((await refusal(invite(cast.dara, 'y@new.example', { invite_as: 200 }))).code).toBe('BAD_REQUEST');
    expect((await refusal(invite(cast.dara, 'y@new.example', { stream_ids: [999_999] }))).message).toContain('999999');
  });

  it('[IV10] are limited per day', async () => {
    const { dara, ada } = cast;
    const some = (n: number, from: string) => Array.from({ length: n }, (_, at) => `${from}${at}@limit.example`).join();
    await invite(dara, some(7, 'a'));
    const over = await refusal(invite(dara, some(2, 'b')));
    expect([over.code, over.fields.daily_limit_reached, over.fields.sent_invitations]).toEqual([
      'INVITATION_FAILED',
      true,
      false,
    ]);
    await ada.revokeInvite({ invite_id: (await newest()).id });
    await invite(dara, some(1, 'b'));
    const { id: invite_id } = await newest();
    expect((await refusal(dara.resendInvite({ invite_id }))).code).toBe('INVITATION_FAILED');
    server.clock.advance(DAY_MS + 1000);
    await dara.resendInvite({ invite_id });
    await invite(dara, some(7, 'c'));
    expect((await refusal(invite(dara, some(1, 'd')))).fields.daily_limit_reached).toBe(true);
  });

  it('[IV11] are revoked and resent by those who can see them', async () => {
    const { ada, bela, chen, dara, eli } = cast;
    await invite(dara, 'again@new.example', { invite_expires_in_minutes: 60 });
    const { id: invite_id, expiry_date } = await newest();
    for (const other of [eli, chen])
      for (const call of [other.resendInvite, other.revokeInvite])
        expect((await refusal(call({ invite_id }))).message).toBe('No such invitation');
    expect((await refusal(ada.revokeMultiuseInvite({ invite_id }))).message).toBe('No such invitation');
    expect((await refusal(ada.revokeInvite({ invite_id: 999_999 }))).message).toBe('No such invitation');
    server.clock.advance(30 * MINUTE_MS);
    const { events } = await verifyEvents([bela, dara, eli], () => bela.resendInvite({ invite_id }));
    expect(events.map((some) => some.length)).toEqual([1, 1, 0]);
    expect((await newest()).expiry_date! - expiry_date!).toBeWithin(1795, 1806);
    await server.app.jobs.settle();
    const mails = mail.mails.filter(({ to }) => to.includes('again@new.example'));
    expect(mails).toHaveLength(2);
    const link = mails[1]!.text.match(/http\S+\/join\/\S+/)![0];
    await dara.revokeInvite({ invite_id });
    expect(await opens(link)).toBe(false);
    for (const call of [dara.resendInvite, dara.revokeInvite])
      expect((await refusal(call({ invite_id }))).code).toBe('BAD_REQUEST');
  });

  it('[ML2] are not sent if revoked before their mail is sent', async () => {
    mail.refuse(451);
    await invite(cast.dara, 'never@new.example');
    await server.app.jobs.settle();
    await cast.dara.revokeInvite({ invite_id: (await newest()).id });
    server.clock.advance(DAY_MS);
    await server.app.jobs.settle();
    expect(mail.mails.filter(({ to }) => to.includes('never@new.example'))).toEqual([]);
  });

  it('[ML1] [IV9] are refused if the server sends no mail', async () => {
    const silent = await startServer();
    try {
      const { message, code } = await refusal(invite(silent.owner, 'x@new.example'));
      expect([code, message]).toEqual(['BAD_REQUEST', expect.stringContaining('does not send mail')]);
      const user_id = silent.owner.user_id as UserId;
      await silent.owner.createMultiuseInvite({});
      expect((await silent.owner.getInvites()).invites).toMatchObject([{ invited_by_user_id: user_id }]);
    } finally {
      await silent.stop();
    }
  });
});
