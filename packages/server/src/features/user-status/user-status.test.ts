// User status, through HTTP.
import { expect, it } from 'bun:test';
import { MAX_STATUS_TEXT_LENGTH, type UserId } from '@stoa/contract';
import { type Person, refusedWith, serveTests, verifyEvents } from '@stoa/testkit';

const { server, cast } = await serveTests();

const TADA = { emoji_name: 'tada', emoji_code: '1f389', reaction_type: 'unicode_emoji' } as const;
const statuses = async (who: Person) => (await who.registerQueue({ fetch_event_types: ['user_status'] })).user_status!;
const statusOf = async (who: Person) => (await cast.eli.getUserStatus({ user_id: who.user_id })).status;

it('[PS1] [PS4] a status is changed field by field, visible to everybody', async () => {
  const { dara, eli } = cast;
  const people = [dara, eli];
  const { user_id } = dara;
  const text = await verifyEvents(people, () => dara.updateStatus({ status_text: '  in a meeting ' }));
  for (const events of text.events) {
    const { id: _, ...event } = events[0]!;
    expect(event).toEqual({ type: 'user_status', user_id, status_text: 'in a meeting' });
  }
  const emoji = await verifyEvents(people, () => dara.updateStatus({ emoji_name: 'tada' }));
  expect(emoji.events[1]).toMatchObject([{ type: 'user_status', user_id, ...TADA }] as never);
  expect(emoji.events[1]![0]).not.toHaveProperty('status_text');
  expect(await statuses(eli)).toEqual({ [user_id]: { status_text: 'in a meeting', ...TADA } });
  expect(
    (await verifyEvents(people, () => dara.updateStatus({ ...TADA, status_text: 'in a meeting' }))).events,
  ).toEqual([[], []]);
  await verifyEvents(people, () => dara.updateStatus({ status_text: '' }));
  expect(await statusOf(dara)).toEqual(TADA);
  await verifyEvents(people, () => dara.updateStatus({ emoji_name: '' }));
  expect(await statusOf(dara)).toEqual({});
  expect(await statuses(eli)).toEqual({});
  expect(await refusedWith(dara.updateStatus({}))).toEqual([400, 'BAD_REQUEST']);
  expect(await refusedWith(cast.bot.updateStatus({ status_text: 'x' }))).toEqual([400, 'BAD_REQUEST']);
});

it('[PS2] a status has a text of at most 60 code points', async () => {
  const { chen } = cast;
  for (const length of [MAX_STATUS_TEXT_LENGTH - 1, MAX_STATUS_TEXT_LENGTH])
    await chen.updateStatus({ status_text: ` ${'💡'.repeat(length)} ` });
  const status_text = '💡'.repeat(MAX_STATUS_TEXT_LENGTH);
  for (const bad of [`${status_text}x`, 'a\0b', 'x'.repeat(500_000)])
    expect(await refusedWith(chen.updateStatus({ status_text: bad }))).toEqual([400, 'BAD_REQUEST']);
  expect(await statusOf(chen)).toEqual({ status_text });
  await chen.updateStatus({ status_text: '' });
});

it('[PS3] a status has an existing emoji', async () => {
  const { dara } = cast;
  await verifyEvents(dara, () => dara.updateStatus(TADA));
  await verifyEvents(dara, () => dara.updateStatus({ emoji_name: 'zulip' }));
  expect(await statusOf(dara)).toMatchObject({ emoji_name: 'zulip', reaction_type: 'zulip_extra_emoji' });
  for (const bad of [
    { emoji_code: '1f389' },
    { reaction_type: 'unicode_emoji' as const },
    { emoji_name: 'no such emoji' },
    { ...TADA, emoji_name: 'smile' },
    { ...TADA, emoji_code: '1f600' },
    { ...TADA, emoji_code: 'zz' },
    { ...TADA, reaction_type: 'realm_emoji' as const },
  ])
    expect(await refusedWith(dara.updateStatus({ ...bad, status_text: 'refused' }))).toEqual([400, 'BAD_REQUEST']);
  expect(await statusOf(dara)).toMatchObject({ emoji_name: 'zulip' });
  await dara.updateStatus({ emoji_name: '' });
});

it('[PS5] away is the inverse of presence', async () => {
  const { dara, eli } = cast;
  const people = [dara, eli];
  const away = await verifyEvents(people, () => dara.updateStatus({ away: true, status_text: 'out' }));
  const received = away.events[1]!.filter(({ type }) => type === 'user_status');
  expect(received).toMatchObject([{ status_text: 'out' }, { away: true }] as never);
  expect(away.events[0]!.map(({ type }) => type)).toContain('user_settings');
  const settings = (await dara.registerQueue({ fetch_event_types: ['user_settings'] })).user_settings!;
  expect(settings.presence_enabled).toBe(false);
  expect(await statusOf(dara)).toEqual({ away: true, status_text: 'out' });
  await verifyEvents(people, () => dara.updateSettings({ presence_enabled: true }));
  expect(await statuses(eli)).toEqual({ [dara.user_id]: { status_text: 'out' } });
  await verifyEvents(people, () => dara.updateSettings({ presence_enabled: false }));
  await verifyEvents(people, () => dara.updateStatus({ away: false, status_text: '' }));
  expect(await statuses(eli)).toEqual({});
});

it('[PS6] a status is visible to everybody and can be changed by administrators', async () => {
  const { bela, dara, eli, finn, bot, ada } = cast;
  const { user_id } = dara;
  await verifyEvents([dara, eli], () => bela.updateStatusForUser({ user_id, status_text: 'ill', ...TADA }));
  expect(await statusOf(dara)).toEqual({ status_text: 'ill', ...TADA });
  await verifyEvents([dara], () => bela.updateStatusForUser({ user_id: bot.user_id, status_text: 'beep' }));
  for (const who of [dara, eli, bot])
    expect(await refusedWith(who.updateStatusForUser({ user_id, status_text: 'x' }))).toEqual([
      400,
      'UNAUTHORIZED_PRINCIPAL',
    ]);
  await verifyEvents([dara, ada], () => ada.deactivateUser({ user_id: finn.user_id }));
  expect(await statusOf(finn)).toEqual({});
  const other = await server.organization('agora.example');
  expect(await refusedWith(bela.updateStatusForUser({ user_id }))).toEqual([400, 'BAD_REQUEST']);
  for (const id of [987_654 as UserId, other.owner.user_id, finn.user_id])
    expect(await refusedWith(bela.updateStatusForUser({ user_id: id, status_text: 'x' }))).toEqual([
      400,
      'BAD_REQUEST',
    ]);
  for (const id of [987_654 as UserId, other.owner.user_id])
    expect(await refusedWith(dara.getUserStatus({ user_id: id }))).toEqual([400, 'BAD_REQUEST']);
});
