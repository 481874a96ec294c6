// Registering and reading event queues through HTTP, as clients do.
import { beforeAll, describe, expect, it, setDefaultTimeout, spyOn } from 'bun:test';
import {
  type ClientState,
  FEATURE_LEVEL,
  MAX_EVENT_QUEUES,
  type ReceivedEvent,
  ROLE,
  reduce,
  type StateDeclaration,
  states,
} from '@stoa/contract';
import { type Change, openFeed } from '@stoa/sdk';
import { createPerson, deepDifference, type Person, serveTests } from '@stoa/testkit';
import { Feed } from './feed/feed.ts';
import { countQueues, findQueue, insertQueue } from './feed/queue.ts';
import { deactivateAccount } from './identity/users/users.actions.ts';

setDefaultTimeout(30_000);

const HEARTBEAT_MS = 50_000;
const lost = { code: 'BAD_EVENT_QUEUE_ID', status: 400 };

const { server, cast } = await serveTests({ dev: true, heartbeat_ms: HEARTBEAT_MS });
beforeAll(async () => {
  await cast.dara.subscribe({ subscriptions: [{ name: 'plaza' }], principals: [cast.dara.user_id, cast.finn.user_id] });
  await cast.dara.subscribe({ subscriptions: [{ name: 'cellar' }], invite_only: true });
});

const send = (who: Person, content: string, to = 'plaza', topic = 'stone') =>
  who.sendMessage({ type: 'channel', to, topic, content });
type MessageEvent = ReceivedEvent & {
  message: { id: number; content: string; subject: string };
  local_message_id?: string;
};
const contents = (events: readonly unknown[]) => (events as MessageEvent[]).map(({ message }) => message.content);

/** The events that a queue registered this way receives of an action. */
async function received(who: Person, params: Parameters<Person['registerQueue']>[0], doing: () => Promise<unknown>) {
  const { queue_id, last_event_id } = await who.registerQueue({
    apply_markdown: false,
    fetch_event_types: [],
    ...params,
  });
  await doing();
  const { events } = await who.getEvents({ queue_id: queue_id!, last_event_id, dont_block: true });
  await who.deleteQueue({ queue_id: queue_id! });
  return events as MessageEvent[];
}
const waiting = async () => {
  while (server.app.feed.waiting_polls === 0) await new Promise((resolve) => setTimeout(resolve, 2));
};

describe('[EV11] register', () => {
  it('returns a state and its exact position in the log, while others write', async () => {
    const { ada, dara } = cast;
    await send(dara, 'the first message');
    let writing = true;
    const writer = (async () => {
      for (let n = 0; writing; n++) {
        await send(dara, `busy ${n}`);
        if (n % 3 === 0) await dara.subscribe({ subscriptions: [{ name: `busy ${n}` }] });
      }
    })();
    const starts: { state: ClientState; queue_id: string; last_event_id: number }[] = [];
    for (let n = 0; n < 15; n++) {
      const state = await ada.registerQueue({ include_subscribers: 'true' });
      starts.push({ state, queue_id: state.queue_id!, last_event_id: state.last_event_id });
    }
    writing = false;
    await writer;
    const {
      queue_id: _queue,
      server_timestamp: _at,
      ...fresh
    } = await ada.registerQueue({ include_subscribers: 'true' });
    const end = fresh.last_event_id;
    for (const { state, queue_id, last_event_id } of starts) {
      let folded = state;
      let last = last_event_id;
      for (;;) {
        const { events } = await ada.getEvents({ queue_id, last_event_id: last, dont_block: true });
        if (events.length === 0) break;
        for (const event of events as ReceivedEvent[]) if (event.id <= end) folded = reduce(folded, event);
        last = events.at(-1)!.id;
      }
      const { queue_id: _id, server_timestamp: _then, ...result } = folded as Record<string, unknown>;
      expect(deepDifference({ ...result, last_event_id: end }, fresh, ['by events', 'fetched'])).toEqual([]);
    }
    expect(starts.at(-1)!.last_event_id).toBeGreaterThan(starts[0]!.last_event_id);
  });

  it('names the server’s API level, whatever is fetched', async () => {
    const { zulip_feature_level, service_feature_level, zulip_version } = await cast.finn.registerQueue({
      fetch_event_types: [],
    });
    expect([zulip_feature_level, service_feature_level, typeof zulip_version]).toEqual([
      FEATURE_LEVEL,
      FEATURE_LEVEL,
      'string',
    ]);
  });
});

