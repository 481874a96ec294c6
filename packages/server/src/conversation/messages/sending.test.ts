// References in messages and permissions to send, through HTTP.

import { beforeAll, describe, expect, it } from 'bun:test';
import { type InputOf, type MessageId, ROLE, type sendMessage as sendMessageEndpoint } from '@stoa/contract';
import { type Person, refusal, serveTests } from '@stoa/testkit';
import type { Connection } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';
import { prepareMessage, sendMessage } from './sending.actions.ts';

const { server, cast } = await serveTests();

beforeAll(async () => {
  const { ada, dara, eli, chen } = cast;
  const principals = [ada, dara, eli, chen].map(({ user_id }) => user_id as number);
  await dara.subscribe({ subscriptions: [{ name: 'agora' }], principals });
  await dara.subscribe({
    subscriptions: [{ name: 'vault' }],
    invite_only: true,
    principals: [dara.user_id, eli.user_id],
  });
});

type Message = InputOf<typeof sendMessageEndpoint>;
const toAgora = (content: string, more: Partial<Message> = {}) =>
  ({ type: 'channel', to: 'agora', topic: 'stone', content, ...more }) as Message;

async function html(sender: Person, content: string): Promise<string> {
  const { id } = await sender.sendMessage(toAgora(content));
  return (await sender.getMessage({ message_id: id })).message.content;
}

/** The flags of the next message for each reader; null for non-receivers. */
async function flagsOf(sender: Person, message: Message, readers: readonly Person[]): Promise<(string[] | null)[]> {
  const queues = await Promise.all(readers.map((reader) => reader.registerQueue({ event_types: ['message'] })));
  await sender.sendMessage(message);
  return Promise.all(
    readers.map(async (reader, at) => {
      const { queue_id, last_event_id } = queues[at]!;
      const { events } = await reader.getEvents({ queue_id: queue_id!, last_event_id, dont_block: true });
      expect(events.length).toBeLessThanOrEqual(1);
      if (events.length === 0) return null;
      const { flags, message } = events[0] as unknown as { flags: string[]; message: { id: MessageId } };
      // The event's flags equal the stored ones, except for bots that get a mention without receiving the message.
      if (reader !== cast.bot)
        expect((await reader.getMessage({ message_id: message.id })).message.flags.toSorted()).toEqual(
          flags.toSorted(),
        );
      return flags;
    }),
  );
}

const group = async (owner: Person, name: string, more: Partial<Parameters<Person['createUserGroup']>[0]> = {}) =>
  (await owner.createUserGroup({ name, description: '', members: [], ...more })).group_id;

const WILDCARD = ['stream_wildcard_mentioned', 'wildcard_mentioned'];

