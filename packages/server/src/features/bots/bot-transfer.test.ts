// Bots that change owners, and their rights when their owner loses rights, through HTTP.
import { describe, expect, it } from 'bun:test';
import { BOT_TYPE, type ChannelId, ROLE, type UserId } from '@stoa/contract';
import {
  type Cast,
  codeOf,
  createPerson,
  messageOf,
  type Person,
  refusal,
  serveTests,
  verifyEvents,
} from '@stoa/testkit';

const { server, cast } = await serveTests();
let names = 0;
const fresh = () => `one${++names}`;

type Made = Parameters<Cast['dara']['createBot']>[0];
async function makeBot(owner: Person, params: Partial<Made> = {}) {
  const short_name = fresh();
  const { user_id, api_key } = await owner.createBot({ full_name: short_name, short_name, ...params });
  const email = `${short_name}-bot@stoa.invalid`;
  const client = server.client(email, api_key);
  return { user_id, email, client };
}
async function makeChannel(people: readonly { user_id: UserId }[], options = {}): Promise<[string, ChannelId]> {
  const name = fresh();
  const principals = people.map(({ user_id }) => user_id);
  await cast.ada.subscribe({ subscriptions: [{ name }], principals, ...options });
  return [name, (await cast.ada.getStreamId({ stream: name })).stream_id];
}
const member = () => createPerson(server, { email: `${fresh()}@stoa.example`, full_name: fresh() });
const isIn = async (who: { user_id: UserId }, stream_id: ChannelId) =>
  (await cast.ada.getSubscriptionStatus({ user_id: who.user_id, stream_id })).is_subscribed;
const ownerOf = async (bot_id: UserId) => (await cast.ada.getUser({ user_id: bot_id })).user.bot_owner_id;
const kinds = (events: readonly { type: string; op?: string }[]) =>
  events.map(({ type, op }) => (op ? `${type}/${op}` : type)).sort();

