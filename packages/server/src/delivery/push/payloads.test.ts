// What thousands of notifications of one message have in common.
import { expect, it } from 'bun:test';
import type { UserId } from '@stoa/contract';
import { messagePayloads } from './payloads.rules.ts';
import type { NotifiedMessage, PushRealm } from './push.queries.ts';

it('[PU800] the text and the recipients of a message are read once for all who are notified', () => {
  let texts_read = 0;
  const message = {
    id: 1,
    stream_id: null,
    subject: '',
    sender_id: 7,
    sender_full_name: 'Ada',
    sender_email: 'ada@stoa.example',
    sender_is_bot: false,
    sender_settings: {},
    sender_avatar_source: 'G',
    sender_avatar_version: 1,
    sender_avatar_key: null,
    timestamp: 0,
    get rendered_content() {
      texts_read += 1;
      return '<p>Hello</p>';
    },
  } as unknown as NotifiedMessage;
  const realm = { name: 'Stoa', url: 'http://stoa.example' } as PushRealm;
  const everybody = Array.from({ length: 300 }, (_, at) => (300 - at) as UserId);
  const payloadFor = messagePayloads(realm, message, everybody);
  const payloads = everybody.map((user_id) => payloadFor(user_id, user_id === 5));
  expect(texts_read).toBe(1);
  expect(new Set(payloads.map(({ recipient_user_ids }) => recipient_user_ids)).size).toBe(1);
  expect(payloads[0]).toMatchObject({ user_id: 300, content: 'Hello', sender_full_name: 'Ada' });
  expect(payloads.find(({ user_id }) => user_id === 5)).not.toMatchObject({ sender_full_name: 'Ada' });
});
