// Checks `markRestored` on both engines: no id or position that may have been assigned already is assigned again.
import { afterEach, beforeEach, describe, expect, it, setDefaultTimeout } from 'bun:test';
import { ROLE, type UserId } from '@stoa/contract';
import { type FeedStage, type Numbered, openFeedStage } from '@stoa/testkit/kit';
import { findLogGaps } from '../feed/log-gaps.ts';
import { pruneLog } from '../feed/prune.ts';
import { sql } from '../kit/database/sql.ts';
import type { Audience } from '../kit/write/log-entry.ts';
import { LOG_STEP } from '../kit/write/log-entry.ts';
import { markRestored } from './restored.actions.ts';

setDefaultTimeout(30_000);
const everyone: Audience = { everyone: true };
const lost = { code: 'BAD_EVENT_QUEUE_ID' };
const numbers = (events: readonly Numbered[]) => events.map(({ n }) => n);

let stage: FeedStage;
let ada: UserId;
let dara: UserId;
beforeEach(async () => {
  stage = await openFeedStage();
  ada = stage.addReader(1, ROLE.owner);
  dara = stage.addReader(2);
});
afterEach(() => stage.close());

async function restore(): Promise<void> {
  await stage.test.store.transaction((tx) => markRestored(tx, stage.test.clock.now()));
  await stage.restart();
}
const prune = () => pruneLog(stage.test.store, stage.test.writer);
const gaps = () => findLogGaps(stage.test.store.db, stage.realm.realm_id);

describe('[BU12] after a restore', () => {
  it('a queue continues where it was, and misses nothing', async () => {
    const queue = await stage.addQueue(dara);
    await stage.emit(everyone, 1, { count: 3 });
    const [first] = await stage.poll(dara, queue, -1);
    await restore();
    await stage.emit(everyone, 4);
    const events = await stage.poll(dara, queue, first!.id);
    expect(numbers(events)).toEqual([2, 3, 4]);
    expect(events.at(-1)!.id).toBe(3 * LOG_STEP + 1_000_000 * LOG_STEP + LOG_STEP);
    expect(await stage.poll(dara, queue, events.at(-1)!.id)).toEqual([]);
  });

  it('a client that has seen undone events gets BAD_EVENT_QUEUE_ID, also after many new ones', async () => {
    const ahead = await stage.addQueue(dara);
    const beside = await stage.addQueue(ada);
    const position = await stage.emit(everyone, 1);
    await restore();
    for (const undone of [1, 2, 500, 999_999])
      await expect(stage.poll(dara, ahead, position + undone * LOG_STEP)).rejects.toMatchObject(lost);
    await stage.emit(everyone, 2, { count: 50 });
    await expect(stage.poll(dara, ahead, position + LOG_STEP)).rejects.toMatchObject(lost);
    // Signals have ids after that of an entry.
    expect(numbers(await stage.poll(ada, beside, position + 3))).toHaveLength(50);
  });

  it('an unread queue does not count as one far behind', async () => {
    const queue = await stage.addQueue(dara);
    await stage.emit(everyone, 1, { count: 3 });
    await restore();
    await prune();
    expect((await prune()).removed).toEqual([]);
    expect(numbers(await stage.poll(dara, queue, -1))).toEqual([1, 2, 3]);
    await stage.emit(everyone, 4, { count: 20 });
    expect((await pruneLog(stage.test.store, stage.test.writer, 10)).removed).toEqual([queue]);
  });

  it('forgets skipped entries once no queue is behind them', async () => {
    const queue = await stage.addQueue(dara);
    await stage.emit(everyone, 1);
    await restore();
    expect(await gaps()).toHaveLength(1);
    await prune();
    await prune();
    expect(await gaps()).toHaveLength(1);
    await stage.emit(everyone, 2);
    const events = await stage.poll(dara, queue, -1);
    await stage.poll(dara, queue, events.at(-1)!.id);
    await stage.restart();
    await prune();
    await prune();
    expect(await gaps()).toEqual([]);
  });

  it('can be repeated, and no queue becomes idle meanwhile', async () => {
    const queue = await stage.addQueue(dara, { idle_secs: 600 });
    const position = await stage.emit(everyone, 1);
    await restore();
    await stage.emit(everyone, 2);
    stage.test.clock.advance(24 * 60 * 60_000);
    await restore();
    expect(numbers(await stage.poll(dara, queue, position))).toEqual([2]);
    await expect(stage.poll(dara, queue, position + 5 * LOG_STEP)).rejects.toMatchObject(lost);
  });

  it('ids of every counter move on, also of those never used', async () => {
    const { store } = stage.test;
    const insert = () =>
      store.transaction((tx) =>
        tx.get<{ realm_id: number }>(
          sql`insert into realms (uuid, name, description, host, url, date_created, settings, last_event_id, log_floor)
           values ('u', 'u', '', ${crypto.randomUUID()}, 'http://u', 0, '{}', 0, 0) returning realm_id`,
        ),
      );
    const before = (await insert())!.realm_id;
    await restore();
    expect((await insert())!.realm_id).toBe(before + 1_000_001);
    const unused = await store.transaction((tx) =>
      tx.get<{ recipient_id: number }>(
        sql`insert into recipients (realm_id, user_key) values (${stage.realm.realm_id}, '1') returning recipient_id`,
      ),
    );
    expect(unused!.recipient_id).toBe(1_000_001);
  });
});
