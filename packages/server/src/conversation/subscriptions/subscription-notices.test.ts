// Messages from the server about channels: being subscribed, new channels, and channels created with people in them.
import { beforeEach, expect, it, setDefaultTimeout } from 'bun:test';
import type { ApiError, ChannelId, UserId } from '@stoa/contract';
import { type Person, serveTests, verifyEvents } from '@stoa/testkit';

setDefaultTimeout(30_000);

const { cast } = await serveTests();
let seen = 0;

const ids = (...people: Person[]) => people.map(({ user_id }) => user_id);
const idOf = async (name: string) => (await cast.ada.getStreamId({ stream: name })).stream_id;

/** The Notification Bot's messages to somebody since the test began. */
async function noticesOf(who: Person): Promise<string[]> {
  const { messages } = await who.getMessages({ anchor: 'newest', num_before: 50, num_after: 0, apply_markdown: false });
  return messages
    .filter(({ id, sender_email }) => id > seen && sender_email.startsWith('notification-bot'))
    .map(({ content }) => content);
}
beforeEach(async () => {
  seen = (await cast.ada.sendMessage({ type: 'direct', to: [cast.ada.user_id], content: 'here' })).id;
});

it('[SB20] a person subscribed by another receives one message about all existing channels', async () => {
  const { dara, eli, chen, bot } = cast;
  await dara.subscribe({ subscriptions: [{ name: 'hall' }, { name: 'odd*name' }] });
  await dara.subscribe({ subscriptions: [{ name: 'den' }], invite_only: true });
  const subscriptions = ['hall', 'odd*name', 'den', 'brand new'].map((name) => ({ name }));
  const { value, events } = await verifyEvents([dara, eli, bot], () =>
    dara.subscribe({ subscriptions, principals: ids(dara, eli, chen, bot) }),
  );
  expect(value.new_subscription_messages_sent).toBe(true);
  const [den, odd] = [await idOf('den'), await idOf('odd*name')];
  const expected = [
    `@_**Dara Member|${dara.user_id}** subscribed you to these channels:\n`,
    '* #**hall**',
    `* [a channel](/#narrow/channel/${odd}-odd.2Aname)`,
    `* [den](/#narrow/channel/${den}-den)`,
  ];
  expect((await noticesOf(eli)).map((text) => text.split('\n').sort())).toEqual([
    expected.join('\n').split('\n').sort(),
  ]);
  expect(await noticesOf(chen)).toHaveLength(1);
  for (const silent of [dara, bot]) expect(await noticesOf(silent)).toEqual([]);
  expect(events[1]!.at(-1)).toMatchObject({ type: 'message', message: { type: 'private' } });
});

it('[SB20] unless not requested, or all of them are new', async () => {
  const { dara, eli } = cast;
  const principals = ids(eli);
  const fresh = await dara.subscribe({ subscriptions: [{ name: 'fresh' }], principals });
  expect(fresh.new_subscription_messages_sent).toBe(true);
  await dara.subscribe({ subscriptions: [{ name: 'hush' }] });
  const value = await dara.subscribe({
    subscriptions: [{ name: 'hush' }],
    principals,
    send_new_subscription_messages: false,
  });
  expect(value).not.toHaveProperty('new_subscription_messages_sent');
  const again = await dara.subscribe({ subscriptions: [{ name: 'hush' }], principals });
  expect(again).toMatchObject({
    already_subscribed: { [eli.user_id]: ['hush'] },
    new_subscription_messages_sent: true,
  });
  expect(await noticesOf(eli)).toEqual([]);
});

it('[SB21] new public channels are announced where the organization chose, private ones nowhere', async () => {
  const { ada, dara } = cast;
  await dara.subscribe({ subscriptions: [{ name: 'news' }] });
  await ada.updateRealm({ new_stream_announcements_stream_id: await idOf('news') });
  const make = (names: string[], more: object) =>
    dara.subscribe({ subscriptions: names.map((name) => ({ name })), ...more });
  await verifyEvents(dara, () => make(['first', 'news'], { announce: true }));
  await make(['second', 'third'], { announce: true });
  await make(['secret'], { announce: true, invite_only: true });
  await make(['quiet'], {});
  const who = `@_**Dara Member|${dara.user_id}**`;
  expect(await noticesOf(dara)).toEqual([
    `${who} created a new channel #**first**.`,
    `${who} created new channels:\n\n* #**second**\n* #**third**`,
  ]);
  await ada.archiveStream({ stream_id: await idOf('news') });
  await make(['unannounced'], { announce: true });
  expect(await noticesOf(dara)).toHaveLength(2);
});

it('[SB25] hidden names are answered like unused ones for those who may not create channels', async () => {
  const { ada, finn } = cast;
  await ada.subscribe({ subscriptions: [{ name: 'hidden from finn' }] });
  await ada.subscribe({ subscriptions: [{ name: 'vault of ada' }], invite_only: true });
  const outcome = (call: Promise<unknown>) => call.then(JSON.stringify, ({ code, message }) => `${code} ${message}`);
  for (const invite_only of [false, true])
    for (const name of ['hidden from finn', 'Vault of Ada', 'no such channel']) {
      const subscriptions = [{ name }];
      expect([
        await outcome(finn.subscribe({ subscriptions, invite_only })),
        await outcome(finn.subscribe({ subscriptions, invite_only, authorization_errors_fatal: false })),
        await outcome(finn.createStream({ name, subscribers: [], invite_only })),
      ]).toEqual(Array(3).fill('BAD_REQUEST Insufficient permission'));
    }
});

it('[SB22] a channel is created with exactly the people named', async () => {
  const { ada, dara, eli, finn } = cast;
  const make = (who: Person, name: string, subscribers: UserId[], more: object = {}) =>
    who.createStream({ name, subscribers, ...more });
  const { value } = await verifyEvents([ada, dara, eli, finn], () =>
    make(dara, ' guild ', ids(eli, finn), { description: 'A guild', invite_only: true }),
  );
  const { stream } = await ada.getStream({ stream_id: value.id });
  expect(stream).toMatchObject({ name: 'guild', description: 'A guild', invite_only: true, creator_id: dara.user_id });
  expect((await ada.getSubscribers({ stream_id: value.id })).subscribers).toEqual(ids(eli, finn));
  expect(await noticesOf(eli)).toHaveLength(1);
  const empty = await make(dara, 'nobody here', []);
  expect((await ada.getSubscribers({ stream_id: empty.id as ChannelId })).subscribers).toEqual([]);
  const failure = (call: Promise<unknown>) => call.catch(({ status, code }: ApiError) => [status, code]);
  expect(await failure(make(dara, 'GUILD', []))).toEqual([409, 'CHANNEL_ALREADY_EXISTS']);
  expect(await failure(make(finn, 'of a guest', ids(finn)))).toEqual([400, 'BAD_REQUEST']);
  expect(await failure(make(dara, 'with nobody', [999_999 as UserId]))).toEqual([400, 'BAD_REQUEST']);
  expect(await failure(ada.getStreamId({ stream: 'with nobody' }))).toEqual([400, 'BAD_REQUEST']);
});