describe('flags', () => {
  it('[MS30] mark people mentioned by name or id, but not silently or in quotes', async () => {
    const { ada, dara, eli } = cast;
    const flags = (content: string) => flagsOf(dara, toAgora(content), [eli, ada, dara]);
    expect(await flags('hello @**Eli Member**')).toEqual([['mentioned'], [], ['read']]);
    expect(await flags(`@**Eli Member|${eli.user_id}** @**|${ada.user_id}**`)).toEqual([
      ['mentioned'],
      ['mentioned'],
      ['read'],
    ]);
    expect(await flags('@_**Eli Member**')).toEqual([[], [], ['read']]);
    expect(await flags('> @**Eli Member**')).toEqual([[], [], ['read']]);
    expect(await flags('`@**Eli Member**`')).toEqual([[], [], ['read']]);
    expect(await flags('I, @**Dara Member**')).toEqual([[], [], ['read', 'mentioned']]);
  });

  it('[MS30] mark members of mentioned groups, nested groups included', async () => {
    const { ada, chen, dara, eli } = cast;
    const inner = await group(dara, 'inner', { members: [eli.user_id] });
    await group(dara, 'Outer', { members: [ada.user_id], subgroups: [inner] });
    expect(await flagsOf(dara, toAgora('@*outer*'), [eli, ada, chen])).toEqual([['mentioned'], ['mentioned'], []]);
    expect(await flagsOf(dara, toAgora('@_*outer*'), [eli, ada])).toEqual([[], []]);
    const { user_groups } = await dara.getUserGroups();
    const moderators = user_groups.find(({ name }) => name === 'role:moderators')!.id;
    await group(dara, 'staff', { subgroups: [moderators] });
    expect(await flagsOf(dara, toAgora('@*staff*'), [eli, ada, chen])).toEqual([[], ['mentioned'], ['mentioned']]);
    const direct: Message = { type: 'direct', to: [eli.user_id, chen.user_id], content: '@*staff* @*inner*' };
    expect(await flagsOf(dara, direct, [eli, chen, ada])).toEqual([['mentioned'], ['mentioned'], null]);
  });

  it('[MS30] mark everyone in the channel or the conversation', async () => {
    const { dara, eli, chen } = cast;
    for (const name of ['all', 'everyone', 'channel', 'stream'])
      expect(await flagsOf(dara, toAgora(`@**${name}**`), [eli, dara])).toEqual([WILDCARD, ['read', ...WILDCARD]]);
    expect(await flagsOf(dara, toAgora('@_**all**'), [eli])).toEqual([[]]);
    const direct: Message = { type: 'direct', to: [eli.user_id], content: '@**all** @**topic**' };
    expect(await flagsOf(dara, direct, [eli, dara, chen])).toEqual([WILDCARD, ['read', ...WILDCARD], null]);
  });

  it('[MS30] mark no readers through all_public_streams', async () => {
    const { bela, dara } = cast;
    const queue = await bela.registerQueue({ event_types: ['message'], all_public_streams: true });
    await dara.sendMessage(toAgora('@**all** @**Bela Administrator**'));
    const { events } = await bela.getEvents({ queue_id: queue.queue_id!, last_event_id: -1, dont_block: true });
    expect(events.map((event) => (event as unknown as { flags: string[] }).flags)).toEqual([[]]);
  });

  it('[MS30] mark the participants of a topic: senders, people who reacted, and the author', async () => {
    const { ada, chen, dara, eli } = cast;
    const { id } = await eli.sendMessage(toAgora('x', { topic: 'Participants' }));
    await chen.addReaction({ message_id: id, emoji_name: 'tada' });
    const topic = ['topic_wildcard_mentioned', 'wildcard_mentioned'];
    expect(await flagsOf(dara, toAgora('@**topic**', { topic: 'participants' }), [ada, chen, eli, dara])).toEqual([
      [],
      topic,
      topic,
      ['read', ...topic],
    ]);
  });

  it('[MS37] mark alert words as soon as they are added, whole and ignoring case', async () => {
    const { ada, dara, eli } = cast;
    expect(await flagsOf(dara, toAgora('Marble for the stoa'), [eli])).toEqual([[]]);
    await eli.addAlertWords({ alert_words: ['marble', 'two words'] });
    await ada.addAlertWords({ alert_words: ['stoa'] });
    const flags = (content: string) => flagsOf(dara, toAgora(content), [eli, ada, dara]);
    expect(await flags('MARBLE for the stoa')).toEqual([['has_alert_word'], ['has_alert_word'], ['read']]);
    expect(await flags('two words and @**Eli Member**')).toEqual([['mentioned', 'has_alert_word'], [], ['read']]);
    expect(await flags('marbles, stoas')).toEqual([[], [], ['read']]);
    await eli.removeAlertWords({ alert_words: ['marble'] });
    expect(await flags('marble')).toEqual([[], [], ['read']]);
  });

  it('[MS38] mark a message as read for its sender, unless the request says otherwise', async () => {
    const { dara } = cast;
    expect(await flagsOf(dara, toAgora('x', { read_by_sender: true }), [dara])).toEqual([['read']]);
    expect(await flagsOf(dara, toAgora('x', { read_by_sender: false }), [dara])).toEqual([[]]);
  });

  it('[MS38] without that parameter, mark it as read for interactive clients', async () => {
    const { dara, eli } = cast;
    const sentBy = async (agent: string) => {
      const body = new URLSearchParams({ type: 'direct', to: `[${eli.user_id}]`, content: agent });
      const authorization = `Basic ${btoa(`${dara.email}:${dara.api_key}`)}`;
      const headers = { authorization, 'user-agent': agent };
      const answer = await fetch(`${server.url}/api/v1/messages`, { method: 'POST', headers, body });
      const { id } = (await answer.json()) as { id: MessageId };
      return (await dara.getMessage({ message_id: id })).message.flags;
    };
    for (const agent of [
      'Mozilla/5.0 (X11)',
      'ZulipMobile/27',
      'ZulipFlutter/1',
      'ZulipElectron/5',
      'ZulipTerminal/0.7',
    ])
      expect([agent, await sentBy(agent)]).toEqual([agent, ['read']]);
    for (const agent of ['ZulipPython/0.9', 'curl/8', 'python-requests/2', 'Zulip'])
      expect([agent, await sentBy(agent)]).toEqual([agent, []]);
  });
});