describe('a bot that is offered', () => {
  it('[BO13] waits until the new owner accepts', async () => {
    const { bela, dara, eli, chen } = cast;
    const { user_id: bot_id, client } = await makeBot(dara, {
      bot_type: BOT_TYPE.outgoing_webhook,
      payload_url: 'https://service.example/hook',
    });
    const offering = await verifyEvents([dara, eli, chen], () => dara.updateBot({ bot_id, bot_owner_id: eli.user_id }));
    expect(offering.value).toMatchObject({ bot_owner: dara.email, offered_to: eli.user_id });
    expect(offering.events.map(kinds)).toEqual([[], ['bot_offers_changed', 'message'], []]);
    expect(await ownerOf(bot_id)).toBe(dara.user_id);
    await client.getOwnUser();
    expect(await messageOf(eli.getBotApiKey({ bot_id }))).toBe('Insufficient permission');
    const { offers } = await eli.getBotOffers();
    expect(offers).toMatchObject([{ bot_id, offered_by: dara.user_id }]);
    for (const other of [chen, dara, bela, cast.bot])
      expect(await messageOf(other.acceptBotOffer({ bot_id }))).toBe('No such offer');
    const { queue_id } = await client.registerQueue();

    const accepting = await verifyEvents([bela, dara, eli, chen], () => eli.acceptBotOffer({ bot_id }));
    expect(accepting.events.map(kinds)).toEqual([
      ['realm_user/update'],
      ['realm_bot/delete', 'realm_user/update'],
      ['bot_offers_changed', 'realm_bot/add', 'realm_user/update'],
      ['realm_user/update'],
    ]);
    // [BK3] The former owner's key and its queues have ended.
    expect(await codeOf(client.getOwnUser())).toBe('UNAUTHORIZED');
    expect((await refusal(dara.getBotApiKey({ bot_id }))).code).toBe('BAD_REQUEST');
    const { api_key } = await eli.getBotApiKey({ bot_id });
    const { email } = (await eli.getUser({ user_id: bot_id })).user;
    const renewed = server.client(email, api_key);
    expect(await codeOf(renewed.getEvents({ queue_id: queue_id!, dont_block: true }))).toBe('BAD_EVENT_QUEUE_ID');
    expect((await eli.getBotOffers()).offers).toEqual([]);
    expect(await messageOf(eli.acceptBotOffer({ bot_id }))).toBe('No such offer');
  });

  it('[BO13] stays with its owner if the offer is declined, withdrawn, replaced or no longer allowed', async () => {
    const { bela, chen, dara, eli } = cast;
    const { user_id: bot_id } = await makeBot(dara);
    const offer = (by: Person, to: Person) => by.updateBot({ bot_id, bot_owner_id: to.user_id });
    await offer(dara, eli);
    await verifyEvents([dara, eli], () => eli.declineBotOffer({ bot_id }));
    expect(await messageOf(eli.declineBotOffer({ bot_id }))).toBe('No such offer');
    await offer(dara, eli);
    expect((await offer(dara, dara)).offered_to).toBeNull();
    await offer(dara, eli);
    await offer(dara, chen);
    expect(await messageOf(eli.acceptBotOffer({ bot_id }))).toBe('No such offer');
    const demoted = await member();
    await cast.ada.updateUser({ user_id: demoted.user_id, role: ROLE.administrator });
    await offer(demoted, eli);
    await cast.ada.updateUser({ user_id: demoted.user_id, role: ROLE.member });
    expect(await messageOf(eli.acceptBotOffer({ bot_id }))).toBe('No such offer');
    await offer(bela, eli);
    await bela.deactivateBot({ bot_id });
    expect((await eli.getBotOffers()).offers).toEqual([]);
    expect(await messageOf(eli.acceptBotOffer({ bot_id }))).toBe('No such offer');
    expect(await ownerOf(bot_id)).toBe(dara.user_id);
  });

  it('[BO13] cannot be offered to accounts that can own none', async () => {
    const { user_id: bot_id } = await makeBot(cast.dara);
    for (const bot_owner_id of [cast.bot.user_id, cast.finn.user_id, 987_654 as UserId])
      expect(await messageOf(cast.dara.updateBot({ bot_id, bot_owner_id }))).toStartWith('Failed to change owner');
    expect(await messageOf(cast.finn.getBotOffers())).toBe('Not allowed for guest users');
  });

  it('[BO13] [BK3] is taken by an administrator at once, with a new key', async () => {
    const { bela, dara, eli } = cast;
    const { user_id: bot_id, client } = await makeBot(dara);
    const { value } = await verifyEvents([bela, dara, eli], () =>
      bela.updateBot({ bot_id, bot_owner_id: bela.user_id, role: ROLE.moderator }),
    );
    expect(value.bot_owner).toBe(bela.email);
    expect(await codeOf(client.getOwnUser())).toBe('UNAUTHORIZED');
    expect((await eli.getUser({ user_id: bot_id })).user.role).toBe(ROLE.moderator);
  });

  it('[BO21] leaves private channels that its new owner cannot read, and their names', async () => {
    const { dara, eli } = cast;
    const { user_id: bot_id, email } = await makeBot(dara);
    const [shut_name, shut] = await makeChannel([dara, { user_id: bot_id }], { invite_only: true });
    const [, common] = await makeChannel([dara, eli, { user_id: bot_id }], { invite_only: true });
    const [, open] = await makeChannel([dara, { user_id: bot_id }]);
    await dara.updateBot({ bot_id, default_sending_stream: shut_name });
    await dara.updateBot({ bot_id, bot_owner_id: eli.user_id });
    const { events } = await verifyEvents([cast.ada, dara, eli], () => eli.acceptBotOffer({ bot_id }));
    expect(JSON.stringify(events[2])).not.toContain(shut_name);
    const bot = { user_id: bot_id };
    expect([await isIn(bot, shut), await isIn(bot, common), await isIn(bot, open)]).toEqual([false, true, true]);
    const { api_key } = await eli.getBotApiKey({ bot_id });
    const { subscriptions } = await server.client(email, api_key).getSubscriptions();
    expect(subscriptions.map(({ stream_id }) => stream_id).sort()).toEqual([common, open].sort());
  });

  it('[CH30] does not see the private channels of its owner by itself', async () => {
    const { dara } = cast;
    const { user_id, client } = await makeBot(dara);
    const [, other] = await makeChannel([dara], { invite_only: true });
    const [, own] = await makeChannel([dara, { user_id }], { invite_only: true });
    const { streams } = await client.getStreams({ include_owner_subscribed: true, include_public: false });
    const ids = streams.map(({ stream_id }) => stream_id);
    expect([ids.includes(other), ids.includes(own)]).toEqual([false, true]);
  });
});

