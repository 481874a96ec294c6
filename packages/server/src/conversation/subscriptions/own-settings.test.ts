// Personal settings of subscriptions, leaving and joining at once, and subscription lookups.
import { beforeAll, describe, expect, it } from 'bun:test';
import type { ChannelId, UserId } from '@stoa/contract';
import { type Cast, outcomeOf, serveTests, verifyEvents } from '@stoa/testkit';

const { server, cast } = await serveTests();
let stream_id: ChannelId;

beforeAll(async () => {
  const principals = [cast.dara, cast.eli, cast.finn].map(({ user_id }) => user_id);
  await cast.dara.subscribe({ subscriptions: [{ name: 'settings' }], principals });
  stream_id = (await cast.ada.getStreamId({ stream: 'settings' })).stream_id;
});

const own = async () =>
  (await cast.eli.getSubscriptions({})).subscriptions.find((subscription) => subscription.stream_id === stream_id);

/** The settings that apply to a new account where its own are null. */
const DEFAULTS = {
  desktop_notifications: false,
  audible_notifications: false,
  push_notifications: false,
  email_notifications: false,
  wildcard_mentions_notify: true,
};
const NULL_AWARE = { client_capabilities: { notification_settings_null: true } };

describe('personal settings', () => {
  it('[SB16] are each stored and sent to one’s own clients', async () => {
    const { dara, eli } = cast;
    const booleans = [
      'pin_to_top',
      'desktop_notifications',
      'audible_notifications',
      'push_notifications',
      'email_notifications',
      'wildcard_mentions_notify',
    ] as const;
    for (const property of booleans) {
      for (const value of [true, false]) {
        const set = () => eli.updateSubscriptionSetting({ stream_id, property, value });
        const { events } = await verifyEvents([eli, dara], set);
        expect(events[0]).toMatchObject([{ type: 'subscription', op: 'update', stream_id, property, value }]);
        expect(events[1]).toEqual([]);
        expect(await own()).toMatchObject({ [property]: value });
        expect((await verifyEvents(eli, set)).events).toEqual([[]]);
      }
    }
  });

  it('[SB16] accept muting under both names', async () => {
    const { eli } = cast;
    const expected = (is_muted: boolean) => [
      { property: 'is_muted', value: is_muted },
      { property: 'in_home_view', value: !is_muted },
    ];
    for (const [property, value, is_muted] of [
      ['is_muted', true, true],
      ['in_home_view', true, false],
      ['in_home_view', false, true],
      ['is_muted', false, false],
    ] as const) {
      const subscription_data = [{ stream_id, property, value }];
      const { events } = await verifyEvents(eli, () => eli.updateSubscriptionSettings({ subscription_data }));
      expect(events[0]).toMatchObject(expected(is_muted));
      expect(await own()).toMatchObject({ is_muted, in_home_view: !is_muted });
    }
  });

  it('[SB17] accept colours of three or six hexadecimal digits', async () => {
    const set = (value: string | boolean) =>
      cast.eli.updateSubscriptionSetting({ stream_id, property: 'color', value });
    for (const [input, kept] of [
      ['#C2c2A1', '#c2c2a1'],
      ['#1Af', '#11aaff'],
    ] as const) {
      await verifyEvents(cast.eli, () => set(input));
      expect((await own())!.color).toBe(kept);
    }
    for (const bad of ['c2c2c2', '#c2c2c', '#c2c2c2c', '#ggg', '#12', '', 'red', true])
      expect(await outcomeOf(set(bad))).toBe('400 BAD_REQUEST color is not a valid hex color code');
    const muted = cast.eli.updateSubscriptionSetting({ stream_id, property: 'is_muted', value: 'yes' });
    expect(await outcomeOf(muted)).toContain('400 BAD_REQUEST');
  });

  it('[SB23] let a notification setting fall back to the account’s again', async () => {
    const { eli, dara } = cast;
    const notifying = [
      'desktop_notifications',
      'audible_notifications',
      'push_notifications',
      'email_notifications',
      'wildcard_mentions_notify',
    ] as const;
    const all = (value: boolean | null) =>
      eli.updateSubscriptionSettings({
        subscription_data: notifying.map((property) => ({ stream_id, property, value })),
      });
    await all(true);
    const { events } = await verifyEvents([eli, dara], () => all(null));
    // The first observed client has no support for null.
    const expected = notifying.map((property) => ({ op: 'update', stream_id, property, value: DEFAULTS[property] }));
    expect(events[0]).toMatchObject(expected);
    expect(events[1]).toEqual([]);
    const { subscriptions } = await eli.registerQueue(NULL_AWARE);
    const kept = subscriptions!.find((subscription) => subscription.stream_id === stream_id);
    expect(kept).toMatchObject(Object.fromEntries(notifying.map((property) => [property, null])));
    expect((await verifyEvents(eli, () => all(null))).events).toEqual([[]]);
    for (const property of ['color', 'is_muted', 'in_home_view', 'pin_to_top'] as const) {
      const before = await own();
      const reset = eli.updateSubscriptionSettings({ subscription_data: [{ stream_id, property, value: null }] });
      expect(await outcomeOf(reset)).toContain('400 BAD_REQUEST');
      expect(await own()).toEqual(before);
    }
  });

  it('[SB24] send the account’s own setting to clients without support for null', async () => {
    const { dara, eli } = cast;
    const nulls = Object.fromEntries(Object.keys(DEFAULTS).map((property) => [property, null]));
    const left = (await dara.subscribe({ subscriptions: [{ name: 'left' }], principals: [eli.user_id] })).subscribed;
    expect(left).toBeTruthy();
    await eli.unsubscribe({ subscriptions: ['left'] });
    const eventsOf = async (own: object, change: () => Promise<unknown>) => {
      const queues = await Promise.all([eli.registerQueue({}), eli.registerQueue(NULL_AWARE)]);
      await change();
      const { subscriptions, unsubscribed } = await eli.registerQueue({});
      expect(unsubscribed!.find(({ name }) => name === 'left')).toMatchObject(own);
      expect(subscriptions!.find(({ name }) => name === 'inherits')).toMatchObject(own);
      return Promise.all(
        queues.map(async ({ queue_id, last_event_id }) => {
          const { events } = await eli.getEvents({ queue_id: queue_id!, last_event_id, dont_block: true });
          return events.filter(({ type }) => type === 'subscription') as unknown as { subscriptions: object[] }[];
        }),
      );
    };
    const join = () => dara.subscribe({ subscriptions: [{ name: 'inherits' }], principals: [eli.user_id] });
    const [old, aware] = await eventsOf(DEFAULTS, join);
    expect(old![0]!.subscriptions[0]).toMatchObject(DEFAULTS);
    expect(aware![0]!.subscriptions[0]).toMatchObject(nulls);
    const changed = { ...DEFAULTS, push_notifications: true };
    const [updates, none] = await eventsOf(changed, () =>
      eli.updateSettings({ enable_stream_push_notifications: true }),
    );
    const { stream_id: inherits } = await eli.getStreamId({ stream: 'inherits' });
    expect(updates).toContainEqual(
      expect.objectContaining({ op: 'update', stream_id: inherits, property: 'push_notifications', value: true }),
    );
    expect(none).toEqual([]);
    expect((await eli.getSubscriptions({})).subscriptions.find(({ name }) => name === 'inherits')).toMatchObject(
      changed,
    );
    await verifyEvents(dara, () => dara.updateSettings({ enable_stream_push_notifications: true }));
  });

  it('[SB16] exist for subscribed channels only, and are all set or none', async () => {
    const subscription_data = [
      { stream_id, property: 'pin_to_top' as const, value: true },
      { stream_id: 999_999 as ChannelId, property: 'pin_to_top' as const, value: true },
    ];
    const { events } = await verifyEvents(cast.eli, async () => {
      expect(await outcomeOf(cast.eli.updateSubscriptionSettings({ subscription_data }))).toBe(
        '400 BAD_REQUEST Not subscribed to channel ID 999999',
      );
    });
    expect(events).toEqual([[]]);
    expect(
      await outcomeOf(cast.ada.updateSubscriptionSettings({ subscription_data: [subscription_data[0]!] })),
    ).toContain('400 BAD_REQUEST Not subscribed');
  });

  it('[SB2] [SB16] survive leaving', async () => {
    const { eli } = cast;
    await eli.updateSubscriptionSetting({ stream_id, property: 'color', value: '#123456' });
    await eli.unsubscribe({ subscriptions: ['settings'] });
    const set = eli.updateSubscriptionSetting({ stream_id, property: 'color', value: '#654321' });
    expect(await outcomeOf(set)).toContain('400 BAD_REQUEST Not subscribed');
    await eli.subscribe({ subscriptions: [{ name: 'settings' }] });
    expect((await own())!.color).toBe('#123456');
  });
});

