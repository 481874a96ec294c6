// Pushed messages as notifications.
import { expect, it } from 'bun:test';
import { notificationOf as made, type PushedMessage } from './push-message.ts';

const notificationOf = (pushed: PushedMessage) => made(pushed, 'https://a.example');

const message = { type: 'message', message_id: 17, user_id: 9, sender_full_name: 'Dara', content: 'The soup is ready' };

it('[WB27] shows sender, text and conversation, and leads there', () => {
  const channel = { recipient_type: 'channel', channel_id: 5, channel_name: 'kitchen', topic: 'lunch' };
  expect(notificationOf({ ...message, ...channel })).toEqual({
    title: '#kitchen › lunch',
    body: 'Dara: The soup is ready',
    tag: '#narrow/channel/5/topic/lunch',
    icon: undefined,
    data: { hash: '#narrow/channel/5/topic/lunch/near/17', message_id: 17 },
  });
  const unnamed = notificationOf({ ...message, ...channel, topic: 'general chat' });
  expect([unnamed.title, unnamed.data.hash]).toEqual(['#kitchen › general chat', '#narrow/channel/5/topic//near/17']);
  const direct = { recipient_type: 'direct', recipient_user_ids: [3, 9], sender_avatar_url: 'https://a.example/p.png' };
  expect(notificationOf({ ...message, ...direct })).toMatchObject({
    title: 'Dara',
    body: 'The soup is ready',
    icon: 'https://a.example/p.png',
    data: { hash: '#narrow/dm/3/near/17' },
  });
  expect(notificationOf({ ...message, ...direct, content: '' }).body).toBe('');
  const elsewhere = { ...message, ...direct, sender_avatar_url: 'https://b.example/p.png' };
  expect(notificationOf(elsewhere).icon).toBeUndefined();
});

it('[WB27] survives malformed pushes', () => {
  for (const strange of [
    {},
    { recipient_type: 'channel' },
    { recipient_type: 'direct' },
    { message_id: 'x', topic: 1 },
  ]) {
    const { title, data } = notificationOf(strange);
    expect([title, data]).toEqual(['Stoa', { hash: '#inbox', message_id: 0 }]);
  }
});
