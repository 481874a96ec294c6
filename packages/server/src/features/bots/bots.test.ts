// Bots of every type: created, changed, handed over, deactivated, and their settings, through HTTP.
import { beforeAll, describe, expect, it } from 'bun:test';
import { BOT_TYPE, ROLE, type UserId } from '@stoa/contract';
import { basic, type Cast, rawRequest, refusal, samplePicture, serveTests, verifyEvents } from '@stoa/testkit';

const { server, cast } = await serveTests();
let names = 0;
const fresh = () => `one${++names}`;

beforeAll(async () => {
  await makeChannel('plaza');
  await cast.ada.subscribe({ subscriptions: [{ name: 'closet' }], invite_only: true });
});

async function makeChannel(name: string): Promise<number> {
  const { ada, dara } = cast;
  await ada.subscribe({ subscriptions: [{ name }], principals: [ada.user_id, dara.user_id] });
  return (await ada.getStreamId({ stream: name })).stream_id;
}

type Made = Parameters<Cast['dara']['createBot']>[0];
async function makeBot(params: Partial<Made> = {}, owner = cast.dara) {
  const short_name = fresh();
  const { user_id, api_key } = await owner.createBot({ full_name: short_name, short_name, ...params });
  const email = `${short_name}-bot@stoa.invalid`;
  return { user_id, api_key, email, client: server.client(email, api_key) };
}
const outgoing = {
  bot_type: BOT_TYPE.outgoing_webhook,
  payload_url: 'https://service.example/hook',
  interface_type: 2,
};
const known = async (who: Cast['ada'], user_id: UserId) =>
  (await who.registerQueue({ fetch_event_types: ['realm_bot'] })).realm_bots!.find((bot) => bot.user_id === user_id);
const kinds = (events: readonly { type: string; op?: string }[]) =>
  events.map(({ type, op }) => `${type}/${op}`).sort();

describe('a bot', () => {
  it('[BO5] signs in, sends and reads with its own key', async () => {
    const { dara } = cast;
    const { user_id, client } = await makeBot();
    expect((await client.getOwnUser()).user_id).toBe(user_id);
    const { id } = await client.sendMessage({ type: 'direct', to: [dara.user_id], content: 'from the bot' });
    expect((await dara.getMessage({ message_id: id })).message.sender_id).toBe(user_id);
    await dara.sendMessage({ type: 'direct', to: [user_id], content: 'to the bot' });
    const { messages } = await client.getMessages({ anchor: 'newest', num_before: 1, num_after: 0 });
    expect(messages.map(({ sender_id }) => sender_id)).toEqual([dara.user_id]);
  });
});

describe('creating bots', () => {
  it('[BO1] [BO7] needs one of two permissions, depending on the type', async () => {
    const { ada, dara } = cast;
    const groups = (await ada.getUserGroups({})).user_groups;
    const group = (name: string) => groups.find((group) => group.name === name)!.id;
    await ada.updateRealm({
      can_create_bots_group: { new: group('role:administrators') },
      can_create_write_only_bots_group: { new: group('role:members') },
    });
    const make = (bot_type: number) => makeBot({ bot_type, payload_url: 'https://service.example/' });
    expect((await refusal(make(1))).message).toBe('Insufficient permission');
    expect((await refusal(make(3))).message).toBe('Insufficient permission');
    await make(2);
    await ada.updateRealm({
      can_create_bots_group: { new: group('role:members') },
      can_create_write_only_bots_group: { new: group('role:administrators') },
    });
    const { user_id } = await make(2);
    expect((await dara.getUser({ user_id })).user.bot_type).toBe(2);
    expect((await refusal(make(4))).message).toBe('Invalid bot type');
  });

  it('[BO4] [BO10] announces the service of an outgoing webhook to those who manage it', async () => {
    const { bela, dara, eli } = cast;
    const { value, events } = await verifyEvents([bela, dara, eli], () => makeBot(outgoing));
    const services = [{ base_url: outgoing.payload_url, interface: 2, token: expect.stringMatching(/^[0-9a-f]{32}$/) }];
    expect((await known(dara, value.user_id as UserId))!.services).toEqual(services);
    expect(events.map((received) => received.filter(({ type }) => type === 'realm_bot').length)).toEqual([1, 1, 0]);
    expect(JSON.stringify(events[2])).not.toContain('service.example');
  });

  it('[HT500] accepts a service URL that is encoded as JSON', async () => {
    const bot = {
      full_name: 'Json',
      short_name: 'json',
      bot_type: '3',
      payload_url: JSON.stringify(outgoing.payload_url),
    };
    const body = new URLSearchParams(bot);
    const made = await rawRequest(`${server.url}/api/v1/bots`, { method: 'POST', headers: basic(cast.dara), body });
    const { services } = (await known(cast.dara, made.body.user_id as UserId))!;
    expect(services).toMatchObject([{ base_url: outgoing.payload_url }]);
  });

  it('[BO10] refuses service URLs that cannot be called', async () => {
    for (const payload_url of [
      '',
      'service',
      'file:///etc/passwd',
      'https://a:b@c.example/',
      `https://a/${'a'.repeat(2100)}`,
    ])
      expect((await refusal(makeBot({ ...outgoing, payload_url }))).message).toBe('payload_url is not a URL');
    expect((await refusal(makeBot({ ...outgoing, interface_type: 3 }))).message).toBe('Invalid interface type');
    expect((await refusal(makeBot({ bot_type: 2, service_name: 'nothing' }))).code).toBe('BAD_REQUEST');
  });
});

