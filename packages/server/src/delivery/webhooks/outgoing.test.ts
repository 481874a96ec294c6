// Outgoing webhooks, with real HTTP servers as services.
import { afterAll, beforeAll, beforeEach, describe, expect, it, spyOn } from 'bun:test';
import { BOT_TYPE, type MessageId, SERVICE_INTERFACE, type UserId } from '@stoa/contract';
import { type Cast, type Person, startServer, type TestServer } from '@stoa/testkit';
import { Outbound } from '../../kit/outbound/outbound.ts';
import { parseRanges } from '../../kit/outbound/outbound-addresses.ts';
import { outgoingWebhookHandler } from './outgoing.jobs.ts';
import { readReply } from './outgoing.rules.ts';

interface Asked {
  readonly path: string;
  readonly type: string | null;
  readonly text: string;
}
let requests: Asked[] = [];
let reply: () => Response | Promise<Response> = () => new Response('');
const service = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  async fetch(request) {
    const { pathname } = new URL(request.url);
    requests.push({ path: pathname, type: request.headers.get('content-type'), text: await request.text() });
    return reply();
  },
});

let server: TestServer;
let cast: Cast;
let bot: { user_id: number; client: Person };
let slack: { user_id: number; client: Person };

async function makeBot(short_name: string, interface_type: number, host = '127.0.0.1') {
  const { user_id, api_key } = await cast.dara.createBot({
    full_name: `Bot ${short_name}`,
    short_name,
    bot_type: BOT_TYPE.outgoing_webhook,
    payload_url: `http://${host}:${service.port}/${short_name}`,
    interface_type,
  });
  const client = server.client(`${short_name}-bot@stoa.invalid`, api_key) as Person;
  return { user_id, client };
}

beforeAll(async () => {
  server = await startServer({ outbound_allow: '127.0.0.1' });
  cast = await server.cast();
  await cast.dara.subscribe({ subscriptions: [{ name: 'agora' }], principals: [cast.dara.user_id, cast.eli.user_id] });
  await cast.dara.subscribe({ subscriptions: [{ name: 'cellar' }], invite_only: true });
  bot = await makeBot('own', SERVICE_INTERFACE.generic);
  slack = await makeBot('slack', SERVICE_INTERFACE.slack);
});
afterAll(async () => {
  await server.stop();
  await service.stop(true);
});
beforeEach(() => {
  requests = [];
  reply = () => new Response('');
});

const settle = () => server.app.jobs.settle();
async function send(who: Person, content: string, to = 'agora'): Promise<MessageId> {
  const { id } = await who.sendMessage({ type: 'stream', to, topic: 'talk', content });
  await settle();
  return id;
}
async function write(who: Person, to: number[], content = 'hello'): Promise<MessageId> {
  const { id } = await who.sendMessage({ type: 'direct', to, content });
  await settle();
  return id;
}
async function newest(who: Person, after: number) {
  const { messages } = await who.getMessages({
    anchor: after,
    include_anchor: false,
    num_before: 0,
    num_after: 20,
    apply_markdown: false,
  });
  return messages;
}
/** The messages that the server sent to the owner after a message. */
async function noticesAfter(after: number): Promise<string[]> {
  const messages = await newest(cast.dara, after);
  return messages.filter((message) => message.client === 'Internal').map(({ content }) => content);
}

/** The one text for every failed call. */
const failed = (id: number, name = 'own') =>
  expect.stringMatching(
    new RegExp(
      `^Your bot @_\\*\\*Bot ${name}\\|\\d+\\*\\* could not answer message ${id}: \`the service could not be called, or did not answer as agreed; private addresses [^\`]* --outbound-allow [^\`]*\`$`,
    ),
  );

