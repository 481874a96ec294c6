// Who was subscribed when, by ids here.
import { expect, it } from 'bun:test';
import type { UserId } from '@stoa/contract';
import { isIn, staysSince } from './import-spans.rules.ts';
import { IdMap } from './records/id-map.ts';
import { SubscriberTimes } from './subscriber-times.ts';

it('[IM44] times of subscribers decide as the subscriptions of the archive do', () => {
  const subscriptions = [
    { user: 'd', is_active: true },
    { user: 'c', is_active: false },
    { user: 'b', is_active: true, spans: [{ after: 10, until: null }] },
    { user: 'a', is_active: false, spans: [{ after: 10, until: 20 }] },
    {
      user: 'e',
      is_active: true,
      spans: [
        { after: 0, until: 5 },
        { after: 15, until: null },
      ],
    },
    { user: 'f', is_active: true, spans: [] },
    { user: 'g', is_active: false, spans: [{ after: 10, until: null }] },
  ];
  const users = new IdMap([...'abcdefg'].map((user, at) => [user, (100 - at) as UserId] as const));
  const times = new SubscriberTimes(subscriptions, users);
  for (const subscription of subscriptions) {
    const found = times.get(users.get(subscription.user)!)!;
    expect([subscription.user, found.is_active]).toEqual([subscription.user, subscription.is_active]);
    for (const position of [-1, 3, 10, 12, 20, 25])
      expect([subscription.user, position, isIn(found, position), staysSince(found, position)]).toEqual([
        subscription.user,
        position,
        isIn(subscription, position),
        staysSince(subscription, position),
      ]);
  }
  expect([times.get(1 as UserId), times.has(1 as UserId), times.has(100 as UserId)]).toEqual([undefined, false, true]);
});
