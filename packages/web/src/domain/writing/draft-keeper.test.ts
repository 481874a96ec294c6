// Which calls the editors of a conversation make for its draft.
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from 'bun:test';
import { ApiError } from '@stoa/contract/api-error';
import { ConnectionError, UnreadableAnswer } from '@stoa/sdk';
import { Signal } from '../../base/cells/cell.ts';
import { hashOf } from '../../base/views/view.ts';
import type { Engine } from '../../model/engine/engine.ts';
import { loadUnsaved, storeUnsaved } from '../../model/session/stored-drafts.ts';
import { DraftKeeper } from './draft-keeper.ts';
import { type Conversation, findText, newMessage } from './drafts.ts';
import { keepDrafts } from './keep-drafts.ts';
import { unlistedDrafts } from './unsaved-drafts.ts';

const LUNCH: Conversation = { kind: 'topic', channel_id: 3, topic: 'lunch' };
const before = globalThis.localStorage;

/** A server with drafts, whose events arrive when `deliver` is called. */
function open() {
  const calls: string[] = [];
  let drafts: { id: number; type: string; to: number[]; topic: string; content: string }[] = [];
  let known = drafts;
  let last = 0;
  let failure: Error | null = null;
  const call = async (text: string, act: () => void) => {
    if (failure) throw failure;
    calls.push(text);
    act();
  };
  const engine = {
    own_id: 7,
    state: { get: () => ({ drafts: known, user_settings: { enable_drafts_synchronization: true } }) },
    connection: { get: () => 'live', subscribe: () => () => {} },
    applied: new Signal(),
    client: {
      email: 'ada@example.org',
      async createDrafts({ drafts: [draft] }: { drafts: [(typeof drafts)[number]] }) {
        const id = ++last;
        await call(`create ${draft.content}`, () => (drafts = [...drafts, { ...draft, id }]));
        return { ids: [id] };
      },
      editDraft: ({ draft_id, draft }: { draft_id: number; draft: (typeof drafts)[number] }) =>
        call(`edit ${draft_id} ${draft.content}`, () => {
          drafts = drafts.map((one) => (one.id === draft_id ? { ...draft, id: draft_id } : one));
        }),
      deleteDraft: ({ draft_id }: { draft_id: number }) =>
        call(`delete ${draft_id}`, () => (drafts = drafts.filter(({ id }) => id !== draft_id))),
    },
  } as unknown as Engine;
  return {
    engine,
    calls,
    deliver: () => (known = drafts),
    drafts: () => drafts,
    cut: (away: boolean) => (failure = away ? new ConnectionError('away') : null),
    fail: (how: Error | null) => (failure = how),
  };
}

/** Writes a text and waits until it is saved. */
async function write(keeper: DraftKeeper, text: string): Promise<void> {
  keeper.changed(text);
  keeper.flush();
  while (!keeper.isSettled()) await Promise.resolve();
}

