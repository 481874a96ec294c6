// Bots whose owners lose access to channels, and bots that keep theirs, through HTTP.
import { describe, expect, it } from 'bun:test';
import { type ChannelId, ROLE, type UserId } from '@stoa/contract';
import { createPerson, type Person, serveTests, verifyEvents } from '@stoa/testkit';

const { server, cast } = await serveTests();
let names = 0;
const fresh = () => `follower${++names}`;

const member = () => createPerson(server, { email: `${fresh()}@stoa.example`, full_name: fresh() });
async function makeBot(owner: Person) {
  const short_name = fresh();
  const { user_id, api_key } = await owner.createBot({ full_name: short_name, short_name });
  return { user_id, client: server.client(`${short_name}-bot@stoa.invalid`, api_key) };
}
async function makeChannel(people: readonly { user_id: UserId }[], options = {}): Promise<[string, ChannelId]> {
  const name = fresh();
  const principals = people.map(({ user_id }) => user_id);
  await cast.ada.subscribe({ subscriptions: [{ name }], principals, ...options });
  return [name, (await cast.ada.getStreamId({ stream: name })).stream_id];
}
const isIn = async ({ user_id }: { user_id: UserId }, stream_id: ChannelId) =>
  (await cast.ada.getSubscriptionStatus({ user_id, stream_id })).is_subscribed;
const CLOSED = { invite_only: true, history_public_to_subscribers: true };

describe('[BO22] a channel that a bot owner can no longer read', () => {
  it('removes the bots of owners outside it when it turns private, and no others', async () => {
    const { ada, dara } = cast;
    const [outside, inside] = [await member(), await member()];
    const removed = await makeBot(outside);
    const ended = await makeBot(outside);
    const stays = await makeBot(inside);
    const [name, stream_id] = await makeChannel([ada, inside, removed, ended, stays]);
    const { user_id: bot_id } = removed;
    await outside.updateBot({ bot_id, default_sending_stream: name });
    await outside.deactivateBot({ bot_id: ended.user_id });
    const { events } = await verifyEvents([ada, dara, outside, inside], () =>
      ada.updateStream({ stream_id, is_private: true }),
    );
    expect([await isIn(removed, stream_id), await isIn(stays, stream_id)]).toEqual([false, true]);
    const { bots } = await outside.getBots();
    expect(bots.find((bot) => bot.user_id === bot_id)!.default_sending_stream).toBeNull();
    expect(events[0]!.map(({ type, op }) => `${type}/${op}`)).toContain('subscription/peer_remove');
    // Restores the channel, with nobody losing access.
    await ada.updateStream({ stream_id, is_private: false });
    expect(await isIn(ended, stream_id)).toBe(false);
  });

  it('removes none for changes that take away no access', async () => {
    const { ada } = cast;
    const owner = await member();
    const bot = await makeBot(owner);
    const { group_id } = await ada.createUserGroup({ name: fresh(), description: '', members: [owner.user_id] });
    const value = { direct_members: [owner.user_id], direct_subgroups: [group_id] };
    const [, stream_id] = await makeChannel([ada, bot], { ...CLOSED, can_subscribe_group: value });
    // Each of the two groups gives access without the other.
    await ada.updateUserGroupMembers({ user_group_id: group_id, delete: [owner.user_id] });
    await ada.updateUserGroupMembers({ user_group_id: group_id, add: [owner.user_id] });
    await ada.updateStream({ stream_id, can_subscribe_group: { new: group_id } });
    await ada.updateStream({ stream_id, history_public_to_subscribers: false });
    await ada.updateUser({ user_id: owner.user_id, role: ROLE.moderator });
    await ada.updateUser({ user_id: owner.user_id, role: ROLE.member });
    expect(await isIn(bot, stream_id)).toBe(true);
    await ada.updateUserGroupMembers({ user_group_id: group_id, delete: [owner.user_id] });
    expect(await isIn(bot, stream_id)).toBe(false);
  });

  it('keeps bots that were deliberately kept in it', async () => {
    const { ada } = cast;
    const owner = await member();
    const bot = await makeBot(owner);
    const [name, stream_id] = await makeChannel([ada, owner, bot], CLOSED);
    await ada.unsubscribe({ subscriptions: [name], principals: [owner.user_id], keep_bots: true });
    const value = { direct_members: [ada.user_id], direct_subgroups: [] };
    await ada.updateStream({ stream_id, can_subscribe_group: { new: value } });
    await ada.updateStream({ stream_id, can_subscribe_group: { new: { ...value, direct_members: [] } } });
    await ada.updateUser({ user_id: owner.user_id, role: ROLE.guest });
    expect(await isIn(bot, stream_id)).toBe(true);
  });

  it('is announced once to everybody, whatever gave access before', async () => {
    const { ada, dara } = cast;
    const owner = await member();
    const bot = await makeBot(owner);
    const members = [owner.user_id, bot.user_id];
    const { group_id } = await ada.createUserGroup({ name: fresh(), description: '', members });
    const [, stream_id] = await makeChannel([ada, dara, bot], { ...CLOSED, can_subscribe_group: group_id });
    const { events } = await verifyEvents([ada, dara, owner, bot.client], () =>
      ada.updateUserGroupMembers({ user_group_id: group_id, delete: members }),
    );
    expect(await isIn(bot, stream_id)).toBe(false);
    expect(events[3]!.filter(({ type, op }) => type === 'stream' && op === 'delete')).toHaveLength(1);
  });

  it('is archived, and was read through a group that is deactivated', async () => {
    const { ada, eli } = cast;
    const owner = await member();
    const bot = await makeBot(owner);
    const { group_id } = await ada.createUserGroup({ name: fresh(), description: '', members: [owner.user_id] });
    const [, stream_id] = await makeChannel([ada, bot], { ...CLOSED, can_subscribe_group: group_id });
    await ada.archiveStream({ stream_id });
    await verifyEvents([ada, eli, owner], () => ada.deactivateUserGroup({ user_group_id: group_id }));
    expect(await isIn(bot, stream_id)).toBe(false);
  });
});
