// What the reader has seen is told to the server, whatever happens to single messages meanwhile.
import { expect, it } from 'bun:test';
import { ApiError } from '@stoa/contract/api-error';
import type { Client } from '@stoa/sdk';
import type { MessageStore } from './message-store.ts';
import { ReadMarks } from './read-marks.ts';

it('[RS7] a deleted message does not keep others from being marked as read', async () => {
  const deleted = 3;
  const marked: number[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const client = {
    async updateMessageFlags({ messages }: { messages: number[] }) {
      if (messages.includes(deleted)) throw new ApiError('BAD_REQUEST', 400, 'Invalid message(s)');
      marked.push(...messages);
      if (marked.length === 4) resolve();
    },
  } as unknown as Client;
  const store = { get: () => ({ flags: [] }), setFlag: () => undefined } as unknown as MessageStore;
  new ReadMarks(client, store).add([1, 2, deleted, 4, 5]);
  await promise;
  expect(marked.sort()).toEqual([1, 2, 4, 5]);
});
