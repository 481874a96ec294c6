// Drafts, through HTTP.

import { beforeAll, beforeEach, describe, expect, it } from 'bun:test';
import { type Draft, MAX_DRAFT_RECIPIENTS, MAX_DRAFTS, type NewDraft, type UserId } from '@stoa/contract';
import { basic, rawRequest, refusedWith, serveTests, verifyEvents } from '@stoa/testkit';
import { sql } from '../../kit/database/sql.ts';
import { removeAllDrafts } from './drafts.actions.ts';

const { server, cast } = await serveTests();
let stream_id: number;
let other_id: number;
let private_id: number;

beforeAll(async () => {
  const { ada, dara } = cast;
  await ada.subscribe({ subscriptions: [{ name: 'open' }, { name: 'open too' }] });
  await ada.subscribe({ subscriptions: [{ name: 'closed' }], invite_only: true });
  stream_id = (await dara.getStreamId({ stream: 'open' })).stream_id;
  other_id = (await dara.getStreamId({ stream: 'open too' })).stream_id;
  private_id = (await ada.getStreamId({ stream: 'closed' })).stream_id;
});

beforeEach(async () => {
  for (const { user_id } of [cast.dara, cast.eli]) await clear(user_id);
});

const clear = (user_id: UserId) =>
  server.app.writer.write(server.realm.realm_id, (context) => removeAllDrafts(context, user_id));

const note = (content: string, more: Partial<NewDraft> = {}): NewDraft => ({
  type: '',
  to: [],
  topic: '',
  content,
  ...more,
});
const kept = async (): Promise<Draft[]> => (await cast.dara.getDrafts()).drafts;