describe('changing bots', () => {
  it('[BO9] [BO12] changes the account, announced to everybody', async () => {
    const { ada, bela, dara, eli } = cast;
    const { user_id: bot_id } = await makeBot();
    const change = () =>
      dara.updateBot({ bot_id, full_name: 'Renamed', short_name: `${fresh()}x` }, { file: samplePicture() });
    const { value } = await verifyEvents([ada, dara, eli], change);
    expect(value).toMatchObject({ full_name: 'Renamed', bot_owner: dara.email, service_payload_url: null });
    expect(value.avatar_url).toStartWith('/user_avatars/');
    const no_picture = { file: new File(['no picture'], 'a.png') };
    expect((await refusal(dara.updateBot({ bot_id }, no_picture))).code).toBe('BAD_IMAGE');
    expect((await refusal(dara.updateBot({ bot_id, role: ROLE.moderator }))).code).toBe('UNAUTHORIZED_PRINCIPAL');
    expect((await refusal(bela.updateBot({ bot_id, role: ROLE.owner }))).code).toBe('UNAUTHORIZED_PRINCIPAL');
    await verifyEvents([ada, dara], () => bela.updateBot({ bot_id, role: ROLE.guest }));
    expect((await eli.getUser({ user_id: bot_id })).user.role).toBe(ROLE.guest);
    const taken = await makeBot();
    const short_name = taken.email.replace('-bot@stoa.invalid', '');
    expect((await refusal(dara.updateBot({ bot_id, full_name: 'Not kept', short_name }))).code).toBe('BAD_REQUEST');
    expect((await eli.getUser({ user_id: bot_id })).user.full_name).toBe('Renamed');
  });

  it('[BO8] is refused for bots that the caller does not manage and for bots with more rights', async () => {
    const { ada, bela, chen, bot } = cast;
    const { user_id: bot_id } = await makeBot();
    for (const who of [chen, cast.eli]) {
      expect((await refusal(who.updateBot({ bot_id, full_name: 'x' }))).message).toBe('Insufficient permission');
      expect((await refusal(who.deactivateBot({ bot_id }))).message).toBe('Insufficient permission');
      expect((await refusal(who.getBotApiKey({ bot_id }))).message).toBe('Insufficient permission');
      expect((await refusal(who.regenerateBotApiKey({ bot_id }))).message).toBe('Insufficient permission');
    }
    const { user_id: strong } = await makeBot({}, ada);
    await ada.updateBot({ bot_id: strong, role: ROLE.owner });
    expect((await refusal(bela.getBotApiKey({ bot_id: strong }))).code).toBe('UNAUTHORIZED_PRINCIPAL');
    const taking = { bot_id: strong, bot_owner_id: bela.user_id };
    expect((await refusal(bela.updateBot(taking))).code).toBe('UNAUTHORIZED_PRINCIPAL');
    await ada.getBotApiKey({ bot_id: strong });
    expect((await refusal(bot.getBotApiKey({ bot_id: bot.user_id }))).code).toBe('BAD_REQUEST');
    for (const bot_id of [cast.eli.user_id, 987_654 as UserId])
      expect((await refusal(ada.updateBot({ bot_id, full_name: 'x' }))).message).toBe('No such bot');
  });

  it('[BO9] [BO10] [BO11] announces settings to those who manage the bot', async () => {
    const { ada, dara, eli } = cast;
    const { user_id: bot_id } = await makeBot(outgoing);
    const { value, events } = await verifyEvents([ada, dara, eli], () =>
      dara.updateBot({
        bot_id,
        default_sending_stream: 'plaza',
        default_events_register_stream: 'PLAZA',
        default_all_public_streams: true,
        service_payload_url: 'http://other.example/',
        config_data: { key: 'value' },
      }),
    );
    expect(events.map(kinds)).toEqual([['realm_bot/update'], ['realm_bot/update'], []]);
    expect(value).toMatchObject({
      default_sending_stream: 'plaza',
      service_interface: 1,
      config_data: { key: 'value' },
    });
    await verifyEvents([ada, dara], () => dara.updateBot({ bot_id, default_sending_stream: '' }));
    expect(await known(dara, bot_id as UserId)).toMatchObject({
      default_sending_stream: null,
      default_events_register_stream: 'plaza',
      default_all_public_streams: true,
    });
    for (const default_sending_stream of ['closet', 'nowhere'])
      expect((await refusal(dara.updateBot({ bot_id, default_sending_stream }))).code).toBe('BAD_REQUEST');
    const plain = await makeBot();
    const misplaced = dara.updateBot({ bot_id: plain.user_id, service_payload_url: 'http://a.example/' });
    expect((await refusal(misplaced)).code).toBe('BAD_REQUEST');
    const big = Object.fromEntries(Array.from({ length: 51 }, (_, at) => [`k${at}`, '']));
    expect((await refusal(dara.updateBot({ bot_id, config_data: big }))).code).toBe('BAD_REQUEST');
  });

  it('[BO11] follows a default channel that is renamed', async () => {
    const { ada, dara } = cast;
    const id = await makeChannel('before');
    const { user_id } = await makeBot({ default_sending_stream: 'before' });
    await verifyEvents([ada, dara], () => ada.updateStream({ stream_id: id, new_name: 'after' }));
    expect((await known(dara, user_id as UserId))!.default_sending_stream).toBe('after');
  });

  it('[US30] requires a unique name when created, renamed and reactivated', async () => {
    const { ada, dara, eli } = cast;
    const taken = { status: 400, code: 'BAD_REQUEST', message: 'Name is already in use!' };
    const { user_id: bot_id } = await makeBot({ full_name: 'Signal' });
    for (const full_name of ['Signal', ' signal ', eli.full_name])
      expect(await refusal(makeBot({ full_name }))).toMatchObject(taken);
    const other = await makeBot({ full_name: 'Noise' });
    const rename = (full_name: string) => dara.updateBot({ bot_id: other.user_id, full_name });
    expect(await refusal(rename('Signal'))).toMatchObject(taken);
    await rename('NOISE');
    await dara.deactivateBot({ bot_id });
    await rename('Signal');
    expect(await refusal(ada.reactivateUser({ user_id: bot_id }))).toMatchObject(taken);
    await rename('Noise');
    await ada.reactivateUser({ user_id: bot_id });
  });

  it('[BO18] deactivates', async () => {
    const { ada, dara } = cast;
    const { user_id: bot_id, client } = await makeBot();
    await verifyEvents([ada, dara], () => dara.deactivateBot({ bot_id }));
    expect(await refusal(client.getOwnUser({}))).toMatchObject({
      code: 'UNAUTHORIZED',
      message: 'Account is deactivated',
    });
    await ada.reactivateUser({ user_id: bot_id as UserId });
    expect((await client.getOwnUser({})).is_bot).toBe(true);
  });
});