it('[EV14] each part of the state is returned if one of its types is fetched, and only then', async () => {
  const parts = Object.values(states);
  const of = (answer: object) => parts.filter((part) => Object.keys(part.fields.shape).some((name) => name in answer));
  const everything = await cast.ada.registerQueue();
  expect(of(everything)).toEqual(parts.filter(({ named_only }) => !named_only));
  for (const part of parts) {
    for (const type of part.fetch) {
      const types = part.fetch_all ? part.fetch : [type];
      const expected = parts.filter(({ fetch, fetch_all }) =>
        fetch_all ? fetch.every((type) => types.includes(type)) : fetch.some((type) => types.includes(type)),
      );
      const fetched = await cast.ada.registerQueue({
        event_types: ['message'],
        fetch_event_types: [...types, 'no such type'],
      });
      for (const part of parts) if (!expected.includes(part) && part.fetch_all) expect(of(fetched)).not.toContain(part);
      for (const part of expected) expect(of(fetched)).toContain(part);
      expect(Object.keys(fetched).length).toBeLessThanOrEqual(Object.keys(everything).length);
    }
  }
  const by_events = await cast.ada.registerQueue({ event_types: ['stream'] });
  expect([by_events.streams !== undefined, by_events.realm_users]).toEqual([true, undefined]);
  const nothing = await cast.ada.registerQueue({ fetch_event_types: [] });
  expect(of(nothing)).toEqual([]);
});

const isEveryone = ({ name }: { name: string }) => name === 'role:everyone';

/** What an account has of its own, by the event type that fetches it. */
const OWN_LISTS = {
  alert_words: { alert_words: [] },
  drafts: { drafts: [] },
  muted_users: { muted_users: [] },
  navigation_views: { navigation_views: [] },
  realm_user: { realm_users: [], realm_non_active_users: [] },
  recent_private_conversations: { recent_private_conversations: [] },
  reminders: { reminders: [] },
  saved_snippets: { saved_snippets: [] },
  scheduled_messages: { scheduled_messages: [] },
  starred_messages: { starred_messages: [] },
  subscription: { subscriptions: [], unsubscribed: [], never_subscribed: [] },
  user_topic: { user_topics: [] },
};

