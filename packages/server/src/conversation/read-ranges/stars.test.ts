// What joining or leaving many channels at once costs people who have starred or marked much.
import { expect, it } from 'bun:test';
import type { Realm } from '../../kit/access/actor.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import { forgetMarks } from './read-ranges.actions.ts';
import { announceStars } from './stars.actions.ts';

it('[RS800] what people starred or marked unread is read once for hundreds of channels', async () => {
  let statements = 0;
  const count = async () => {
    statements += 1;
    return [];
  };
  const tx = { all: count, run: count };
  const people = [1, 2, 3].map((user_id) => ({ user_id, role: 400 }));
  const movements = Array.from({ length: 300 }, (_, at) => ({ channel: { recipient_id: at + 1 }, users: people }));
  await announceStars({ tx } as unknown as WriteContext, {} as Realm, 'remove', movements as never);
  expect(statements).toBe(1);
  const recipient_ids = movements.map(({ channel }) => channel.recipient_id);
  await forgetMarks(tx as never, recipient_ids as never, [1, 2, 3] as never);
  expect(statements).toBe(2);
});