describe('permissions of bots', () => {
  it('[BO14] incoming webhooks send but read nothing', async () => {
    const { client } = await makeBot({ bot_type: BOT_TYPE.incoming_webhook });
    await client.sendMessage({ type: 'stream', to: 'plaza', topic: 'hook', content: 'sent' });
    for (const call of [
      () => client.getMessages({ anchor: 'newest', num_before: 5, num_after: 0 }),
      () => client.registerQueue({}),
      () => client.getUsers({}),
      () => client.getBotStorage({}),
      () => client.updateSettings({ color_scheme: 2 }),
    ])
      expect((await refusal(call())).message).toBe('This API is not available to incoming webhook bots.');
  });

  it('[BO15] send to their default channel when they name none', async () => {
    const { client } = await makeBot({ default_sending_stream: 'plaza' });
    const { id } = await client.sendMessage({ type: 'stream', to: '', topic: 'usual', content: 'here' });
    expect((await cast.dara.getMessage({ message_id: id })).message.display_recipient).toBe('plaza');
    const without = await makeBot();
    const lost = without.client.sendMessage({ type: 'stream', to: '', topic: 'usual', content: 'here' });
    expect((await refusal(lost)).code).toBe('STREAM_DOES_NOT_EXIST');
  });

  it('[BO16] receive events by their settings', async () => {
    const { ada } = cast;
    await makeChannel('elsewhere');
    const { client } = await makeBot({ default_events_register_stream: 'plaza', default_all_public_streams: true });
    const eventsOf = async (params: Parameters<typeof client.registerQueue>[0]) => {
      const { queue_id, last_event_id } = await client.registerQueue({ event_types: ['message'], ...params });
      for (const to of ['plaza', 'elsewhere'])
        await ada.sendMessage({ type: 'stream', to, topic: 'heard', content: to });
      const { events } = await client.getEvents({ queue_id: queue_id!, last_event_id, dont_block: true });
      return events.map((event) => (event as unknown as { message: { content: string } }).message.content);
    };
    expect(await eventsOf({})).toEqual(['plaza']);
    expect(await eventsOf({ narrow: [['stream', 'elsewhere']] })).toEqual(['elsewhere']);
    expect(await eventsOf({ all_public_streams: false })).toEqual([]);
  });

  it('[BO17] commands change the appearance of the caller’s client', async () => {
    const { eli } = cast;
    const run = async (command: string) =>
      (
        await fetch(`${server.url}/api/v1/zcommand`, {
          method: 'POST',
          headers: { authorization: `Basic ${btoa(`${eli.email}:${eli.api_key}`)}` },
          body: new URLSearchParams({ command }),
        })
      ).json();
    const { events } = await verifyEvents([eli, cast.dara], () => eli.zcommand({ command: '/night' }));
    expect(events.map(kinds)).toEqual([['user_settings/update'], []]);
    expect(await run('/day')).toEqual({ result: 'success', msg: 'The light theme is set. Type /dark to go back.' });
    expect(await run('/fixed-width')).toMatchObject({ msg: 'The fixed width is set already.' });
    expect(await run('/ping')).toEqual({ result: 'success', msg: '' });
    for (const command of ['ping', '/constructor', '/', '/poll'])
      expect((await refusal(eli.zcommand({ command }))).code).toBe('BAD_REQUEST');
  });
});