describe('called bots', () => {
  it('[OW1] are those mentioned where they are or could be, and those written to directly', async () => {
    await send(cast.eli, 'hello @**Bot own**');
    await send(cast.eli, 'no word of @_**Bot own**, nor in `@**Bot own**`');
    await send(cast.dara, 'not there @**Bot own**', 'cellar');
    await write(cast.eli, [bot.user_id, cast.chen.user_id]);
    await write(cast.eli, [cast.chen.user_id]);
    const triggers = requests.map(({ text }) => JSON.parse(text).trigger);
    expect(triggers).toEqual(['mention', 'direct_message']);
  });

  it('[OW2] never include those addressed by bots: no loops', async () => {
    reply = () => Response.json({ content: 'you too, @**Bot own** and @**Bot slack**' });
    await send(cast.bot, '@**Bot own**');
    expect(requests).toEqual([]);
    await send(cast.eli, '@**Bot own**');
    expect(requests).toHaveLength(1);
  });

  it('[OW3] exclude deleted messages and deleted bots', async () => {
    const deactivated = await makeBot('gone', SERVICE_INTERFACE.generic);
    reply = () => new Response('', { status: 503 });
    const deleted = await write(cast.ada, [bot.user_id]);
    await write(cast.eli, [deactivated.user_id]);
    expect(requests.map(({ path }) => path)).toEqual(['/own', '/gone']);
    await cast.ada.removeMessage({ message_id: deleted });
    await cast.dara.deactivateBot({ bot_id: deactivated.user_id });
    server.clock.advance(30_000);
    await settle();
    await send(cast.eli, '@**Bot gone**');
    expect(requests).toHaveLength(2);
  });

  it('[OW3] exclude bots that may no longer read the message', async () => {
    await cast.dara.subscribe({ subscriptions: [{ name: 'cellar' }], principals: [bot.user_id as UserId] });
    reply = () => new Response('', { status: 503 });
    await send(cast.dara, 'between us, @**Bot own**', 'cellar');
    expect(requests).toHaveLength(1);
    await cast.dara.unsubscribe({ subscriptions: ['cellar'], principals: [bot.user_id as UserId] });
    server.clock.advance(30_000);
    await settle();
    expect(requests).toHaveLength(1);
  });
});

describe('the payload', () => {
  it('[JB9] comes from one snapshot of the store', async () => {
    const message_id = await send(cast.eli, 'hello @**Bot own**');
    const { snapshot } = server.app.store;
    const outbound = new Outbound({ allow: parseRanges('127.0.0.1') });
    const handler = outgoingWebhookHandler({ snapshot }, outbound);
    await handler.act({ realm_id: server.realm.realm_id, body: { bot_id: bot.user_id, message_id }, attempts: 0 });
    expect(requests.map(({ path }) => path)).toEqual(['/own', '/own']);
  });

  it('[OW4] is JSON with the whole message in the generic interface', async () => {
    const id = await send(cast.eli, 'hello @**Bot own** *now*');
    const [{ type, text, path } = {} as Asked] = requests;
    expect([type, path]).toEqual(['application/json', '/own']);
    const { token, message, ...rest } = JSON.parse(text);
    const [{ services } = { services: [] }] = (
      await cast.dara.registerQueue({ fetch_event_types: ['realm_bot'] })
    ).realm_bots!.filter(({ user_id }) => user_id === bot.user_id);
    expect(services).toMatchObject([{ token }]);
    expect(rest).toEqual({
      bot_email: 'own-bot@stoa.invalid',
      bot_full_name: 'Bot own',
      data: 'hello @**Bot own** *now*',
      trigger: 'mention',
    });
    expect(message).toMatchObject({
      id,
      type: 'stream',
      display_recipient: 'agora',
      subject: 'talk',
      sender_id: cast.eli.user_id,
      sender_full_name: cast.eli.full_name,
      content: 'hello @**Bot own** *now*',
    });
    expect(message.rendered_content).toContain('<em>now</em>');
    expect(message).not.toHaveProperty('flags');
  });

  it('[OW5] is a form in the Slack-compatible interface', async () => {
    const id = await send(cast.eli, '@**Bot slack** a & b');
    expect(requests[0]!.type).toBe('application/x-www-form-urlencoded');
    const form = Object.fromEntries(new URLSearchParams(requests[0]!.text));
    const { message } = await cast.eli.getMessage({ message_id: id });
    expect(form).toMatchObject({
      channel_id: `C${message.stream_id}`,
      channel_name: 'agora',
      user_id: `U${cast.eli.user_id}`,
      user_name: cast.eli.full_name,
      text: '@**Bot slack** a & b',
      trigger_word: 'mention',
      timestamp: String(message.timestamp),
      service_id: String(slack.user_id),
    });
  });
});