describe('access', () => {
  it('[MS33] to a private message is not granted by a mention, group or alert word', async () => {
    const { ada, bot, chen, dara, eli } = cast;
    await ada.addAlertWords({ alert_words: ['treasure'] });
    await group(dara, 'outsiders', { members: [ada.user_id, bot.user_id] });
    const content = `@**Ada Owner** @**Chen Moderator** @**${bot.full_name}** @*outsiders* @**all** treasure`;
    const sent = { type: 'channel', to: 'vault', topic: 'x', content } as const;
    expect(await flagsOf(dara, sent, [eli, ada, chen, bot])).toEqual([WILDCARD, null, null, null]);
    const direct: Message = { type: 'direct', to: [eli.user_id], content };
    expect(await flagsOf(dara, direct, [eli, ada, chen, bot])).toEqual([WILDCARD, null, null, null]);
    const rows = await server.app.store.db.all(
      sql`select user_id from message_flags where user_id in (${bot.user_id}, ${chen.user_id})`,
    );
    const before = rows.length;
    await dara.sendMessage(sent);
    const after = await server.app.store.db.all(
      sql`select user_id from message_flags where user_id in (${bot.user_id}, ${chen.user_id})`,
    );
    expect(after.length).toBe(before);
  });

  it('[MS33] to mentions in public channels is granted to generic bots, not to others outside', async () => {
    const { bela, bot, dara } = cast;
    const message = toAgora(`@**${bot.full_name}** and @**Bela Administrator**`);
    expect(await flagsOf(dara, message, [bot, bela])).toEqual([['mentioned'], null]);
    expect(await flagsOf(dara, toAgora(`@_**${bot.full_name}**`), [bot])).toEqual([null]);
  });
});