describe('keys', () => {
  it('[BK1] [BK2] [AU9] a new key ends the old one and its queues', async () => {
    const { dara, bela } = cast;
    const { user_id: bot_id, client, email, api_key } = await makeBot();
    expect(await bela.getBotApiKey({ bot_id })).toEqual({ api_key });
    const { queue_id, last_event_id } = await client.registerQueue({ event_types: ['message'] });
    const { api_key: next } = await dara.regenerateBotApiKey({ bot_id });
    expect(next).not.toBe(api_key);
    expect((await refusal(client.getOwnUser({}))).code).toBe('UNAUTHORIZED');
    const again = server.client(email, next);
    const read = again.getEvents({ queue_id: queue_id!, last_event_id, dont_block: true });
    expect((await refusal(read)).code).toBe('BAD_EVENT_QUEUE_ID');
    expect(await dara.getBotApiKey({ bot_id })).toEqual({ api_key: next });
    expect((await refusal(again.regenerateOwnApiKey({}))).code).toBe('BAD_REQUEST');
  });

  it('[BK2] people replace their own', async () => {
    const { chen } = cast;
    const { queue_id, last_event_id } = await chen.registerQueue({ event_types: ['message'] });
    const { api_key } = await chen.regenerateOwnApiKey({});
    expect((await refusal(chen.getOwnUser({}))).code).toBe('UNAUTHORIZED');
    const again = server.client(chen.email, api_key);
    expect((await again.getOwnUser({})).user_id).toBe(chen.user_id);
    const read = again.getEvents({ queue_id: queue_id!, last_event_id, dont_block: true });
    expect((await refusal(read)).code).toBe('BAD_EVENT_QUEUE_ID');
  });
});
