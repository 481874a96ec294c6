// That one poll leaves turns of the event loop to others.
import { afterAll, expect, it, setDefaultTimeout } from 'bun:test';
import { openFeedStage } from '@stoa/testkit/kit';

setDefaultTimeout(30_000);

const stage = await openFeedStage();
afterAll(() => stage.close());

it('[EV801] a poll that is shown thousands of entries gives others a turn between pages', async () => {
  const ada = stage.addReader(1);
  const dara = stage.addReader(2);
  const queue = await stage.addQueue(dara);
  /** Turns of the event loop during a poll. */
  const turnsOfPoll = async () => {
    let turns = 0;
    let counting = true;
    const count = () => {
      turns += 1;
      if (counting) setImmediate(count);
    };
    setImmediate(count);
    expect(await stage.poll(dara, queue, -1)).toEqual([]);
    counting = false;
    return turns;
  };
  // The first poll opens the event log, so that what follows stays in memory.
  await turnsOfPoll();
  await stage.emit({ users: [ada] }, 1, { count: 2500 });
  expect(await turnsOfPoll()).toBeGreaterThanOrEqual(4);
});