describe('names', () => {
  it('[MS34] match ignoring case; an id must fit its name; unknown names stay text', async () => {
    const { dara, eli } = cast;
    const mention = `<span class="user-mention" data-user-id="${eli.user_id}">@Eli Member</span>`;
    expect(await html(dara, '@**eli MEMBER**')).toBe(`<p>${mention}</p>`);
    expect(await html(dara, `@**Eli Member|${eli.user_id}**`)).toBe(`<p>${mention}</p>`);
    expect(await html(dara, `@**Somebody|${eli.user_id}**`)).not.toContain('user-mention');
    expect(await html(dara, `@**Eli Member|${dara.user_id}** @**Nobody** @*nothing*`)).not.toContain('mention"');
  });

  it('[MS34] of several people mean the active, then the oldest account; deactivated ones are not notified', async () => {
    const { ada, dara } = cast;
    const make = async (n: number) => {
      const email = `twin${n}@stoa.example`;
      return (await ada.createUser({ email, full_name: 'Theo Twin', password: 'a long password' })).user_id;
    };
    const [first, second, third] = [await make(1), await make(2), await make(3)];
    expect(await html(dara, '@**Theo Twin**')).toContain(`data-user-id="${first}"`);
    await ada.deactivateUser({ user_id: first });
    expect(await html(dara, '@**Theo Twin**')).toContain(`class="user-mention" data-user-id="${second}"`);
    expect(await html(dara, `@**Theo Twin|${first}**`)).toBe(
      `<p><span class="user-mention silent" data-user-id="${first}">Theo Twin</span></p>`,
    );
    await ada.deactivateUser({ user_id: second });
    await ada.deactivateUser({ user_id: third });
    expect(await html(dara, '@**Theo Twin**')).toContain(`class="user-mention silent" data-user-id="${first}"`);
  });

  it('[MS34] of deactivated groups notify nobody', async () => {
    const { dara, eli } = cast;
    const user_group_id = await group(dara, 'old guard', { members: [eli.user_id] });
    await dara.deactivateUserGroup({ user_group_id });
    expect(await flagsOf(dara, toAgora('@*old guard*'), [eli])).toEqual([[]]);
    expect(await html(dara, '@*old guard*')).toContain('user-group-mention silent');
  });

  it('[MS35] link only to what the sender may see', async () => {
    const { chen, dara, eli } = cast;
    const { stream_id } = await dara.getStreamId({ stream: 'vault' });
    const { id } = await dara.sendMessage({ type: 'channel', to: 'vault', topic: 'Gold', content: 'x' });
    const source = '#**vault** #**vault>gold** #**vault>gold@7** #**vault>silver**';
    const made = await html(eli, source);
    expect(made).toContain(`data-stream-id="${stream_id}"`);
    expect(made).toContain(`/#narrow/channel/${stream_id}-vault/topic/gold/with/${id}"`);
    expect(made).toContain(`/topic/gold/near/7"`);
    expect(made).toContain(`/topic/silver"`);
    expect(await html(chen, source)).not.toContain('<a');
  });

  it('[MS35] link permanently only if the sender may read a message of the topic', async () => {
    const { ada, dara } = cast;
    await dara.subscribe({
      subscriptions: [{ name: 'sealed' }],
      invite_only: true,
      history_public_to_subscribers: false,
      principals: [dara.user_id],
    });
    const { id } = await dara.sendMessage({ type: 'channel', to: 'sealed', topic: 'before', content: 'x' });
    await dara.subscribe({ subscriptions: [{ name: 'sealed' }], principals: [ada.user_id] });
    const later = await dara.sendMessage({ type: 'channel', to: 'sealed', topic: 'after', content: 'x' });
    const made = await html(ada, '#**sealed>before** #**sealed>after**');
    expect(made).toContain('/topic/before"');
    expect(made).toContain(`/topic/after/with/${later.id}"`);
    expect(await html(dara, '#**sealed>before**')).toContain(`/topic/before/with/${id}"`);
  });
});

