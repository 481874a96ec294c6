// What is offered for what was typed into the search field, and where a search leads.
import { describe, expect, it } from 'bun:test';
import type { Term, View } from '../../base/views/view.ts';
import { describeTerm } from '../../model/state/names.ts';
import type { State } from '../../model/state/state.ts';
import { dayBefore, dayOfText, fieldOf, parseQuery, targetOf, withTerm } from './query.ts';
import { forVisitors, lastOf, type Scene, suggestionsFor, tokensIn } from './suggest.ts';

const person = (user_id: number, full_name: string) => ({ user_id, full_name, email: `u${user_id}@x.org` });
const channel = (stream_id: number, name: string) => ({ stream_id, name, description: '', is_archived: false });
const state = {
  user_id: 1,
  realm_users: [person(1, 'Ada'), person(2, 'Zoë Nguyễn'), person(3, 'Ann'), person(4, 'Sam'), person(5, 'Sam')],
  realm_non_active_users: [],
  cross_realm_bots: [],
  subscriptions: [channel(7, 'plans'), channel(8, 'plans for later')],
  unsubscribed: [],
  never_subscribed: [channel(9, 'garden')],
} as unknown as State;
const HOME: View = { kind: 'inbox' };
const scene = (view: View = HOME): Scene => ({
  state,
  recency: { people: new Map(), channels: new Map() },
  view,
  topicsOf: (id) => (id === 7 ? [{ name: 'roof', max_id: 2 }] : null),
});
const term = (operator: string, operand: Term['operand'], negated = false): Term => ({ operator, operand, negated });
const offered = (typed: string, tokens: Term[] = [], view?: View) =>
  suggestionsFor(scene(view), tokens, typed).map(({ label }) => label);
const first = (typed: string, tokens: Term[] = []) => suggestionsFor(scene(), tokens, typed)[0]!.effect;

describe('[WB130] the search field', () => {
  it('suggests operators, and the values of a typed operator', () => {
    expect(offered('')).toEqual(['channel:', 'topic:', 'sender:', 'dm:', 'is:', 'has:', 'date:', 'dm-including:']);
    expect(offered('se')).toContain('sender:');
    expect(offered('-se')).toContain('-sender:');
    expect(offered('sender:zoe')[0]).toBe('From Zoë Nguyễn');
    expect(offered('from:nguyen')[0]).toBe('From Zoë Nguyễn');
    expect(offered('-channel:gard')[0]).toBe('Not: In #garden');
    expect(offered('topic:ro', [term('channel', 7)])[0]).toBe('Topic: roof');
    expect(offered('is:')[0]).toBe('Starred');
    expect(offered('has:pict')[0]).toBe('Has a picture');
    expect(offered('date:yes')[0]).toBe('Yesterday');
    expect(offered('near:12')[0]).toContain('Near a message');
    // A topic of the channel on the screen brings its channel.
    const [topic] = suggestionsFor(scene({ kind: 'channel', channel_id: 7 }), [], 'topic:ro');
    expect(topic!.effect).toMatchObject({ terms: [term('channel', 7), term('topic', 'roof')] });
  });

  it('[WB996] knows operators by other names, and people by a word of their name', () => {
    expect(offered('fr')).toContain('sender:');
    expect(offered('aft')).toContain('date:');
    expect(first('after:2026-05-06')).toMatchObject({ terms: [term('date', '2026-05-06')] });
    expect(first('from:zoe tiles')).toEqual({ kind: 'search', terms: [term('sender', 2), term('search', 'tiles')] });
    const two = { ...state, realm_users: [person(1, 'Ann Lee'), person(2, 'Bo Lee'), person(3, 'Bo')] } as State;
    expect(parseQuery('from:lee is:dm', two).is_complete).toBe(false);
    expect(parseQuery('from:ann is:dm', two).terms).toEqual([term('sender', 1), term('is', 'dm')]);
    expect(parseQuery('from:bo is:dm', two).terms).toEqual([term('sender', 3), term('is', 'dm')]);
    // The last is completed by a suggestion.
    expect(parseQuery('from:ann', two).is_complete).toBe(false);
  });

  it('searches at once for words and complete terms, and completes partial ones to tokens', () => {
    expect(first('roof tiles')).toEqual({ kind: 'search', terms: [term('search', 'roof tiles')] });
    expect(first('is:starred')).toEqual({ kind: 'search', terms: [term('is', 'starred')] });
    expect(first('in:plans roof')).toEqual({ kind: 'search', terms: [term('channel', 7), term('search', 'roof')] });
    expect(first('is:sta')).toMatchObject({ kind: 'add', terms: [term('is', 'starred')], rest: '' });
    expect(first('tiles from:an')).toMatchObject({ kind: 'add', terms: [term('sender', 3)], rest: 'tiles' });
    expect(first('dm:"zoë ngu')).toMatchObject({ kind: 'add', terms: [term('dm', [2])] });
    // Two of one name: neither is meant by it.
    expect(first('from:Sam').kind).toBe('add');
    // The server says that there is nobody like that.
    expect(first('from:nobody')).toEqual({ kind: 'search', terms: [term('sender', 'nobody')] });
    expect(first('', [term('is', 'dm')])).toEqual({ kind: 'search', terms: [term('is', 'dm')] });
  });

  it('makes a token of a complete term followed by a space, unless it may continue', () => {
    expect(tokensIn(scene(), 'roof is:starred ')).toEqual({ terms: [term('is', 'starred')], rest: 'roof' });
    expect(tokensIn(scene(), 'channel:plans ')).toBeNull();
    expect(tokensIn(scene(), 'channel:garden ')?.terms).toEqual([term('channel', 9)]);
    expect(tokensIn(scene(), 'is:starred')).toBeNull();
    expect(tokensIn(scene(), 'note: ')).toBeNull();
  });

  it('also searches the conversation on the screen', () => {
    const [, here] = suggestionsFor(scene({ kind: 'topic', channel_id: 7, topic: 'roof' }), [], 'tiles');
    expect(here!.effect).toEqual({
      kind: 'search',
      terms: [term('channel', 7), term('topic', 'roof'), term('search', 'tiles')],
    });
  });

  it('parses the last word, whatever it is', () => {
    expect(lastOf('a b')).toEqual({ rest: 'a', negated: false, operator: null, text: 'b' });
    expect(lastOf('a -from:"Zoë Ng')).toEqual({ rest: 'a', negated: true, operator: 'sender', text: 'Zoë Ng' });
    for (const typed of ['http://x', '"', '-', ':', 'from:', '--', 'constructor:x', '"a b" c'])
      expect(lastOf(typed).text.length).toBeLessThanOrEqual(typed.length);
    expect(lastOf('http://x').operator).toBeNull();
    expect(lastOf('constructor:x').operator).toBeNull();
  });
});

