// Readers of live queues as the feed keeps them.
import { expect, it } from 'bun:test';
import type { UserId } from '@stoa/contract';
import { type Reader, Readers } from './reader.ts';

it('[EV37] a reader that could not be loaded is loaded again by the next poll', async () => {
  const user_id = 7 as UserId;
  const reader = { user_id, spans: [] } as unknown as Reader;
  let loads = 0;
  const readers = new Readers(async () => {
    loads++;
    if (loads === 1) throw new Error('the database is away');
    return reader;
  });
  const failed = await Promise.allSettled([readers.get(user_id), readers.get(user_id)]);
  expect([failed.map(({ status }) => status), loads]).toEqual([['rejected', 'rejected'], 1]);
  expect(await readers.get(user_id)).toBe(reader);
  expect([readers.peek(user_id), loads]).toEqual([reader, 2]);
});