describe('leaving and joining at once', () => {
  it('[SB18] follows the rules of both, in one transaction', async () => {
    const { dara, eli } = cast;
    await eli.subscribe({ subscriptions: [{ name: 'to leave' }, { name: 'to stay in' }] });
    const { value } = await verifyEvents([dara, eli], () =>
      eli.updateSubscriptions({
        delete: ['To Leave'],
        add: [{ name: 'just made', color: '#ABC', description: 'new' }, { name: 'to stay in' }],
      }),
    );
    expect(value).toEqual({
      subscribed: { [eli.user_id]: ['just made'] },
      already_subscribed: { [eli.user_id]: ['to stay in'] },
      removed: ['to leave'],
      not_removed: [],
    });
    const { subscriptions } = await eli.getSubscriptions({});
    expect(subscriptions.find(({ name }) => name === 'just made')).toMatchObject({
      color: '#aabbcc',
      description: 'new',
    });
    expect(await outcomeOf(eli.updateSubscriptions({}))).toContain('400 BAD_REQUEST Nothing to do');
    const half = eli.updateSubscriptions({ delete: ['just made'], add: [{ name: '' }] });
    expect(await outcomeOf(half)).toContain('400 BAD_REQUEST');
    const wrong = eli.updateSubscriptions({ delete: ['just made'], add: [{ name: 'x', color: 'red' }] });
    expect(await outcomeOf(wrong)).toContain('400 BAD_REQUEST');
    expect(await outcomeOf(eli.updateSubscriptions({ delete: ['no such'] }))).toContain('400 STREAM_DOES_NOT_EXIST');
    expect((await eli.getSubscriptions({})).subscriptions.map(({ name }) => name)).toContain('just made');
  });
});