describe('a draft', () => {
  beforeAll(() => {
    /** Its own keys are those of what is stored, as in browsers. */
    const methods = {
      getItem(this: Record<string, string>, key: string) {
        return this[key] ?? null;
      },
      setItem(this: Record<string, string>, key: string, value: string) {
        this[key] = value;
      },
      removeItem(this: Record<string, string>, key: string) {
        delete this[key];
      },
      clear(this: Record<string, string>) {
        for (const key of Object.keys(this)) delete this[key];
      },
    };
    globalThis.localStorage = Object.create(methods) as Storage;
  });
  beforeEach(() => localStorage.clear());
  afterAll(() => {
    globalThis.localStorage = before;
  });

  it('[WB199] is deleted once, although another editor of the conversation opens meanwhile', async () => {
    const { engine, calls, deliver } = open();
    const first = new DraftKeeper(engine, LUNCH);
    await write(first, 'Soup');
    deliver();
    first.changed('');
    first.flush();
    // What was sent led to its conversation, whose editor finds the draft still there.
    const second = new DraftKeeper(engine, LUNCH);
    first.close();
    second.flush();
    while (!first.isSettled() || !second.isSettled()) await Promise.resolve();
    deliver();
    await write(second, '');
    second.close();
    expect(calls).toEqual(['create Soup', 'delete 1']);
  });

  it('[WB1070] that was written elsewhere meanwhile becomes one of its own before it is replaced', async () => {
    const { engine, calls, deliver } = open();
    const here = new DraftKeeper(engine, LUNCH);
    here.changed('Rice');
    // Another device, which has not heard of it either.
    await engine.client.createDrafts({ drafts: [{ type: 'stream', to: [3], topic: 'lunch', content: 'Soup' }] });
    deliver();
    await write(here, 'Rice');
    deliver();
    await write(here, 'Rice and beans');
    deliver();
    here.close();
    expect(calls).toEqual(['create Soup', 'create Soup', 'edit 1 Rice', 'edit 1 Rice and beans']);
  });

  it('[WB1070] that was written here is not copied, whichever editor wrote it', async () => {
    const { engine, calls, deliver } = open();
    const first = new DraftKeeper(engine, LUNCH);
    await write(first, 'Soup');
    const second = new DraftKeeper(engine, LUNCH);
    await write(first, 'Soup and bread');
    deliver();
    await write(second, 'Rice');
    expect(calls).toEqual(['create Soup', 'edit 1 Soup and bread', 'edit 1 Rice']);
  });

  it('[WB199] is deleted again after the connection was lost', async () => {
    const { engine, calls, deliver, cut } = open();
    const keeper = new DraftKeeper(engine, LUNCH);
    await write(keeper, 'Soup');
    deliver();
    cut(true);
    keeper.changed('');
    keeper.flush();
    await new Promise((resolve) => setImmediate(resolve));
    cut(false);
    await write(keeper, '');
    keeper.close();
    expect(calls).toEqual(['create Soup', 'delete 1']);
  });

  it('[WB201] that the server does not save stays in this browser, whatever the reason', async () => {
    const { engine, calls, fail } = open();
    const keeper = new DraftKeeper(engine, LUNCH);
    const unsaved = () => loadUnsaved('ada@example.org', hashOf(LUNCH));
    for (const failure of [
      new ApiError('UNAUTHORIZED', 401, 'The session was ended'),
      new ApiError('USER_DEACTIVATED', 403, 'The account is deactivated'),
      new ApiError('BAD_REQUEST', 400, 'Too long'),
      new UnreadableAnswer(502, 'A proxy answered'),
    ]) {
      fail(failure);
      keeper.changed(`Soup ${failure.message}`);
      keeper.flush();
      await new Promise((resolve) => setImmediate(resolve));
      expect(unsaved()).toBe(`Soup ${failure.message}`);
      expect(keeper.isSettled()).toBe(false);
    }
    fail(null);
    keeper.close();
    while (!keeper.isSettled()) await Promise.resolve();
    expect(calls).toEqual(['create Soup A proxy answered']);
    expect(unsaved()).toBeNull();
  });

  it('[WB201] is saved every few seconds while its writer makes no pause', async () => {
    const { engine, calls } = open();
    jest.useFakeTimers();
    try {
      const keeper = new DraftKeeper(engine, LUNCH);
      for (let second = 0; second < 12; second++) {
        keeper.changed(`Soup ${second}`);
        jest.advanceTimersByTime(1000);
        for (let turn = 0; turn < 20; turn++) await Promise.resolve();
      }
      expect(calls).toEqual(['create Soup 4', 'edit 1 Soup 9']);
      keeper.close();
    } finally {
      jest.useRealTimers();
    }
  });

  it('[WB203] of a new message is one, which follows its destination and leaves the drafts there alone', async () => {
    const { engine, drafts, deliver } = open();
    const earlier = new DraftKeeper(engine, LUNCH);
    await write(earlier, 'Soup');
    earlier.close();
    deliver();
    const keeper = new DraftKeeper(engine, null, newMessage());
    await write(keeper, 'Bread');
    expect(drafts()[1]).toEqual({ id: 2, type: '', to: [], topic: '', content: 'Bread' });
    for (const topic of ['lu', 'lunch']) {
      keeper.moveTo({ ...LUNCH, topic }, 'Bread');
      keeper.flush();
    }
    while (!keeper.isSettled()) await Promise.resolve();
    deliver();
    expect(drafts()).toEqual([
      { id: 1, type: 'stream', to: [3], topic: 'lunch', content: 'Soup' },
      { id: 2, type: 'stream', to: [3], topic: 'lunch', content: 'Bread' },
    ]);
    // While it is being written, the conversation has its own text.
    expect(findText(engine, LUNCH)).toBe('Soup');
    keeper.changed('');
    keeper.flush();
    keeper.close();
    while (!keeper.isSettled()) await Promise.resolve();
    expect(drafts().map(({ content }) => content)).toEqual(['Soup']);
    expect(findText(engine, LUNCH)).toBe('Soup');
    const other = new DraftKeeper(engine, LUNCH, newMessage());
    await write(other, 'Salad');
    other.close();
    expect(drafts().map(({ content }) => content)).toEqual(['Soup', 'Salad']);
  });

  it('[WB203] of a message that was sent while it was being created is shown nowhere', async () => {
    const { engine, deliver } = open();
    const keeper = new DraftKeeper(engine, LUNCH, newMessage());
    keeper.changed('Bread');
    keeper.flush();
    keeper.changed('');
    keeper.flush();
    keeper.close();
    while (!keeper.isSettled()) {
      deliver();
      expect(findText(engine, LUNCH)).toBeNull();
      await Promise.resolve();
    }
  });

  it('[WB203] of a message left without a recipient stays beside others, and is continued by its id', async () => {
    const { engine, drafts, deliver } = open();
    for (const text of ['Soup', 'Bread']) {
      const keeper = new DraftKeeper(engine, null, newMessage());
      keeper.changed(text);
      keeper.close();
      while (!keeper.isSettled()) await Promise.resolve();
      deliver();
    }
    const keeper = new DraftKeeper(engine, null, newMessage(1));
    keeper.moveTo({ kind: 'direct', user_ids: [] }, 'Soup');
    keeper.close();
    while (!keeper.isSettled()) await Promise.resolve();
    expect(drafts()).toEqual([
      { id: 1, type: 'private', to: [7], topic: '', content: 'Soup' },
      { id: 2, type: '', to: [], topic: '', content: 'Bread' },
    ]);
  });

  it('[WB204] follows a topic that is moved as a whole, whether its editor is open or not', async () => {
    const { engine, calls, drafts, deliver } = open();
    keepDrafts(engine);
    const rename = (from: string, to: string, propagate_mode = 'change_all') =>
      engine.applied.emit({
        event: { id: 1, type: 'update_message', propagate_mode, stream_id: 3, orig_subject: from, subject: to },
        message: undefined,
      });
    const settle = async () => {
      await new Promise((resolve) => setImmediate(resolve));
      deliver();
    };
    const keeper = new DraftKeeper(engine, LUNCH);
    await write(keeper, 'Soup');
    deliver();
    // The editor goes along with its reader.
    rename('lunch', 'dinner');
    keeper.moveTo({ ...LUNCH, topic: 'dinner' }, 'Soup and');
    keeper.close();
    await settle();
    expect(drafts()).toEqual([{ id: 1, type: 'stream', to: [3], topic: 'dinner', content: 'Soup and' }]);
    expect(calls).toEqual(['create Soup', 'edit 1 Soup and']);
    storeUnsaved('ada@example.org', hashOf({ ...LUNCH, topic: 'Dinner' }), 'Salad');
    rename('Dinner', 'supper', 'change_one');
    await settle();
    expect(drafts()[0]!.topic).toBe('dinner');
    rename('Dinner', 'supper');
    await settle();
    expect(drafts()).toEqual([{ id: 1, type: 'stream', to: [3], topic: 'supper', content: 'Soup and' }]);
    expect(findText(engine, { ...LUNCH, topic: 'supper' })).toBe('Salad');
  });

  it('[WB312] go along with their topic in every spelling, unless an editor has them', async () => {
    const { engine, drafts, deliver } = open();
    keepDrafts(engine);
    const rename = (from: string, to: string) =>
      engine.applied.emit({
        event: {
          id: 1,
          type: 'update_message',
          propagate_mode: 'change_all',
          stream_id: 3,
          orig_subject: from,
          subject: to,
        },
        message: undefined,
      });
    const keeper = new DraftKeeper(engine, { ...LUNCH, topic: 'Über' });
    await write(keeper, 'Soup');
    deliver();
    rename('über', 'unter');
    await new Promise((resolve) => setImmediate(resolve));
    expect(drafts()).toMatchObject([{ topic: 'Über' }]);
    keeper.close();
    await new Promise((resolve) => setImmediate(resolve));
    expect(findText(engine, { ...LUNCH, topic: 'über' })).toBe('Soup');
    storeUnsaved('ada@example.org', hashOf({ ...LUNCH, topic: 'ÜBER' }), 'Salad');
    rename('über', 'unter');
    await new Promise((resolve) => setImmediate(resolve));
    expect(drafts()).toMatchObject([{ topic: 'unter', content: 'Soup' }]);
    expect(findText(engine, { ...LUNCH, topic: 'unter' })).toBe('Salad');
  });

  it('[WB205] that an earlier page left unsaved is listed, and saved once no editor writes it', async () => {
    const { engine, drafts, deliver } = open();
    const earlier = new DraftKeeper(engine, LUNCH, newMessage());
    await write(earlier, 'Bread');
    deliver();
    earlier.moveTo({ ...LUNCH, topic: 'dinner' }, 'Bread and butter');
    const email = 'ada@example.org';
    const texts = [
      ['new/x1/', 'For whom?'],
      [hashOf({ ...LUNCH, topic: 'starters' }), 'Soup'],
      [hashOf({ ...LUNCH, topic: 'tea' }), 'Mint'],
      ['edit/5', '{}'],
    ] as const;
    for (const [address, text] of texts) storeUnsaved(email, address, text);
    storeUnsaved('bo@example.org', hashOf(LUNCH), 'Of somebody else');
    // As after a reload, where nothing is open but an editor of one conversation.
    const next = { ...engine } as Engine;
    const open_here = new DraftKeeper(next, { ...LUNCH, topic: 'tea' });
    expect(unlistedDrafts(next).map(({ content }) => content)).toEqual(['For whom?', 'Soup', 'Mint']);
    jest.useFakeTimers();
    try {
      keepDrafts(next);
      storeUnsaved(email, hashOf({ ...LUNCH, topic: 'starters' }), 'Soup, being typed in another tab');
      open_here.changed('Mint, being typed here');
      jest.advanceTimersByTime(1600);
    } finally {
      jest.useRealTimers();
    }
    await new Promise((resolve) => setImmediate(resolve));
    expect(drafts()).toEqual([
      { id: 1, type: 'stream', to: [3], topic: 'dinner', content: 'Bread and butter' },
      { id: 2, type: 'stream', to: [3], topic: 'tea', content: 'Mint, being typed here' },
      { id: 3, type: '', to: [], topic: '', content: 'For whom?' },
    ]);
    expect(Object.values(localStorage)).not.toContain('For whom?');
    open_here.close();
  });

  it('[WB199] that another device deleted is created again by what is written next', async () => {
    const { engine, calls, deliver } = open();
    const keeper = new DraftKeeper(engine, LUNCH);
    await write(keeper, 'Soup');
    deliver();
    await write(keeper, 'Soup and');
    await engine.client.deleteDraft({ draft_id: 1 as never });
    deliver();
    await write(keeper, 'Soup and bread');
    keeper.close();
    expect(calls).toEqual(['create Soup', 'edit 1 Soup and', 'delete 1', 'create Soup and bread']);
  });
});