describe('permissions', () => {
  it('[MS31] mentioning a group needs its permission; a silent mention does not', async () => {
    const { dara, eli } = cast;
    const own = { direct_members: [dara.user_id], direct_subgroups: [] };
    await group(dara, 'quiet', { members: [eli.user_id], can_mention_group: own } as never);
    const error = await refusal(eli.sendMessage(toAgora('@*Quiet*')));
    expect([error.code, error.message]).toEqual(['BAD_REQUEST', "You are not allowed to mention user group 'quiet'."]);
    expect(await html(eli, '@_*quiet*')).toContain('user-group-mention silent');
    expect(await html(eli, '> @*quiet*')).toContain('user-group-mention silent');
    expect(await flagsOf(dara, toAgora('@*quiet*'), [eli])).toEqual([['mentioned']]);
    expect((await eli.renderMessage({ content: '@*quiet*' })).rendered).toContain('class="user-group-mention"');
  });

  it('[MS32] mentioning many people needs the wildcard permission', async () => {
    const { ada, dara } = cast;
    const ids: number[] = [];
    for (let n = 0; n < 14; n++) {
      const email = `crowd${n}@stoa.example`;
      const account = { email, full_name: `Crowd ${n}`, password: 'a long password' };
      ids.push((await ada.createBot({ full_name: account.full_name, short_name: `crowd${n}` })).user_id);
    }
    await ada.subscribe({ subscriptions: [{ name: 'crowd' }], principals: [ada.user_id, ...ids] });
    const all = { type: 'channel', to: 'crowd', topic: 'x', content: '@**all**' } as const;
    await dara.sendMessage(all);
    await dara.subscribe({ subscriptions: [{ name: 'crowd' }] });
    expect((await refusal(dara.sendMessage(all))).code).toBe('STREAM_WILDCARD_MENTION_NOT_ALLOWED');
    await dara.sendMessage({ ...all, content: '@_**all** `@**all**`' });
    await dara.sendMessage({ ...all, content: '@**topic**' });
    await ada.sendMessage(all);
  });

  it('[MS32] mentioning a topic with many participants needs it too', async () => {
    const { ada, dara } = cast;
    const topic = { type: 'channel', to: 'agora', topic: 'many hands', content: '@**topic**' } as const;
    const { id } = await dara.sendMessage({ ...topic, content: 'x' });
    const { realm } = server;
    const people = await server.app.store.db.all<{ user_id: number }>(
      sql`select user_id from users where realm_id = ${realm.realm_id} and full_name like 'Crowd %' order by user_id`,
    );
    expect(people.length).toBe(14);
    const bots = (await ada.getBots()).bots.filter(({ full_name }) => full_name.startsWith('Crowd '));
    for (const { username, api_key } of bots)
      await server.client(username, api_key).addReaction({ message_id: id as MessageId, emoji_name: 'tada' });
    await dara.sendMessage(topic);
    await ada.addReaction({ message_id: id, emoji_name: 'tada' });
    expect((await refusal(dara.sendMessage(topic))).code).toBe('TOPIC_WILDCARD_MENTION_NOT_ALLOWED');
    await ada.sendMessage(topic);
  });

  it('[MS881] is refused alike by edits, by scheduled messages and by changes of them', async () => {
    const { dara } = cast;
    const scheduled_delivery_timestamp = Math.floor(server.clock.now() / 1000) + 600;
    for (const [to, topic, content, code] of [
      ['crowd', 'x', '@**all**', 'STREAM_WILDCARD_MENTION_NOT_ALLOWED'],
      ['agora', 'many hands', '@**topic**', 'TOPIC_WILDCARD_MENTION_NOT_ALLOWED'],
    ] as const) {
      const { stream_id } = await dara.getStreamId({ stream: to });
      const message = { type: 'channel', to: stream_id, topic, content: 'x' } as const;
      const { id } = await dara.sendMessage(message);
      const later = { ...message, scheduled_delivery_timestamp };
      const { scheduled_message_id } = await dara.createScheduledMessage(later);
      for (const call of [
        () => dara.editMessage({ message_id: id, content }),
        () => dara.createScheduledMessage({ ...later, content }),
        () => dara.updateScheduledMessage({ scheduled_message_id, content }),
      ])
        expect((await refusal(call())).code).toBe(code);
    }
  });

  it('[MS20] people who may not start topics can write in existing ones', async () => {
    const { dara, eli } = cast;
    await dara.subscribe({ subscriptions: [{ name: 'set topics' }], principals: [dara.user_id, eli.user_id] });
    const { stream_id } = await dara.getStreamId({ stream: 'set topics' });
    const own = { direct_members: [dara.user_id], direct_subgroups: [] };
    await dara.updateStream({ stream_id, can_create_topic_group: { new: own } } as never);
    const message = { type: 'channel', to: 'set topics', topic: 'given', content: 'x' } as const;
    const error = await refusal(eli.sendMessage(message));
    expect([error.code, error.message]).toEqual([
      'BAD_REQUEST',
      'You do not have permission to create new topics in this channel.',
    ]);
    await dara.sendMessage(message);
    await eli.sendMessage({ ...message, topic: 'GIVEN' });
    expect((await refusal(eli.sendMessage({ ...message, topic: '' }))).code).toBe('BAD_REQUEST');
  });

  it('[MS21] a direct conversation needs one participant who may authorize it', async () => {
    const { ada, bot, chen, dara, eli } = cast;
    const allow = (value: unknown) => ada.updateRealm({ direct_message_permission_group: { new: value } } as never);
    const { user_groups } = await dara.getUserGroups();
    const id = (name: string) => user_groups.find((group) => group.name === name)!.id;
    const write = (sender: Person, ...to: Person[]) =>
      sender.sendMessage({ type: 'direct', to: to.map(({ user_id }) => user_id), content: 'x' });
    await allow(id('role:moderators'));
    expect((await refusal(write(dara, eli))).code).toBe('BAD_REQUEST');
    await write(dara, eli, chen);
    await write(chen, dara);
    await write(dara, bot);
    await write(bot, dara);
    await write(dara, dara);
    expect((await refusal(write(bot, dara, eli))).code).toBe('BAD_REQUEST');
    await allow(id('role:nobody'));
    expect((await refusal(write(ada, chen))).code).toBe('BAD_REQUEST');
    await allow({ direct_members: [eli.user_id], direct_subgroups: [] });
    await write(dara, eli);
    await allow(id('role:everyone'));
  });

  it('[MS22] people who may not start direct conversations can write in existing ones', async () => {
    const { ada, dara, eli, finn } = cast;
    const { user_groups } = await dara.getUserGroups();
    const id = (name: string) => user_groups.find((group) => group.name === name)!.id;
    const begin = (name: string) => ada.updateRealm({ direct_message_initiator_group: { new: id(name) } } as never);
    await begin('role:moderators');
    const write = (sender: Person, to: Person) =>
      sender.sendMessage({ type: 'direct', to: [to.user_id], content: 'x' });
    const error = await refusal(write(finn, eli));
    expect(error.message).toBe('You do not have permission to initiate direct message conversations.');
    await write(ada, finn);
    await write(finn, ada);
    await write(finn, finn);
    await begin('role:everyone');
  });
});