describe('creating drafts', () => {
  it('[DR1] [DR3] [DR10] creates several at once, of each type, for the clients of their author only', async () => {
    const { dara, eli, ada } = cast;
    const { value, events } = await verifyEvents([dara, eli, ada], () =>
      dara.createDrafts({
        drafts: [
          note('unaddressed', { id: 5, timestamp: 300 }),
          note('to a channel', { type: 'stream', to: [stream_id], topic: 'Plans', timestamp: 100.9 }),
          note('to people', { type: 'private', to: [eli.user_id, ada.user_id, eli.user_id], timestamp: 200 }),
          note('to nobody yet', { type: 'private', timestamp: 200 }),
        ],
      }),
    );
    const [first, second, third, fourth] = value.ids as [number, number, number, number];
    expect(events[0]!.map(({ type, op }) => [type, op])).toEqual([['drafts', 'add']]);
    expect([events[1], events[2]]).toEqual([[], []]);
    expect(await dara.getDrafts()).toEqual({
      count: 4,
      drafts: [
        { id: second, type: 'stream', to: [stream_id], topic: 'Plans', content: 'to a channel', timestamp: 100 },
        { id: third, type: 'private', to: [eli.user_id, ada.user_id], topic: '', content: 'to people', timestamp: 200 },
        { id: fourth, type: '', to: [], topic: '', content: 'to nobody yet', timestamp: 200 },
        { id: first, type: '', to: [], topic: '', content: 'unaddressed', timestamp: 300 },
      ],
    });
    const { drafts } = await dara.registerQueue({ fetch_event_types: ['drafts'] });
    expect(drafts!.map(({ id }) => id)).toEqual([first, fourth, third, second]);
    expect((await eli.getDrafts()).count).toBe(0);
  });

  it('[DR3] creates none if one is invalid, and accepts an empty list', async () => {
    const { dara } = cast;
    const { events } = await verifyEvents(dara, async () => {
      expect(await refusedWith(dara.createDrafts({ drafts: [note('good'), note(' ')] }))).toEqual([400, 'BAD_REQUEST']);
      expect((await dara.createDrafts({})).ids).toEqual([]);
    });
    expect(events[0]).toEqual([]);
    expect(await kept()).toEqual([]);
  });

  it('[DR3] assigns ids to many drafts in the given order', async () => {
    const { dara } = cast;
    const drafts = Array.from({ length: 250 }, (_, n) => note(`draft ${n}`, { timestamp: 1000 + n }));
    const { ids } = await dara.createDrafts({ drafts });
    expect(await kept()).toEqual(drafts.map((draft, at) => ({ ...draft, id: ids[at]! }) as Draft));
  });

  it('[DR4] refuses recipients that the author cannot see', async () => {
    const { dara, finn } = cast;
    const other = await server.organization(`other-${stream_id}.example`);
    const bad: NewDraft[] = [
      note('x', { type: 'stream', to: [] }),
      note('x', { type: 'stream', to: [stream_id, other_id] }),
      note('x', { type: 'stream', to: [987_654] }),
      note('x', { type: 'stream', to: [private_id] }),
      note('x', { type: 'private', to: [987_654] }),
      note('x', { type: 'private', to: [-1] }),
      note('x', { type: 'private', to: [dara.user_id, other.owner.user_id] }),
      note('x', { type: 'stream', to: [Number.MAX_SAFE_INTEGER] }),
    ];
    for (const draft of bad)
      expect(await refusedWith(dara.createDrafts({ drafts: [draft] }))).toEqual([400, 'BAD_REQUEST']);
    expect(
      (await refusedWith(finn.createDrafts({ drafts: [note('x', { type: 'stream', to: [stream_id] })] })))[0],
    ).toBe(400);
    expect(await kept()).toEqual([]);
    const { ids } = await dara.createDrafts({ drafts: [note('dropped', { to: [987_654], topic: 'dropped' })] });
    expect(await kept()).toMatchObject([{ id: ids[0]!, to: [], topic: '' }]);
  });

  it('[DR4] accepts 499 and 500 people, not 501', async () => {
    const { dara, eli } = cast;
    const create = (count: number) =>
      dara.createDrafts({ drafts: [note('x', { type: 'private', to: Array(count).fill(eli.user_id) })] });
    await create(MAX_DRAFT_RECIPIENTS - 1);
    await create(MAX_DRAFT_RECIPIENTS);
    expect(await refusedWith(create(MAX_DRAFT_RECIPIENTS + 1))).toEqual([400, 'BAD_REQUEST']);
    const strangers = Array.from({ length: MAX_DRAFT_RECIPIENTS }, (_, n) => 900_000 + n);
    expect(await refusedWith(dara.createDrafts({ drafts: [note('x', { type: 'private', to: strangers })] }))).toEqual([
      400,
      'BAD_REQUEST',
    ]);
  });

  it('[DR5] stores topics of 59 and 60 code points and cuts longer ones', async () => {
    const { dara } = cast;
    const topics = ['💡'.repeat(59), '💡'.repeat(60), '💡'.repeat(61)];
    await dara.createDrafts({
      drafts: topics.map((topic, n) => note('x', { type: 'stream', to: [stream_id], topic, timestamp: n })),
    });
    expect((await kept()).map(({ topic }) => topic)).toEqual([topics[0]!, topics[1]!, `${'💡'.repeat(57)}...`]);
  });

  it('[DR6] stores content verbatim, up to 10,000 code points', async () => {
    const { dara } = cast;
    const contents = ['  ends in blanks \n\n', '💡'.repeat(9_999), '💡'.repeat(10_000)];
    await dara.createDrafts({ drafts: contents.map((content, n) => note(content, { timestamp: n })) });
    expect((await kept()).map(({ content }) => content)).toEqual(contents);
    for (const content of ['💡'.repeat(10_001), '', ' \n\t ', 'null\0byte'])
      expect(await refusedWith(dara.createDrafts({ drafts: [note(content)] }))).toEqual([400, 'BAD_REQUEST']);
    const draft = note('x', { type: 'stream', to: [stream_id], topic: 'null\0byte' });
    expect(await refusedWith(dara.createDrafts({ drafts: [draft] }))).toEqual([400, 'BAD_REQUEST']);
  });

  it('[DR7] accepts the 1,000th draft and refuses the next', async () => {
    const { dara } = cast;
    const many = (count: number) => Array.from({ length: count }, (_, n) => note(`draft ${n}`));
    expect(await refusedWith(dara.createDrafts({ drafts: many(MAX_DRAFTS + 1) }))).toEqual([400, 'BAD_REQUEST']);
    await dara.createDrafts({ drafts: many(MAX_DRAFTS - 1) });
    expect(await refusedWith(dara.createDrafts({ drafts: many(2) }))).toEqual([400, 'BAD_REQUEST']);
    await dara.createDrafts({ drafts: many(1) });
    expect(await refusedWith(dara.createDrafts({ drafts: many(1) }))).toEqual([400, 'BAD_REQUEST']);
    expect(await kept()).toHaveLength(MAX_DRAFTS);
    await verifyEvents(dara, () => clear(dara.user_id));
  });

  it('[DR8] defaults the time to now, and refuses invalid times', async () => {
    const { dara } = cast;
    const before = Math.floor(server.clock.now() / 1000);
    await dara.createDrafts({ drafts: [note('now')] });
    const [draft] = await kept();
    expect(draft!.timestamp).toBeGreaterThanOrEqual(before);
    expect(draft!.timestamp).toBeLessThanOrEqual(Math.floor(server.clock.now() / 1000));
    await dara.createDrafts({
      drafts: [note('first', { timestamp: 0 }), note('last', { timestamp: 253_402_300_799 })],
    });
    for (const timestamp of [-1, -0.5, 253_402_300_800, 1e300])
      expect(await refusedWith(dara.createDrafts({ drafts: [note('x', { timestamp })] }))).toEqual([
        400,
        'BAD_REQUEST',
      ]);
  });

  it('[DR4] refuses invalid drafts', async () => {
    const { dara } = cast;
    const good = note('x');
    const bad = [
      { ...good, type: 'channel' },
      { ...good, to: stream_id },
      { ...good, to: ['1'] },
      { ...good, to: [1.5] },
      { ...good, extra: true },
      { ...good, content: null },
      { type: '', to: [], topic: '' },
      'draft',
    ];
    for (const drafts of [...bad.map((draft) => [draft]), good, 'x', 7]) {
      const { status, body } = await rawRequest(`${server.url}/api/v1/drafts`, {
        method: 'POST',
        headers: basic(dara),
        body: new URLSearchParams({ drafts: JSON.stringify(drafts) }),
      });
      expect([status, body.code]).toEqual([400, 'BAD_REQUEST']);
    }
    expect(await kept()).toEqual([]);
  });
});

