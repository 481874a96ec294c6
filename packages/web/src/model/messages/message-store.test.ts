// What events change in stored messages.
import { expect, it } from 'bun:test';
import type { ReceivedEvent } from '@stoa/contract';
import { MessageStore, type StoredMessage } from './message-store.ts';

const MOVED_AT = 1_700_000_000;

function renamed(orig_subject: string, subject: string, more: object = {}): StoredMessage {
  const store = new MessageStore();
  store.put([{ id: 1, stream_id: 1, subject: orig_subject, flags: [], reactions: [] } as unknown as StoredMessage]);
  const place = { message_id: 1, message_ids: [1], stream_id: 1, orig_subject, subject, propagate_mode: 'change_all' };
  const event = { id: 1, type: 'update_message', flags: [], edit_timestamp: MOVED_AT, ...place, ...more };
  store.apply(event as unknown as ReceivedEvent);
  return store.get(1)!;
}

it('[WB311] resolving or unresolving a topic is no move', () => {
  const names = [
    ['bug', '✔ bug'] as const,
    ['✔ bug', 'bug'] as const,
    ['x'.repeat(60), `✔ ${'x'.repeat(55)}...`] as const,
  ];
  for (const [from, to] of names) {
    const message = renamed(from, to);
    expect([message.subject, message.last_moved_timestamp]).toEqual([to, undefined]);
  }
  expect(renamed('bug', '✔ other').last_moved_timestamp).toBe(MOVED_AT);
  expect(renamed('bug', 'feature').last_moved_timestamp).toBe(MOVED_AT);
  // A part of a topic leaves the rest of it.
  expect(renamed('bug', '✔ bug', { propagate_mode: 'change_later' }).last_moved_timestamp).toBe(MOVED_AT);
  expect(renamed('bug', '✔ bug', { new_stream_id: 2 }).last_moved_timestamp).toBe(MOVED_AT);
});

it('[WB401] an edit replaces what a search has marked', () => {
  const store = new MessageStore();
  const found = { id: 1, content: '<p>noon</p>', match_content: '<p><span class="highlight">noon</span></p>' };
  store.put([{ ...found, flags: [], reactions: [] } as unknown as StoredMessage]);
  const edit = { message_id: 1, message_ids: [1], rendered_content: '<p>one</p>', flags: [], edit_timestamp: MOVED_AT };
  store.apply({ id: 1, type: 'update_message', ...edit } as unknown as ReceivedEvent);
  const { content, match_content } = store.get(1)!;
  expect([content, match_content]).toEqual(['<p>one</p>', undefined]);
});