describe('a bot follows its owner', () => {
  it('[BO19] down to their role, which it never exceeds', async () => {
    const { ada, bela, eli } = cast;
    const owner = await member();
    await ada.updateUser({ user_id: owner.user_id, role: ROLE.administrator });
    const strong = await makeBot(owner);
    const plain = await makeBot(owner);
    const ended = await makeBot(owner);
    await owner.updateBot({ bot_id: strong.user_id, role: ROLE.administrator });
    await owner.deactivateBot({ bot_id: ended.user_id });
    const roleOf = async (bot: { user_id: UserId }) => (await ada.getUser({ user_id: bot.user_id })).user.role;
    await verifyEvents([ada, bela, eli, owner], () => ada.updateUser({ user_id: owner.user_id, role: ROLE.moderator }));
    expect([await roleOf(strong), await roleOf(plain)]).toEqual([ROLE.moderator, ROLE.member]);
    await verifyEvents([ada, bela, eli, owner], () => ada.updateUser({ user_id: owner.user_id, role: ROLE.guest }));
    for (const bot of [strong, plain, ended]) expect(await roleOf(bot)).toBe(ROLE.guest);
    await ada.reactivateUser({ user_id: ended.user_id });
    expect(await roleOf(ended)).toBe(ROLE.guest);
    const refused = 'A bot cannot have a role above that of its owner.';
    expect(await messageOf(ada.updateBot({ bot_id: plain.user_id, role: ROLE.member }))).toBe(refused);
    expect(await messageOf(ada.updateUser({ user_id: plain.user_id, role: ROLE.member }))).toBe(refused);
    // Rights regained by the owner are not given to the bot automatically.
    await ada.updateUser({ user_id: owner.user_id, role: ROLE.owner });
    expect(await roleOf(strong)).toBe(ROLE.guest);
    await ada.updateUser({ user_id: owner.user_id, role: ROLE.member });
  });

  it('[BO19] to the role of the account that accepts it', async () => {
    const { ada, eli } = cast;
    const { user_id: bot_id } = await makeBot(ada);
    await ada.updateBot({ bot_id, role: ROLE.owner });
    await ada.updateBot({ bot_id, bot_owner_id: eli.user_id });
    await verifyEvents([ada, eli, cast.bela], () => eli.acceptBotOffer({ bot_id }));
    expect((await ada.getUser({ user_id: bot_id })).user.role).toBe(ROLE.member);
  });

  it('[BO20] out of a private channel, unless the remover keeps bots', async () => {
    const { ada, dara } = cast;
    const owner = await member();
    const bot = await makeBot(owner);
    const everybody = [ada, dara, owner, bot];
    const [left_name, left] = await makeChannel(everybody, { invite_only: true });
    const [kept_name, kept] = await makeChannel(everybody, { invite_only: true });
    const [open_name, open] = await makeChannel(everybody);
    await owner.updateBot({ bot_id: bot.user_id, default_events_register_stream: left_name });
    const principals = [owner.user_id];
    await verifyEvents([ada, dara, owner], () => ada.unsubscribe({ subscriptions: [left_name], principals }));
    await ada.unsubscribe({ subscriptions: [kept_name], principals, keep_bots: true });
    await ada.unsubscribe({ subscriptions: [open_name], principals });
    expect([await isIn(bot, left), await isIn(bot, kept), await isIn(bot, open)]).toEqual([false, true, true]);
    expect((await owner.getBots()).bots[0]!.default_events_register_stream).toBeNull();
  });

  it('[BO20] out of a private channel that its owner leaves', async () => {
    const owner = await member();
    const bot = await makeBot(owner);
    const [name, stream_id] = await makeChannel([cast.ada, owner, bot], { invite_only: true });
    const [other, other_id] = await makeChannel([cast.ada, owner, bot], { invite_only: true });
    await owner.updateSubscriptions({ delete: [name] });
    await owner.unsubscribe({ subscriptions: [other] });
    expect([await isIn(bot, stream_id), await isIn(bot, other_id)]).toEqual([false, false]);
  });

  it('[BO21] when reactivated, within the access of its owner', async () => {
    const { ada } = cast;
    const owner = await member();
    const bot = await makeBot(owner);
    const [name, stream_id] = await makeChannel([ada, owner, bot], { invite_only: true });
    const [, kept] = await makeChannel([ada, owner, bot], { invite_only: true });
    await owner.deactivateBot({ bot_id: bot.user_id });
    await ada.unsubscribe({ subscriptions: [name], principals: [owner.user_id], keep_bots: true });
    await verifyEvents([ada, owner], () => ada.reactivateUser({ user_id: bot.user_id }));
    expect([await isIn(bot, stream_id), await isIn(bot, kept)]).toEqual([false, true]);
  });

  it('[BK3] to the account that reactivates it without its owner, with a new key', async () => {
    const { ada } = cast;
    const owner = await member();
    const bot = await makeBot(owner);
    await ada.deactivateUser({ user_id: owner.user_id });
    await verifyEvents([ada, cast.eli], () => ada.reactivateUser({ user_id: bot.user_id }));
    expect(await ownerOf(bot.user_id)).toBe(ada.user_id);
    expect(await codeOf(bot.client.getOwnUser())).toBe('UNAUTHORIZED');
  });
});