describe('responses', () => {
  it('[OW6] are sent by the bot to the conversation it was addressed in', async () => {
    reply = () => Response.json({ content: 'I am *here*' });
    const id = await send(cast.eli, '@**Bot own**?');
    expect(await newest(cast.eli, id)).toMatchObject([
      { sender_id: bot.user_id, subject: 'talk', display_recipient: 'agora', content: 'I am *here*' },
    ]);
    const direct = await write(cast.eli, [bot.user_id, cast.chen.user_id]);
    const [message] = await newest(cast.chen, direct);
    expect(message).toMatchObject({ sender_id: bot.user_id, type: 'private', content: 'I am *here*' });
    expect((message!.display_recipient as unknown[]).length).toBe(3);
    reply = () => Response.json({ text: 'slackly' });
    const other = await send(cast.eli, '@**Bot slack**?');
    expect(await newest(cast.eli, other)).toMatchObject([{ sender_id: slack.user_id, content: 'slackly' }]);
  });

  it('[OW6] without text send nothing', async () => {
    const answers = [
      { response_not_required: true, content: 'unsaid' },
      {},
      { content: '' },
      { content: ' \n' },
      { content: null },
    ];
    for (const answer of answers) {
      reply = () => Response.json(answer);
      const id = await send(cast.eli, '@**Bot own**');
      expect(await newest(cast.eli, id)).toEqual([]);
      expect(await noticesAfter(id)).toEqual([]);
    }
  });

  it('[HT826] are not parsed if that would keep others waiting', () => {
    const parse = spyOn(JSON, 'parse');
    for (const costly of [
      '['.repeat(250_000),
      `{"content":"x","a":${'{"a":'.repeat(2_000)}`,
      `[${'1,'.repeat(110_000)}1]`,
    ])
      expect(() => readReply(costly)).toThrow('too many values or levels');
    expect(parse).not.toHaveBeenCalled();
    parse.mockRestore();
    expect(readReply(JSON.stringify({ content: '[{,'.repeat(50_000) }))?.content).toHaveLength(150_000);
  });

  it('[OW6] are sent with the permissions of the bot; its owner is notified of refusals', async () => {
    const { ada } = cast;
    await ada.subscribe({ subscriptions: [{ name: 'stage' }], principals: [ada.user_id, cast.eli.user_id] });
    const { stream_id } = await ada.getStreamId({ stream: 'stage' });
    const groups = (await ada.getUserGroups({})).user_groups;
    const admins = groups.find(({ name }) => name === 'role:administrators')!.id;
    await ada.updateStream({ stream_id, can_send_message_group: { new: admins } });
    reply = () => Response.json({ content: 'may I?' });
    const id = await send(ada, '@**Bot own**', 'stage');
    expect(await newest(ada, id)).toEqual([]);
    expect(await noticesAfter(id)).toEqual([
      expect.stringContaining('You do not have permission to post in this channel.'),
    ]);
  });
});

describe('failures', () => {
  it('[OW7] [OW8] that a retry may fix are retried three times, then the owner is notified', async () => {
    for (const status of [500, 503, 429]) {
      requests = [];
      reply = () => new Response('down', { status });
      const id = await send(cast.eli, '@**Bot own**');
      for (const count of [1, 2, 3]) {
        expect(requests).toHaveLength(count);
        expect(await noticesAfter(id)).toEqual(count < 3 ? [] : [failed(id)]);
        server.clock.advance(30_000);
        await settle();
      }
      expect(requests).toHaveLength(3);
    }
  });

  it('[OW7] end when the service recovers', async () => {
    let calls = 0;
    reply = () => (++calls === 1 ? new Response('', { status: 502 }) : Response.json({ content: 'back' }));
    const id = await send(cast.eli, '@**Bot own**');
    server.clock.advance(30_000);
    await settle();
    expect(await newest(cast.eli, id)).toMatchObject([{ content: 'back' }]);
  });

  it('[OW7] [OW8] that no retry fixes are not retried', async () => {
    const hopeless: (() => Response)[] = [
      () => new Response('', { status: 404 }),
      () => Response.redirect('http://127.0.0.1/elsewhere'),
      () => new Response('<html>'),
      () => new Response('[1]'),
      () => Response.json({ content: { deep: 1 } }),
      () => new Response(`{"a":${'['.repeat(100_000)}`),
      () => new Response('x'.repeat(300_000)),
    ];
    for (const answer of hopeless) {
      requests = [];
      reply = answer;
      const id = await send(cast.eli, '@**Bot own**');
      expect(await noticesAfter(id)).toEqual([failed(id)]);
      server.clock.advance(30_000);
      await settle();
      expect(requests).toHaveLength(1);
    }
  });

  it('[OW5] [OW8] include direct messages for Slack-compatible services', async () => {
    const id = await write(cast.eli, [slack.user_id]);
    expect(requests).toEqual([]);
    expect(await noticesAfter(id)).toEqual([expect.stringContaining('no direct messages')]);
  });

  it('[OW8] [OW9] look the same for private addresses as for unknown names', async () => {
    const names: [string, string][] = [
      ['inside', '127.0.0.2'],
      ['metadata', '169.254.169.254'],
      ['nowhere', 'nowhere.invalid'],
    ];
    for (const [name, host] of names) {
      await makeBot(name, SERVICE_INTERFACE.generic, host);
      const id = await send(cast.eli, `@**Bot ${name}**`);
      for (const expected of [[], [], [failed(id, name)]]) {
        expect([name, await noticesAfter(id)]).toEqual([name, expected]);
        server.clock.advance(30_000);
        await settle();
      }
    }
    expect(requests).toEqual([]);
  });
});