describe('without synchronization', () => {
  it('[DR9] creates and edits none, and removes existing ones', async () => {
    const { dara, eli } = cast;
    const set = (settings: string) =>
      server.app.writer.write(null, ({ tx }) =>
        tx.run(sql`update users set settings = ${settings} where user_id = ${dara.user_id}`),
      );
    const { ids } = await dara.createDrafts({ drafts: [note('one'), note('two')] });
    await eli.createDrafts({ drafts: [note('of somebody else')] });
    await set('{"enable_drafts_synchronization": false}');
    try {
      expect(await refusedWith(dara.createDrafts({ drafts: [note('x')] }))).toEqual([400, 'BAD_REQUEST']);
      expect(await refusedWith(dara.editDraft({ draft_id: ids[0]!, draft: note('x') }))).toEqual([400, 'BAD_REQUEST']);
      const { events } = await verifyEvents([dara, eli], () => clear(dara.user_id));
      expect(events[0]!.map(({ op, draft_id }) => [op, draft_id])).toEqual(ids.map((id) => ['remove', id]));
      expect(events[1]).toEqual([]);
      expect(await kept()).toEqual([]);
      expect((await eli.getDrafts()).count).toBe(1);
      await eli.createDrafts({ drafts: [note('x')] });
    } finally {
      await set('{}');
    }
    await dara.createDrafts({ drafts: [note('again')] });
  });
});

describe('changing drafts', () => {
  it('[DR10] replaces the whole draft and moves it to the front', async () => {
    const { dara, eli } = cast;
    const { ids } = await dara.createDrafts({
      drafts: [note('old', { timestamp: 10 }), note('between', { timestamp: 20 })],
    });
    const draft = note('new', { type: 'stream', to: [stream_id], topic: 'Plans', timestamp: 30 });
    const { events } = await verifyEvents([dara, eli], () => dara.editDraft({ draft_id: ids[0]!, draft }));
    expect(events[0]).toMatchObject([{ type: 'drafts', op: 'update', draft: { ...draft, id: ids[0]! } }]);
    expect(events[1]).toEqual([]);
    expect((await kept()).at(-1)).toEqual({ ...draft, id: ids[0]! } as Draft);
    await verifyEvents(dara, () => dara.editDraft({ draft_id: ids[0]!, draft: note('now') }));
    const [, edited] = await kept();
    expect(edited!.timestamp).toBeGreaterThan(1_700_000_000);
  });

  it('[DR4] [DR6] validates the new draft by the same rules', async () => {
    const { dara } = cast;
    const { ids } = await dara.createDrafts({ drafts: [note('old')] });
    const before = await kept();
    for (const draft of [note(''), note('x', { type: 'stream', to: [private_id] }), note('x', { timestamp: -1 })])
      expect(await refusedWith(dara.editDraft({ draft_id: ids[0]!, draft }))).toEqual([400, 'BAD_REQUEST']);
    expect(await kept()).toEqual(before);
  });

  it('[DR2] editing or deleting a missing draft answers 404 BAD_REQUEST, and so does one of another account', async () => {
    const { dara, eli, ada } = cast;
    const { ids } = await eli.createDrafts({ drafts: [note('private thoughts')] });
    const { events } = await verifyEvents([dara, eli], async () => {
      for (const draft_id of [ids[0]!, 987_654, 0, -1, Number.MAX_SAFE_INTEGER]) {
        expect(await refusedWith(dara.editDraft({ draft_id, draft: note('x') }))).toEqual([404, 'BAD_REQUEST']);
        expect(await refusedWith(dara.deleteDraft({ draft_id }))).toEqual([404, 'BAD_REQUEST']);
      }
      expect(await refusedWith(ada.deleteDraft({ draft_id: ids[0]! }))).toEqual([404, 'BAD_REQUEST']);
    });
    expect(events).toEqual([[], []]);
    expect((await eli.getDrafts()).drafts).toMatchObject([{ content: 'private thoughts' }]);
  });

  it('[DR10] deletes', async () => {
    const { dara, eli } = cast;
    const { ids } = await dara.createDrafts({ drafts: [note('one'), note('two')] });
    const { events } = await verifyEvents([dara, eli], () => dara.deleteDraft({ draft_id: ids[0]! }));
    expect(events[0]).toMatchObject([{ type: 'drafts', op: 'remove', draft_id: ids[0]! }]);
    expect(events[1]).toEqual([]);
    expect(await refusedWith(dara.deleteDraft({ draft_id: ids[0]! }))).toEqual([404, 'BAD_REQUEST']);
    expect((await kept()).map(({ content }) => content)).toEqual(['two']);
  });
});
