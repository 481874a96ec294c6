// Muted people, through HTTP.
import { expect, it } from 'bun:test';
import type { UserId } from '@stoa/contract';
import { type Person, refusal, serveTests, verifyEvents } from '@stoa/testkit';

const { server, cast } = await serveTests();

const muted = async (who: Person) => (await who.registerQueue({ fetch_event_types: ['muted_users'] })).muted_users!;

it('[MU1] [MU3] are known only to the account that muted them', async () => {
  const { dara, eli, bot } = cast;
  const people = [dara, eli];
  const first = await verifyEvents(people, () => dara.muteUser({ muted_user_id: eli.user_id }));
  const timestamp = expect.any(Number) as number;
  expect(first.events).toMatchObject([
    [{ type: 'muted_users', muted_users: [{ id: eli.user_id, timestamp }] }],
    [],
  ] as never);
  server.clock.advance(5000);
  await verifyEvents(people, () => dara.muteUser({ muted_user_id: bot.user_id }));
  await cast.ada.deactivateUser({ user_id: cast.finn.user_id });
  server.clock.advance(5000);
  await verifyEvents(people, () => dara.muteUser({ muted_user_id: cast.finn.user_id }));
  const ids = (await muted(dara)).map(({ id }) => id);
  expect(ids).toEqual([eli.user_id, bot.user_id, cast.finn.user_id]);
  const [since] = await muted(dara);
  expect(Math.abs(since!.timestamp - server.clock.now() / 1000 + 10)).toBeLessThan(5);
  const last = await verifyEvents(people, () => dara.unmuteUser({ muted_user_id: bot.user_id }));
  expect(last.events[1]).toEqual([]);
  expect((await muted(dara)).map(({ id }) => id)).toEqual([eli.user_id, cast.finn.user_id]);
  expect(await muted(eli)).toEqual([]);
});

it('[MU2] refuses unknown people, and muting or unmuting twice', async () => {
  const { dara, chen } = cast;
  const bad = (message: string) => ({ status: 400, code: 'BAD_REQUEST', message });
  const muted_user_id = chen.user_id;
  expect(await refusal(dara.muteUser({ muted_user_id: dara.user_id }))).toMatchObject(bad('Cannot mute self'));
  expect(await refusal(dara.unmuteUser({ muted_user_id }))).toMatchObject(bad('User is not muted'));
  await dara.muteUser({ muted_user_id });
  expect(await refusal(dara.muteUser({ muted_user_id }))).toMatchObject(bad('User already muted'));
  const other = await server.organization('agora.example');
  for (const id of [987_654 as UserId, other.owner.user_id]) {
    expect(await refusal(dara.muteUser({ muted_user_id: id }))).toMatchObject(bad('No such user'));
    expect(await refusal(dara.unmuteUser({ muted_user_id: id }))).toMatchObject(bad('No such user'));
  }
});

it('[MU4] send messages that are read, earlier and later ones', async () => {
  const { dara, eli, chen } = cast;
  const people = [dara.user_id, eli.user_id, chen.user_id] as number[];
  await dara.subscribe({ subscriptions: [{ name: 'plaza' }], principals: people });
  const send = async (who: Person) =>
    (await who.sendMessage({ type: 'stream', to: 'plaza', topic: 'stone', content: 'hello' })).id;
  const direct = async (who: Person) =>
    (await who.sendMessage({ type: 'direct', to: [chen.user_id], content: 'hello' })).id;
  const muted_user_id = eli.user_id;
  await dara.unmuteUser({ muted_user_id });
  const unread = async () => {
    const { unread_msgs } = await chen.registerQueue({ fetch_event_types: ['message', 'update_message_flags'] });
    return [...unread_msgs!.streams, ...unread_msgs!.pms].flatMap((entry) => entry.unread_message_ids);
  };
  const [theirs, other, between] = [await send(eli), await send(dara), await direct(eli)];
  expect((await unread()).sort()).toEqual([theirs, other, between].sort());
  const { events } = await verifyEvents([chen, eli], () => chen.muteUser({ muted_user_id }));
  expect(events[0]).toMatchObject([
    { type: 'muted_users' },
    { type: 'update_message_flags', op: 'add', flag: 'read', messages: [theirs, between] },
  ] as never);
  expect(events[1]).toEqual([]);
  const later = await verifyEvents([chen, dara], async () => [await send(eli), await direct(eli)]);
  const flags = later.events.map((list) => list.filter(({ type }) => type === 'message').map((event) => event.flags));
  expect(flags).toEqual([[['read'], ['read']], [[]]] as never);
  expect(JSON.stringify(later.events)).not.toContain('muted_by');
  expect(await unread()).toEqual([other]);
  await verifyEvents(chen, () => chen.unmuteUser({ muted_user_id }));
  expect(await unread()).toEqual([other]);
  const last = (await verifyEvents(chen, () => send(eli))).value;
  expect(await unread()).toEqual([other, last]);
});