describe('rendering', () => {
  it('[MS40] previews a text as it would be sent', async () => {
    const { dara, eli } = cast;
    const content = '@**Eli Member** **bold** #**agora**';
    expect((await dara.renderMessage({ content })).rendered).toBe(await html(dara, content));
    expect(await flagsOf(dara, toAgora('x'), [eli])).toEqual([[]]);
  });

  it('[MS860] an empty text is empty HTML', async () => {
    for (const content of ['', ' ', '\n\t\n']) expect((await cast.dara.renderMessage({ content })).rendered).toBe('');
  });

  it('[MS39] links in topics, and uses the organization’s default language for code', async () => {
    const { ada, dara } = cast;
    const { id } = await dara.sendMessage(toAgora('x', { topic: 'see https://stoa.example/a' }));
    const { message } = await dara.getMessage({ message_id: id });
    const links = [{ text: 'https://stoa.example/a', url: 'https://stoa.example/a' }];
    expect(message.topic_links).toEqual(links);
    const queue = await dara.registerQueue({ event_types: ['message'] });
    await dara.sendMessage(toAgora('x', { topic: 'see https://stoa.example/a' }));
    const { events } = await dara.getEvents({ queue_id: queue.queue_id!, last_event_id: -1, dont_block: true });
    expect((events[0] as unknown as { message: { topic_links: unknown } }).message.topic_links).toEqual(links);
    await ada.updateRealm({ default_code_block_language: 'python' });
    expect(await html(dara, '```\nx = 1\n```')).toContain('data-code-language="Python"');
    await ada.updateRealm({ default_code_block_language: '' });
    expect(await html(dara, '```\nx = 1\n```')).not.toContain('data-code-language');
  });

  it('[MS39] shows pictures below their links, unless the organization turned it off', async () => {
    const { ada, dara } = cast;
    const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
    const file = new File([Buffer.from(png, 'base64')], 'dot.png', { type: 'image/png' });
    const { url } = await dara.uploadFile({}, { file });
    expect(await html(dara, `[dot](${url})`)).toContain('<img');
    await ada.updateRealm({ inline_image_preview: false });
    expect(await html(dara, `[dot](${url})`)).toBe(`<p><a href="${url}">dot</a></p>`);
    await ada.updateRealm({ inline_image_preview: true });
  });
});

/** A connection that counts its statements. */
function counting<C extends Connection>(db: C): { db: C; count(): number } {
  let count = 0;
  const counted = new Proxy(db, {
    get(target, name) {
      const value = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]) => {
        count++;
        return value.apply(target, args);
      };
    },
  });
  return { db: counted, count: () => count };
}

const repeated = (make: (n: number) => string) => {
  const parts: string[] = [];
  for (let n = 0, length = 0; length < 9950; n++) length += parts.push(make(n)) && make(n).length;
  return parts.join('');
};

