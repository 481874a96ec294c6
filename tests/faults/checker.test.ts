// The checker sees what it is there for.
import { expect, it } from 'bun:test';
import { type History, judge } from './checker.ts';

const message = (id: number) => ({ id, content: `m${id}` });
const messages = (...ids: number[]) => ids.map(message);
const acknowledged = (...ids: number[]) => messages(...ids).map((each, at) => ({ ...each, sender: 0, at: at * 100 }));
const judged = (change: Partial<History>) => {
  const whole = { acknowledged: acknowledged(1, 2, 3), stored: messages(1, 2, 3), queues: [messages(1, 2, 3)] };
  const { lost, duplicated, reordered } = judge({ ...whole, ...change });
  return { lost, duplicated, reordered };
};
const nothing = { lost: 0, duplicated: 0, reordered: 0 };

it('accepts a complete history, also with messages whose sender got no response', () => {
  expect(judged({})).toEqual(nothing);
  expect(judged({ acknowledged: acknowledged(1, 3) })).toEqual(nothing);
  expect(judge({ acknowledged: acknowledged(1, 2), stored: messages(1, 2), queues: [] })).toMatchObject({
    acknowledged: 2,
    pause_ms: 100,
  });
});

it('finds lost, duplicated and reordered messages, in the store and in a queue', () => {
  expect(judged({ stored: messages(1, 3), queues: [messages(1, 3)] })).toEqual({ ...nothing, lost: 2 });
  expect(judged({ queues: [messages(1, 3)] }).lost).toBeGreaterThan(0);
  expect(judged({ stored: [...messages(1, 2, 3), { id: 4, content: 'm3' }] }).duplicated).toBeGreaterThan(0);
  expect(judged({ queues: [messages(1, 2, 2, 3)] })).toEqual({ ...nothing, duplicated: 1 });
  expect(judged({ queues: [messages(1, 3, 2)] })).toEqual({ ...nothing, reordered: 1 });
  expect(judged({ acknowledged: acknowledged(2, 1, 3) })).toEqual({ ...nothing, reordered: 1 });
});
