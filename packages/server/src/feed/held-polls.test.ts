// Polls that arrive while an event is on its way to many.
import { afterEach, beforeEach, describe, expect, it } from 'bun:test';
import { type FeedStage, type Numbered, openFeedStage } from '@stoa/testkit/kit';
import { HeldPolls } from './held-polls.ts';

const pause = () => Bun.sleep(20);

describe('[EV34] polls that arrive during rounds', () => {
  let held: HeldPolls;
  let begun: string[];
  beforeEach(() => {
    held = new HeldPolls();
    begun = [];
  });
  const arrive = (name: string) => void held.hold()!.then(() => begun.push(name));
  const startRound = () => {
    const round = Promise.withResolvers<void>();
    const over = held.during(() => round.promise);
    return { ...round, over };
  };

  it('begin at once while no round runs', async () => {
    expect(held.hold()).toBeNull();
    await held.during(async () => {});
    expect(held.hold()).toBeNull();
  });

  it('wait until it ends, also if it fails, and begin in their order', async () => {
    const round = startRound();
    const names = Array.from({ length: 200 }, (_, at) => `poll ${at}`);
    for (const name of names) arrive(name);
    await pause();
    expect(begun).toEqual([]);
    round.reject(new Error('no'));
    await expect(round.over).rejects.toThrow('no');
    await pause();
    expect(begun).toEqual(names);
    expect(held.hold()).toBeNull();
  });

  it('wait for no second one', async () => {
    const [first, second] = [startRound(), startRound()];
    arrive('a');
    first.resolve();
    await pause();
    arrive('b');
    expect(begun).toEqual(['a']);
    second.resolve();
    await pause();
    expect(begun).toEqual(['a', 'b']);
  });
});

it('[EV35] of a crowd, some polls begin in each turn of the event loop, in their order, and no other waits behind them', async () => {
  const held = new HeldPolls();
  const begun: number[] = [];
  const turns: number[] = [];
  const arrive = (poll: number) => {
    const waiting = held.hold();
    if (waiting === null) begun.push(poll);
    else void waiting.then(() => begun.push(poll));
  };
  for (let poll = 0; poll < 120; poll++) arrive(poll);
  for (let turn = 0; turn < 4; turn++) {
    turns.push(begun.length);
    await new Promise<void>((resolve) => setImmediate(resolve));
  }
  expect(turns).toEqual([50, 100, 120, 120]);
  expect(begun).toEqual(Array.from({ length: 120 }, (_, poll) => poll));
  expect(held.hold()).toBeNull();
});

describe('[EV34] an event', () => {
  let stage: FeedStage;
  beforeEach(async () => {
    stage = await openFeedStage({ heartbeat_ms: 60_000 });
  });
  afterEach(() => stage.close());

  /** Events that each waiting client received, and how many clients had them when the next polls could begin; null if at once. */
  async function deliverTo(people: number): Promise<{ received: number[]; before: number | null }> {
    const received: number[] = [];
    const polls: Promise<Numbered[]>[] = [];
    let before: number | null = null;
    let held: Promise<void> | null = null;
    for (let user_id = 100; user_id < 100 + people; user_id++) {
      const reader = stage.addReader(user_id);
      const polling = stage.poll(reader, await stage.addQueue(reader), -1, { wait: true });
      polls.push(polling);
      void polling.then(([event]) => {
        received.push(event!.n);
        if (received.length > 1) return;
        held = stage.feed.hold();
        void held?.then(() => {
          before = received.length;
        });
      });
    }
    await Bun.sleep(200);
    await stage.emit({ everyone: true }, 1);
    await Promise.all(polls);
    await pause();
    expect(stage.feed.hold()).toBeNull();
    return { received, before };
  }

  it('for many reaches all of them before the next polls', async () => {
    const { received, before } = await deliverTo(2000);
    expect(before).toBe(2000);
    expect(new Set(received)).toEqual(new Set([1]));
  });

  it('for few holds nobody', async () => {
    const { received, before } = await deliverTo(100);
    expect(before).toBeNull();
    expect(received).toHaveLength(100);
  });
});