describe('[EV13] a spectator', () => {
  it('receives the organization’s state and no queue', async () => {
    const answer = await server.client().registerQueue();
    expect([answer.queue_id, answer.last_event_id, answer.realm_name]).toEqual([null, -1, server.realm.name]);
    expect(JSON.stringify(answer)).not.toContain('Dara');
  });

  it('[EV600] has nothing of its own, and sees no channel and nobody unless spectators are allowed', async () => {
    const types = Object.keys(OWN_LISTS);
    const fetched = await server
      .client()
      .registerQueue({ fetch_event_types: [...types, 'realm_user_groups', 'stream'] });
    expect(fetched).toMatchObject(Object.assign({}, ...Object.values(OWN_LISTS)));
    const { subscriptions, never_subscribed, streams, realm_users, cross_realm_bots, realm_user_groups } = fetched;
    expect([subscriptions, never_subscribed, streams]).toEqual([[], [], []]);
    expect([realm_users, cross_realm_bots, realm_user_groups]).toEqual([[], [], []]);
    expect(fetched.realm_name).toBeUndefined();
    const unread = await server.client().registerQueue({ fetch_event_types: ['message', 'update_message_flags'] });
    expect(unread.unread_msgs).toMatchObject({ count: 0, pms: [], streams: [], old_unreads_missing: false });
  });

  it('[EV600] gets the web-public channels, the people and the roles where spectators are allowed', async () => {
    const { ada, eli } = cast;
    await ada.updateRealm({ enable_spectator_access: true });
    await ada.subscribe({ subscriptions: [{ name: 'open door', description: '*in*' }], is_web_public: true });
    await ada.createUserGroup({ name: 'quiet people', description: 'none of their business', members: [eli.user_id] });
    const spectator = server.client();
    const types = ['subscription', 'stream', 'realm_user', 'realm_user_groups'];
    const fetched = await spectator.registerQueue({ fetch_event_types: types });
    const { streams } = await spectator.getStreams({ include_web_public: true });
    expect(fetched.streams).toEqual(streams);
    expect([fetched.unsubscribed, fetched.never_subscribed]).toEqual([[], []]);
    expect(fetched.subscriptions!.map(({ stream_id }) => stream_id)).toEqual(streams.map(({ stream_id }) => stream_id));
    const door = streams.find(({ name }) => name === 'open door')!;
    expect(fetched.subscriptions!.find(({ name }) => name === 'open door')).toMatchObject({
      ...door,
      is_muted: false,
      in_home_view: true,
      desktop_notifications: false,
      color: expect.stringMatching(/^#[0-9a-f]{6}$/),
    });
    const { members } = await spectator.getUsers({ client_gravatar: false });
    expect([...fetched.realm_users!, ...fetched.realm_non_active_users!].sort((a, b) => a.user_id - b.user_id)).toEqual(
      members,
    );
    expect(fetched.cross_realm_bots!.map(({ is_system_bot }) => is_system_bot)).toEqual([true]);
    expect(fetched.user_id).toBeUndefined();
    const { user_groups } = await ada.getUserGroups();
    expect(fetched.realm_user_groups).toEqual(user_groups.filter(({ is_system_group }) => is_system_group));
    const client_capabilities = { notification_settings_null: true };
    const modern = await spectator.registerQueue({ fetch_event_types: types, client_capabilities });
    expect(modern.subscriptions![0]!.desktop_notifications).toBeNull();
    const members_group = user_groups.find(({ name }) => name === 'role:members')!.id;
    await ada.updateRealm({ can_access_all_users_group: { new: members_group } });
    const limited = await spectator.registerQueue({ fetch_event_types: types });
    const seen = new Set((await spectator.getUsers({ client_gravatar: false })).members.map(({ user_id }) => user_id));
    expect(seen.size).toBeLessThan(members.length);
    expect(new Set(limited.realm_users!.map(({ user_id }) => user_id))).toEqual(seen);
    const of_roles = limited.realm_user_groups!.flatMap((group) => group.members);
    expect(of_roles.filter((user_id) => !seen.has(user_id))).toEqual([]);
    await ada.updateRealm({ can_access_all_users_group: { new: user_groups.find(isEveryone)!.id } });
    await ada.updateRealm({ enable_spectator_access: false });
  });

  it('[EV880] gets every part that it fetches, with the folders of web-public channels only', async () => {
    const { ada } = cast;
    await ada.updateRealm({ enable_spectator_access: true });
    const folder = async (name: string, is_web_public: boolean) => {
      const { channel_folder_id: folder_id } = await ada.createChannelFolder({ name, description: '' });
      await ada.subscribe({ subscriptions: [{ name: `${name} channel` }], is_web_public, folder_id });
      return folder_id;
    };
    const seen_id = await folder('seen', true);
    await folder('hidden', false);
    const types = Object.values<StateDeclaration>(states).flatMap((part) => (part.named_only ? [] : part.fetch));
    const register = () => server.client().registerQueue({ fetch_event_types: types });
    const fetched = await register();
    const own = new Set(Object.keys(states.users.fields.shape));
    const expected = (without: readonly string[]) =>
      Object.entries<StateDeclaration>(states)
        .filter(([name, part]) => !part.named_only && !without.includes(name))
        .flatMap(([, part]) => Object.keys(part.fields.shape).filter((field) => !own.has(field)));
    expect(expected(['muted_topics']).filter((field) => !(field in fetched))).toEqual([]);
    expect(fetched.channel_folders!.map(({ id }) => id)).toEqual([seen_id]);
    expect(fetched.user_settings).toMatchObject({ ...fetched.realm_user_settings_defaults, timezone: '' });
    const { custom_profile_fields, realm_bots, realm_domains, presences, user_status, max_message_id } = fetched;
    expect([custom_profile_fields, realm_bots, realm_domains, presences, user_status]).toEqual([[], [], [], {}, {}]);
    expect(max_message_id).toBe(-1);
    await ada.updateRealm({ enable_spectator_access: false });
    const closed = await register();
    const of_spectators = ['emoji', 'linkifiers', 'filters', 'playgrounds', 'muted_topics'];
    expect(expected(of_spectators).filter((field) => !(field in closed))).toEqual([]);
    expect(closed.channel_folders).toEqual([]);
  });

  it('[EV601] shares the texts of people with other spectators', async () => {
    await cast.ada.updateRealm({ enable_spectator_access: true });
    const texts = () => server.app.store.db.caches.figures().find(({ name }) => name === 'user texts')!;
    const register = () => server.client().registerQueue({ fetch_event_types: ['realm_user'] });
    const { realm_users } = await register();
    const { hits, misses } = texts();
    expect((await register()).realm_users).toEqual(realm_users);
    expect(texts().misses).toBe(misses);
    expect(texts().hits).toBeGreaterThan(hits);
    await cast.ada.updateRealm({ enable_spectator_access: false });
  });

  it('receives custom emoji, linkifiers and playgrounds only if spectators are allowed', async () => {
    const { ada } = cast;
    const client_capabilities = { linkifier_url_template: true };
    await ada.addLinkifier({ pattern: 'HOUSE-(?P<id>[0-9]+)', url_template: 'https://tracker.house.example/{id}' });
    const closed = await server.client().registerQueue({ client_capabilities });
    expect([closed.realm_linkifiers, closed.realm_playgrounds]).toEqual([undefined, undefined]);
    expect(closed.realm_emoji).toBeUndefined();
    await ada.updateRealm({ enable_spectator_access: true });
    const open = await server.client().registerQueue({ client_capabilities });
    expect([open.realm_linkifiers?.length, open.realm_playgrounds]).toEqual([1, []]);
    expect(open.realm_emoji).toEqual((await ada.getCustomEmoji()).emoji);
    await ada.updateRealm({ enable_spectator_access: false });
  });

  it('may not set parameters that depend on an account', async () => {
    const spectator = server.client();
    for (const params of [
      { client_gravatar: true },
      { include_subscribers: 'true' },
      { include_subscribers: true },
    ] as const)
      await expect(spectator.registerQueue(params)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    await spectator.registerQueue({ client_gravatar: false, include_subscribers: 'false' });
  });
});

describe('[EV3] a queue', () => {
  it('receives the types it requested; unknown ones are ignored', async () => {
    const { dara, finn } = cast;
    const doing = async () => {
      await send(dara, 'one');
      await dara.subscribe({ subscriptions: [{ name: 'plaza' }], principals: [cast.eli.user_id] });
    };
    expect((await received(finn, { event_types: ['message', 'nonsense'] }, doing)).map(({ type }) => type)).toEqual([
      'message',
    ]);
    expect(await received(finn, { event_types: [] }, doing)).toEqual([]);
    expect((await received(finn, { event_types: ['subscription'] }, () => send(dara, 'two'))).length).toBe(0);
  });

  it('with all_public_streams receives messages of all public channels, unless its owner is a guest', async () => {
    const { ada, dara, finn } = cast;
    await ada.subscribe({ subscriptions: [{ name: 'elsewhere' }] });
    const doing = async () => {
      await send(ada, 'public', 'elsewhere');
      await send(dara, 'private', 'cellar');
    };
    const all = { event_types: ['message'], all_public_streams: true };
    expect(contents(await received(cast.bot, all, doing))).toEqual(['public']);
    expect(contents(await received(cast.bot, { event_types: ['message'] }, doing))).toEqual([]);
    expect(contents(await received(finn, all, doing))).toEqual([]);
  });

  it('has messages as Markdown or HTML, and the local id only if it was named as the sending queue', async () => {
    const { dara } = cast;
    const [plain] = await received(dara, { event_types: ['message'] }, () => send(dara, '**bold**'));
    const [html] = await received(dara, { event_types: ['message'], apply_markdown: true }, () =>
      send(dara, '**bold**'),
    );
    expect([plain!.message.content, html!.message.content]).toEqual(['**bold**', '<p><strong>bold</strong></p>']);
    const { queue_id, last_event_id } = await dara.registerQueue({ event_types: ['message'] });
    const local = { queue_id: queue_id!, local_id: '17.01' };
    const others = await received(dara, { event_types: ['message'] }, () =>
      dara.sendMessage({ type: 'channel', to: 'plaza', topic: 't', content: 'x', ...local }),
    );
    const { events } = await dara.getEvents({ queue_id: queue_id!, last_event_id, dont_block: true });
    expect([(events[0] as MessageEvent).local_message_id, others[0]!.local_message_id]).toEqual(['17.01', undefined]);
  });
});

it('[EV12] a narrow filters messages and never adds any', async () => {
  const { dara, eli } = cast;
  const doing = async () => {
    await send(dara, 'stone', 'plaza', 'stone');
    await send(dara, 'water', 'plaza', 'water');
    await send(dara, 'hidden', 'cellar', 'stone');
    await dara.sendMessage({ type: 'direct', to: [eli.user_id], content: 'quietly' });
  };
  const narrowed = async (...narrow: [string, string][]) =>
    contents(await received(eli, { event_types: ['message'], narrow }, doing));
  await dara.subscribe({ subscriptions: [{ name: 'plaza' }], principals: [eli.user_id] });
  expect(await narrowed(['channel', 'plaza'])).toEqual(['stone', 'water']);
  expect(await narrowed(['stream', 'PLAZA'], ['topic', 'WATER'])).toEqual(['water']);
  expect(await narrowed(['is', 'dm'])).toEqual(['quietly']);
  expect(await narrowed(['sender', dara.email], ['-is', 'dm'])).toEqual(['stone', 'water']);
  expect(await narrowed(['channel', 'cellar'])).toEqual([]);
});

it('[EV400] a narrow names the empty topic as messages do', async () => {
  const { dara } = cast;
  for (const name of ['', 'general chat', '(no topic)', ' general chat ']) {
    const params = { event_types: ['message'], narrow: [['topic', name]] as [string, string][] };
    const events = await received(dara, params, async () => {
      await send(dara, 'unnamed', 'plaza', '');
      await send(dara, 'named', 'plaza', 'stone');
    });
    expect(contents(events)).toEqual(['unnamed']);
  }
});

it('[EV12] an operator that queues don’t support is refused', async () => {
  const { dara } = cast;
  const narrow: [string, string][] = [['near', '1']];
  const refused = { code: 'BAD_REQUEST', status: 400, message: 'Operator near not supported.' };
  await expect(dara.registerQueue({ narrow })).rejects.toMatchObject(refused);
  await expect(dara.getEvents({ narrow, dont_block: true })).rejects.toMatchObject(refused);
});

describe('[EV5] a queue', () => {
  it('of another account, an unknown one and a deleted one get the same error', async () => {
    const { dara, eli, bot } = cast;
    const { queue_id } = await dara.registerQueue();
    for (const other of [eli, bot, cast.ada]) {
      await expect(other.getEvents({ queue_id: queue_id! })).rejects.toMatchObject(lost);
      await expect(other.deleteQueue({ queue_id: queue_id! })).rejects.toMatchObject(lost);
    }
    for (const made_up of ['', 'x', "' or 1=1", 'a'.repeat(1900)])
      await expect(dara.getEvents({ queue_id: made_up })).rejects.toMatchObject({
        ...lost,
        fields: { queue_id: made_up },
      });
    await dara.deleteQueue({ queue_id: queue_id! });
    await expect(dara.getEvents({ queue_id: queue_id! })).rejects.toMatchObject(lost);
    await expect(dara.deleteQueue({ queue_id: queue_id! })).rejects.toMatchObject(lost);
  });

  it('ends with the account, for good', async () => {
    const { app, realm, owner } = server;
    const stage = { app, realm, owner, client: server.client };
    const deactivated = await createPerson(stage, {
      email: 'gone@stoa.example',
      full_name: 'Soon Gone',
      role: ROLE.guest,
    });
    const { queue_id } = await deactivated.registerQueue();
    const polling = deactivated.getEvents({ queue_id: queue_id! }).catch((error) => error);
    await waiting();
    await app.writer.write(realm.realm_id, (context) => deactivateAccount(context, realm, deactivated.user_id));
    expect(await polling).toMatchObject(lost);
    await expect(deactivated.getEvents({ queue_id: queue_id! })).rejects.toMatchObject({ status: 401 });
    for (const signIn of [
      () => server.client().devFetchApiKey({ username: deactivated.email }),
      () => server.client().fetchApiKey({ username: deactivated.email, password: 'Soon Gone signs in' }),
    ])
      await expect(signIn()).rejects.toMatchObject({ code: 'USER_DEACTIVATED', status: 401 });
  });
});

it('[EV6] a quiet poll is answered with a heartbeat', async () => {
  const { queue_id, last_event_id, event_queue_longpoll_timeout_seconds } = await cast.eli.registerQueue();
  expect(event_queue_longpoll_timeout_seconds! * 1000).toBeGreaterThan(HEARTBEAT_MS);
  const polling = cast.eli.getEvents({ queue_id: queue_id!, last_event_id });
  await waiting();
  server.clock.advance(HEARTBEAT_MS + 1);
  const { events } = await polling;
  expect(events).toEqual([{ type: 'heartbeat', id: expect.any(Number) }]);
  expect(events[0]!.id).toBeGreaterThan(last_event_id);
});

it('[EV9] an idle queue is removed after its requested time, at most a week', async () => {
  const short = await cast.dara.registerQueue({ idle_queue_timeout: 60 });
  const plain = await cast.dara.registerQueue();
  const long = await cast.dara.registerQueue({ idle_queue_timeout: 10_000_000 });
  const mobile = await cast.dara.registerQueue({ idle_queue_timeout: 'mobile' });
  const timeouts = [short, plain, long, mobile].map(({ idle_queue_timeout_secs }) => idle_queue_timeout_secs);
  expect(timeouts).toEqual([60, 600, 604_800, 604_800]);
  server.clock.advance(120_000);
  const poll = (queue_id: string | null) => cast.dara.getEvents({ queue_id: queue_id!, dont_block: true });
  await expect(poll(short.queue_id)).rejects.toMatchObject(lost);
  await poll(plain.queue_id);
  server.clock.advance(700_000);
  await expect(poll(plain.queue_id)).rejects.toMatchObject(lost);
  await poll(mobile.queue_id);
  for (const never of [0, -1])
    await expect(cast.dara.registerQueue({ idle_queue_timeout: never })).rejects.toMatchObject({ status: 400 });
});

it('[EV28] setting the clock ends no queue, whether it is polled here or only in the store', async () => {
  const polled = await cast.dara.registerQueue({ event_types: ['message'] });
  const fresh = await cast.eli.registerQueue({ event_types: ['message'] });
  const poll = (queue_id: string | null, who = cast.dara) => who.getEvents({ queue_id: queue_id!, dont_block: true });
  await poll(polled.queue_id);
  for (const hours of [3, -3]) {
    server.clock.jump(hours * 60 * 60_000);
    await poll(polled.queue_id);
    await poll(fresh.queue_id, cast.eli);
  }
  // Time that really passes still counts.
  server.clock.advance(700_000);
  await expect(poll(polled.queue_id)).rejects.toMatchObject(lost);
});

it('[EV17] polling without a queue registers one', async () => {
  const state = await cast.dara.registerQueue({ event_types: ['message'], fetch_event_types: [] });
  const registered = await cast.dara.getEvents({ event_types: ['message'], dont_block: true });
  const { queue_id, events } = registered;
  expect(events).toEqual([]);
  expect(registered.last_event_id).toBe(state.last_event_id);
  await send(cast.dara, 'into the new one');
  const next = await cast.dara.getEvents({ queue_id, dont_block: true });
  expect(next.queue_id).toBe(queue_id);
  expect(next.events.map(({ type }) => type)).toEqual(['message']);
});

it('[EV34] a poll with credentials begins when the feed no longer holds it', async () => {
  const { queue_id } = await cast.dara.registerQueue({ fetch_event_types: [] });
  const round = Promise.withResolvers<void>();
  const hold = spyOn(Feed.prototype, 'hold').mockReturnValue(round.promise);
  try {
    let answered = false;
    const polling = cast.dara.getEvents({ queue_id: queue_id!, last_event_id: -1, dont_block: true });
    void polling.then(() => {
      answered = true;
    });
    const refused = await fetch(`${server.url}/api/v1/events?queue_id=${queue_id}&last_event_id=-1`);
    expect(refused.status).toBe(401);
    await cast.dara.getOwnUser();
    expect(answered).toBe(false);
    round.resolve();
    expect((await polling).events).toEqual([]);
  } finally {
    hold.mockRestore();
  }
});

describe('[EV10] a client’s event stream', () => {
  it('continues over a restart with nothing lost and nothing repeated', async () => {
    const { dara, eli } = cast;
    const feed = await openFeed(
      eli,
      { event_types: ['message'], apply_markdown: false },
      { backoff: { first_ms: 10, longest_ms: 100 } },
    );
    const { queue_id } = feed;
    const seen: string[] = [];
    const reading = (async () => {
      for await (const change of feed.changes())
        if (change.kind === 'event' && change.event.type === 'message') {
          seen.push((change.event as MessageEvent).message.content);
          if (seen.at(-1) === 'feed 5') return;
        }
    })();
    for (let n = 0; n <= 5; n++) {
      await send(dara, `feed ${n}`);
      if (n === 2) await server.restart();
    }
    await reading;
    expect(seen).toEqual([0, 1, 2, 3, 4, 5].map((n) => `feed ${n}`));
    expect(feed.queue_id).toBe(queue_id);
    await feed.close();
    await expect(eli.getEvents({ queue_id })).rejects.toMatchObject(lost);
  });

  it('registers again when its queue is gone, and then has the current state', async () => {
    const { dara, eli } = cast;
    const feed = await openFeed(eli, {}, { backoff: { first_ms: 10, longest_ms: 100 } });
    const old = feed.queue_id;
    await eli.deleteQueue({ queue_id: old });
    const { id } = await send(dara, 'missed');
    const changes = feed.changes();
    const first = (await changes.next()).value as Change;
    expect(first.kind).toBe('registered');
    expect([feed.queue_id === old, feed.state.max_message_id]).toEqual([false, id]);
    const later = await send(dara, 'not missed');
    const second = (await changes.next()).value as Change;
    expect([second.kind, feed.state.max_message_id]).toEqual(['event', later.id]);
    const last = changes.next();
    await waiting();
    await feed.close();
    expect((await last).done).toBe(true);
  });
});

it('[EV24] an account’s queues are capped: one more removes the least recently polled', async () => {
  const { eli, dara } = cast;
  const make = async (who: Person) => (await who.registerQueue({ fetch_event_types: [] })).queue_id!;
  const [first, others] = [await make(eli), await make(dara)];
  const copies = MAX_EVENT_QUEUES - 1;
  await server.app.writer.write(null, async ({ tx }) => {
    const queue = (await findQueue(tx, first))!;
    for (let n = 0; n < copies; n++)
      await insertQueue(tx, { ...queue, queue_id: `copy ${n}`, last_active_at: queue.last_active_at + 1 + n });
  });
  const ended = eli.getEvents({ queue_id: first }).catch((error: unknown) => error);
  await waiting();
  const count = () => countQueues(server.app.store.db, eli.user_id);
  const before = await count();
  server.clock.advance(copies + 1);
  const last = await make(eli);
  expect(await ended).toMatchObject(lost);
  expect(before).toBeGreaterThanOrEqual(MAX_EVENT_QUEUES);
  expect(await count()).toBe(MAX_EVENT_QUEUES);
  await expect(eli.getEvents({ queue_id: first, dont_block: true })).rejects.toMatchObject(lost);
  for (const [who, queue_id] of [
    [eli, last],
    [eli, 'copy 7'],
    [dara, others],
  ] as const)
    await who.getEvents({ queue_id, dont_block: true });
});
