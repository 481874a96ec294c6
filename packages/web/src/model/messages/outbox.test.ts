// When sent messages that the server has not confirmed are sent again.
import { afterEach, beforeEach, expect, it, jest } from 'bun:test';
import { ApiError } from '@stoa/contract/api-error';
import { type Client, ConnectionError, UnreadableAnswer } from '@stoa/sdk';
import { Cell } from '../../base/cells/cell.ts';
import type { ConnectionStatus } from '../session/connection.ts';
import { MessageStore } from './message-store.ts';
import { Outbox } from './outbox.ts';

const LUNCH = { kind: 'topic', channel_id: 3, topic: 'lunch' } as const;
const limited = (seconds?: number) =>
  new ApiError('RATE_LIMIT_HIT', 429, 'Too many', seconds === undefined ? {} : { 'retry-after': seconds });

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

/** A server that answers each attempt with the next failure, and accepts once none is left. */
function open(...failures: (Error | null)[]) {
  const attempts: { content: string; key: string }[] = [];
  const connection = new Cell<ConnectionStatus>('live');
  const sendMessage = async ({ content }: { content: string }, options: { idempotency_key: string }) => {
    attempts.push({ content, key: options.idempotency_key });
    const failure = failures.shift();
    await Promise.resolve();
    if (failure instanceof ConnectionError) connection.set('away');
    if (failure) throw failure;
    return { id: attempts.length };
  };
  const client = { email: 'ada@example.org', sendMessage } as unknown as Client;
  const outbox = new Outbox(client, new MessageStore(), () => 'queue', connection);
  const contents = () => attempts.map(({ content }) => content);
  const statuses = () => outbox.cell.get().map(({ status }) => status);
  return { outbox, attempts, contents, statuses, connection, failures };
}

async function settle(): Promise<void> {
  for (let n = 0; n < 20; n++) await Promise.resolve();
}

async function pass(duration_ms: number): Promise<void> {
  jest.advanceTimersByTime(duration_ms);
  await settle();
}

it('[WB313] a message over the rate limit is sent again after the time that the server names', async () => {
  const { outbox, attempts, statuses } = open(limited(7));
  outbox.send(LUNCH, 'Soup');
  await settle();
  expect(statuses()).toEqual(['limited']);
  await pass(6900);
  expect(attempts).toHaveLength(1);
  await pass(200);
  expect(attempts).toHaveLength(2);
  expect(attempts[1]).toEqual(attempts[0]!);
  expect(statuses()).toEqual(['sending']);
  outbox.close();
});

it('[WB313] messages behind one over the rate limit wait for it, in order', async () => {
  const { outbox, contents, statuses, failures, connection } = open(limited(7), limited(9));
  outbox.send(LUNCH, 'one');
  outbox.send(LUNCH, 'two');
  await settle();
  outbox.send(LUNCH, 'three');
  await settle();
  expect(statuses()).toEqual(['limited', 'limited', 'limited']);
  expect(contents()).toEqual(['one', 'two']);
  // A connection that was lost meanwhile does not shorten the wait.
  connection.set('away');
  connection.set('live');
  await pass(8000);
  expect(contents()).toEqual(['one', 'two']);
  failures.push(null, limited(3));
  await pass(1100);
  expect(contents()).toEqual(['one', 'two', 'one', 'two']);
  expect(statuses()).toEqual(['sending', 'limited', 'limited']);
  await pass(3100);
  expect(contents().slice(4)).toEqual(['two', 'three']);
  outbox.close();
});

it('[WB313] waits a second at least and ten minutes at most, and no longer than the page is open', async () => {
  const { outbox, attempts, failures } = open(limited(0));
  outbox.send(LUNCH, 'Soup');
  await settle();
  await pass(900);
  expect(attempts).toHaveLength(1);
  failures.push(limited(1e9));
  await pass(200);
  expect(attempts).toHaveLength(2);
  failures.push(limited(5));
  await pass(600_100);
  expect(attempts).toHaveLength(3);
  outbox.close();
  await pass(10_000);
  expect(attempts).toHaveLength(3);
});

it('[WB313] a failure that takes no connection away is followed by another attempt, each later', async () => {
  const { outbox, attempts, statuses, failures } = open(new UnreadableAnswer(404, 'a proxy'));
  outbox.send(LUNCH, 'Soup');
  await settle();
  expect(statuses()).toEqual(['waiting']);
  failures.push(new UnreadableAnswer(429, 'a proxy'));
  await pass(5100);
  expect([attempts.length, ...statuses()]).toEqual([2, 'limited']);
  await pass(5100);
  expect(attempts).toHaveLength(2);
  await pass(5000);
  expect(attempts).toHaveLength(3);
  outbox.close();
});

it('[WB85] messages that wait for a connection are sent once there is one, in order and under the same keys', async () => {
  const { outbox, attempts, contents, statuses, connection } = open(
    new ConnectionError('away'),
    new ConnectionError('away'),
  );
  outbox.send(LUNCH, 'one');
  outbox.send(LUNCH, 'two');
  await settle();
  expect(statuses()).toEqual(['waiting', 'waiting']);
  connection.set('live');
  outbox.sendWaiting();
  outbox.send(LUNCH, 'three');
  await settle();
  expect(contents()).toEqual(['one', 'two', 'one', 'two', 'three']);
  expect(attempts.slice(2, 4)).toEqual(attempts.slice(0, 2));
  outbox.close();
});

it('[WB85] a refused message is sent again on request only, as a new call', async () => {
  const { outbox, attempts, statuses } = open(new ApiError('BAD_REQUEST', 400, 'no'));
  outbox.send(LUNCH, 'Soup');
  await pass(60_000);
  expect([attempts.length, ...statuses()]).toEqual([1, 'refused']);
  outbox.retry(outbox.cell.get()[0]!.local_id);
  await settle();
  expect(attempts).toHaveLength(2);
  expect(attempts[1]!.key).not.toBe(attempts[0]!.key);
  outbox.close();
});

it('[WB1041] a message that may have arrived before its topic was renamed goes along, and is not sent twice', async () => {
  const { outbox, attempts, connection, failures } = open(new ConnectionError('away'));
  outbox.send(LUNCH, 'Soup');
  await settle();
  outbox.follow(LUNCH, { ...LUNCH, topic: 'dinner' });
  expect(outbox.in({ ...LUNCH, topic: 'dinner' })).toHaveLength(1);
  failures.push(new ApiError('IDEMPOTENCY_KEY_REUSED', 409, 'used'));
  connection.set('live');
  await settle();
  expect(attempts[1]!.key).toBe(attempts[0]!.key);
  expect(outbox.cell.get()).toEqual([]);
  outbox.close();
});

it('[WB1041] a message whose topic went to another channel while it was being sent is not sent there by itself', async () => {
  const { outbox, attempts, statuses, connection } = open(new ConnectionError('away'));
  outbox.send(LUNCH, 'Soup');
  outbox.follow(LUNCH, { ...LUNCH, channel_id: 4 });
  await settle();
  expect(statuses()).toEqual(['moved']);
  connection.set('live');
  await pass(60_000);
  expect(attempts).toHaveLength(1);
  outbox.retry(outbox.cell.get()[0]!.local_id);
  await settle();
  expect(attempts[1]!.key).toBe(attempts[0]!.key);
  outbox.close();
});