describe('[WB284] without an account', () => {
  const offeredTo = (typed: string) => forVisitors(suggestionsFor(scene(), [], typed), state.user_id);
  const labels = (typed: string) => offeredTo(typed).map(({ label }) => label);
  it('suggests only what the server then accepts', () => {
    expect(labels('')).toEqual(['channel:', 'topic:', 'sender:', 'has:', 'date:']);
    expect(offeredTo('is:').flatMap(({ effect }) => (effect.kind === 'add' ? effect.terms : []))).toEqual([
      term('is', 'resolved'),
    ]);
    expect(offeredTo('channels:').flatMap(({ effect }) => (effect.kind === 'add' ? effect.terms : []))).toEqual([
      term('channels', 'web-public'),
    ]);
    expect(offeredTo('dm:').filter(({ effect }) => effect.kind === 'add')).toEqual([]);
    expect(offeredTo('sender:me').filter(({ effect }) => effect.kind === 'add')).toEqual([]);
    expect(offeredTo('sender:zo')[0]!.effect).toMatchObject({ terms: [term('sender', 2)] });
    expect(labels('roof')).toEqual(suggestionsFor(scene(), [], 'roof').map(({ label }) => label));
  });
});

describe('[WB131] a search', () => {
  it('leads to an existing view, or to the results', () => {
    expect(targetOf([term('channel', 7)], 1)).toEqual({
      view: { kind: 'channel', channel_id: 7 },
      near: null,
      date: null,
      before: null,
    });
    expect(targetOf([term('date', '2026-02-03')], 1)).toEqual({
      view: { kind: 'feed' },
      near: null,
      date: '2026-02-03',
      before: null,
    });
    expect(targetOf([term('near', '12'), term('dm', [2])], 1)).toMatchObject({ view: { user_ids: [2] }, near: 12 });
    expect(targetOf([], 1)).toBeNull();
  });

  it('[WB1003] can end before a day, which takes the place of the day that it begins with', () => {
    expect(offered('bef')).toContain('before:');
    expect(offered('until:yes')[0]).toBe('Yesterday');
    expect(offered('-bef')).not.toContain('-before:');
    const { terms } = parseQuery('before:2026-02-03 tiles', state);
    expect(targetOf(terms, 1)).toEqual({
      view: { kind: 'search', terms: [term('search', 'tiles')] },
      near: null,
      date: null,
      before: '2026-02-03',
    });
    const [since, until] = [term('date', '2026-02-03'), term('before', '2026-03-01')];
    expect(withTerm([since, term('channel', 7)], until)).toEqual([term('channel', 7), until]);
  });

  it('round-trips through the field', () => {
    const { terms } = parseQuery('from:me -has:links roof "two words"', state);
    expect(terms).toEqual([term('sender', 1), term('has', 'link', true), term('search', 'roof "two words"')]);
    expect(fieldOf(targetOf(terms, 1)!.view)).toEqual({ tokens: terms.slice(0, 2), words: 'roof "two words"' });
  });

  it('has at most one channel, and combines people of one conversation', () => {
    const both = withTerm([term('dm', [2])], term('dm', [3]));
    expect(both).toEqual([term('dm', [2, 3])]);
    expect(withTerm([term('channel', 7)], term('channel', 9))).toEqual([term('channel', 9)]);
    expect(withTerm([term('channel', 7, true)], term('channel', 9, true))).toHaveLength(2);
    expect(withTerm([term('is', 'dm')], term('is', 'dm'))).toHaveLength(1);
  });

  it('is named by names, never by ids', () => {
    const named = (term: Term) => describeTerm(state, term);
    expect(named(term('dm', '2,3'))).toBe('With Zoë Nguyễn, Ann');
    expect(named(term('sender', '2', true))).toBe('Not: From Zoë Nguyễn');
    expect(named(term('sender', 'me'))).toBe('From me');
    for (const operator of ['channel', 'sender', 'dm', 'dm-including', 'mentions', 'near', 'id'])
      expect(named(term(operator, '987654'))).not.toContain('987654');
    expect(named(term('color', 'red'))).toBe('color: red');
  });

  it('understands days', () => {
    const now = new Date(2026, 2, 1, 0, 30);
    expect(dayOfText('Today', now)).toBe('2026-03-01');
    expect(dayBefore(1, now)).toBe('2026-02-28');
    expect(dayOfText('2026-02-29')).toBeNull();
    expect(dayOfText('toString')).toBeNull();
  });
});
