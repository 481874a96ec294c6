// Addresses of views: those the client creates, those in messages, and invalid ones.
import { describe, expect, it } from 'bun:test';
import { hashOf, isAddress, keyOf, narrowOf, parseHash, type View } from './view.ts';

const HOME: View = { kind: 'inbox' };
const OWN = 7;
const read = (hash: string) => parseHash(hash, HOME, OWN);

describe('[WB9] an address', () => {
  const views: View[] = [
    { kind: 'inbox' },
    { kind: 'recent' },
    { kind: 'feed' },
    { kind: 'mentions' },
    { kind: 'starred' },
    { kind: 'drafts' },
    { kind: 'channel', channel_id: 3 },
    { kind: 'topics', channel_id: 3 },
    { kind: 'topic', channel_id: 3, topic: '✔ release 1.4 (50%/#~!\'*) "ä" 火' },
    { kind: 'topic', channel_id: 3, topic: '' },
    { kind: 'direct', user_ids: [4, 9] },
    { kind: 'direct', user_ids: [] },
    { kind: 'search', terms: [{ operator: 'search', operand: 'a.b / c', negated: false }] },
    {
      kind: 'search',
      terms: [
        { operator: 'channel', operand: '3', negated: false },
        { operator: 'has', operand: 'link', negated: true },
      ],
    },
  ];

  it('leads back to its view', () => {
    for (const view of views) expect(read(hashOf(view))).toEqual({ view, near: null, date: null });
    expect(read(hashOf({ kind: 'channel', channel_id: 3 }, 12))).toEqual({
      view: { kind: 'channel', channel_id: 3 },
      near: 12,
      date: null,
    });
  });

  it('[WB132] names an existing day of a view', () => {
    const view: View = { kind: 'topic', channel_id: 3, topic: 'a/b' };
    for (const target of [view, { kind: 'feed' } as const])
      expect(read(hashOf(target, null, '2026-02-28'))).toEqual({ view: target, near: null, date: '2026-02-28' });
    expect(read('#narrow/date/2026-02-28')).toEqual({ view: { kind: 'feed' }, near: null, date: '2026-02-28' });
    for (const day of ['2026-02-30', '2026-13-01', 'yesterday', ''])
      expect(read(`#narrow/is/starred/date/${day}`)).toEqual({ view: { kind: 'starred' }, near: null, date: null });
  });

  it('is understood as written in messages', () => {
    const topic: View = { kind: 'topic', channel_id: 2, topic: 'foo bar' };
    expect(read('#narrow/channel/2-general/topic/foo.20bar/with/9')).toEqual({ view: topic, near: 9, date: null });
    expect(read('#narrow/stream/2-general/subject/foo.20bar')).toEqual({ view: topic, near: null, date: null });
    expect(read('#narrow/dm/9,7,4-group/near/5')).toEqual({
      view: { kind: 'direct', user_ids: [4, 9] },
      near: 5,
      date: null,
    });
    // Names after the ids of channels and people are for readers.
    expect(read('#narrow/channel/7-the-square/sender/3-Dara/search/2026-plans').view).toMatchObject({
      terms: [{ operand: '7' }, { operand: '3' }, { operand: '2026-plans' }],
    });
  });

  it('leads home or to a search if it means nothing, and never fails', () => {
    for (const hash of ['', '#', '#nonsense', '#narrow', '#topics/channel/x', '#constructor', '#__proto__'])
      expect(read(hash).view.kind === 'inbox' || read(hash).view.kind === 'search').toBe(true);
    expect(read('#narrow/channel/.E0.A4/near/x')).toMatchObject({ view: { kind: 'search' }, near: null });
  });
});

it('[WB197] an address of no page is told from those of views, and from that of the home view', () => {
  for (const hash of ['#nonsense', '#narrow', '#narrow/near/3', '#topics/channel/x', '#constructor', '#new', '#share'])
    expect([hash, isAddress(hash)]).toEqual([hash, false]);
  for (const hash of ['', '#', '#inbox', '#feed', '#narrow/is/starred', '#topics/channel/3', '#settings', '#user/3'])
    expect([hash, isAddress(hash)]).toEqual([hash, true]);
});

it('[WB9] every list of messages has a narrow', () => {
  expect(narrowOf({ kind: 'direct', user_ids: [] }, OWN)).toEqual([{ operator: 'dm', operand: [OWN], negated: false }]);
  expect(narrowOf({ kind: 'feed' }, OWN)).toEqual([{ operator: 'is', operand: 'muted', negated: true }]);
  expect(narrowOf({ kind: 'inbox' }, OWN)).toBeNull();
  const { view } = read('#narrow/sender/me/has/link');
  expect(narrowOf(view, OWN)).toEqual([
    { operator: 'sender', operand: OWN, negated: false },
    { operator: 'has', operand: 'link', negated: false },
  ]);
});

it('[WB312] all spellings of a topic are one view, at an address each', () => {
  const topic = (topic: string): View => ({ kind: 'topic', channel_id: 3, topic });
  expect(keyOf(topic('Über uns'))).toBe(keyOf(topic('über uns')));
  expect(keyOf(topic('u\u0308ber uns'))).toBe(keyOf(topic('über uns')));
  expect(keyOf(topic('uber uns'))).not.toBe(keyOf(topic('über uns')));
  expect(hashOf(topic('Über uns'))).not.toBe(hashOf(topic('über uns')));
});