describe('subscription lookups', () => {
  it('[SB19] are for callers who may know of the channel', async () => {
    const { ada, bot, dara, eli, finn } = cast;
    await dara.subscribe({ subscriptions: [{ name: 'kept shut' }], invite_only: true });
    const shut = (await ada.getStreamId({ stream: 'kept shut' })).stream_id;
    expect(await ada.getSubscribers({ stream_id: shut })).toMatchObject({ subscribers: [dara.user_id] });
    expect(await outcomeOf(eli.getSubscribers({ stream_id: shut }))).toBe('400 BAD_REQUEST Invalid channel ID');
    const ids = [dara.user_id, eli.user_id, finn.user_id];
    expect((await finn.getSubscribers({ stream_id })).subscribers).toEqual(ids);

    const status = async (of: UserId) => (await finn.getSubscriptionStatus({ user_id: of, stream_id })).is_subscribed;
    expect([await status(eli.user_id), await status(ada.user_id), await status(bot.user_id)]).toEqual([
      true,
      false,
      false,
    ]);
    const params = { user_id: dara.user_id, stream_id: shut };
    expect(await outcomeOf(eli.getSubscriptionStatus(params))).toBe('400 BAD_REQUEST Invalid channel ID');
    expect(await outcomeOf(finn.getSubscriptionStatus({ user_id: 999_999 as UserId, stream_id }))).toContain('400 BAD');

    const where = async (who: Cast['ada']) =>
      (await who.getUserChannels({ user_id: dara.user_id })).subscribed_channel_ids;
    expect(await where(ada)).toEqual([stream_id, shut]);
    expect(await where(eli)).toEqual([stream_id]);
    expect(await where(finn)).toEqual([stream_id]);
    const other = await server.organization('where.example');
    expect(await outcomeOf(other.owner.getUserChannels({ user_id: dara.user_id }))).toContain('400 BAD_REQUEST');
    await dara.archiveStream({ stream_id: shut });
    expect(await where(ada)).toEqual([stream_id]);
  });

  it('[SB19] leave deactivated accounts out', async () => {
    const { ada, eli } = cast;
    await ada.deactivateUser({ user_id: eli.user_id });
    expect(await ada.getSubscriptionStatus({ user_id: eli.user_id, stream_id })).toMatchObject({
      is_subscribed: false,
    });
    expect(await ada.getUserChannels({ user_id: eli.user_id })).toMatchObject({ subscribed_channel_ids: [] });
    await ada.reactivateUser({ user_id: eli.user_id });
    expect(await ada.getSubscriptionStatus({ user_id: eli.user_id, stream_id })).toMatchObject({ is_subscribed: true });
  });
});