describe('cost', () => {
  it('[MS41] is zero statements without references, and bounded with them', async () => {
    const { dara, eli } = cast;
    const { app, realm } = server;
    const { user_id, email, full_name } = dara;
    const role = ROLE.member;
    const sender = { realm, user_id, email, full_name, role, is_bot: false, api_key_generation: 1 };
    const actor = { ...sender, avatar_source: 'J', avatar_version: 1, avatar_key: null, settings: {} };
    const cost = async (content: string) => {
      const before = counting(app.store.db);
      const prepared = await prepareMessage(before.db, actor, { type: 'channel', content });
      let inside = 0;
      await app.writer.write(realm.realm_id, async (context) => {
        const within = counting(context.tx);
        const to = { type: 'channel' as const, to: 'agora', topic: 'cost' };
        await sendMessage({ ...context, tx: within.db }, actor, 'test', to, prepared);
        inside = within.count();
      });
      return [before.count(), inside] as const;
    };
    await cost('to begin the topic');
    const [nothing, plain] = await cost('plain **text** with a https://link.example and :tada:');
    expect(nothing).toBe(0);
    const [one, with_one] = await cost('@**Eli Member**');
    expect(one).toBe(1);
    // A second lookup, receivers among the mentioned, a flag, and reactions of other slices to a mention.
    expect(with_one).toBeLessThanOrEqual(plain + 8);
    const hostile = [
      (n: number) => `@**Eli Member|${n}** `,
      (n: number) => `@**Nobody ${n}** `,
      (n: number) => `@**|${eli.user_id}** @*group ${n}* `,
      (n: number) => `#**agora>topic ${n}** #**channel ${n}** `,
    ];
    for (const make of hostile) {
      const [before, within] = await cost(repeated(make));
      expect(before).toBeLessThan(12);
      expect(within).toBeLessThan(plain + 20);
    }
  });
});

describe('[HT9] an account that has changed since it last sent', () => {
  it('sends as it is now', async () => {
    const { eli } = cast;
    expect(await html(eli, 'done :)')).toBe('<p>done :)</p>');
    await eli.updateSettings({ translate_emoticons: true });
    expect(await html(eli, 'done :)')).toContain('class="emoji');
    await eli.updateSettings({ translate_emoticons: false });
    expect(await html(eli, 'done :)')).toBe('<p>done :)</p>');
  });

  it('is refused once it is deactivated, whatever it sends', async () => {
    const { chen, ada } = cast;
    await html(chen, 'here');
    await ada.deactivateUser({ user_id: chen.user_id });
    for (const content of ['still here', ''])
      expect((await refusal(chen.sendMessage(toAgora(content)))).message).toBe('Account is deactivated');
    await ada.reactivateUser({ user_id: chen.user_id });
    expect(await html(chen, 'back')).toBe('<p>back</p>');
  });
});

describe('between rendering and storing', () => {
  it('[MS36] access lost meanwhile removes the link', async () => {
    const { dara, eli } = cast;
    await dara.subscribe({
      subscriptions: [{ name: 'passing' }],
      invite_only: true,
      principals: [dara.user_id, eli.user_id],
    });
    const seen = await html(eli, '#**passing**');
    expect(seen).toContain('<a');
    let go = () => {};
    const gate = new Promise<void>((resolve) => {
      go = resolve;
    });
    const held = server.app.writer.write(server.realm.realm_id, () => gate);
    const lost = eli.unsubscribe({ subscriptions: ['passing'] });
    // When these return, the change and then the message, already rendered, wait for their turn.
    await Promise.all([eli.getSubscriptions(), dara.getMessages({ anchor: 'newest', num_before: 50, num_after: 0 })]);
    const sent = eli.sendMessage(toAgora('#**passing**'));
    await Promise.all([eli.getSubscriptions(), dara.getMessages({ anchor: 'newest', num_before: 50, num_after: 0 })]);
    go();
    await Promise.all([held, lost]);
    const { message } = await eli.getMessage({ message_id: (await sent).id });
    expect(message.content).toBe('<p>#<strong>passing</strong></p>');
  });
});
