// What a writer is told before sending, and what is suggested while writing.
import { describe, expect, it } from 'bun:test';
import { best, timeMark } from '../../domain/writing/suggestions.ts';
import { findTrigger } from '../../domain/writing/triggers.ts';
import type { State } from '../../model/state/state.ts';
import { checkWildcard, missingPeople, peopleMentioned, privateChannelsNamed, wildcardIn } from './warnings.ts';

const person = (user_id: number, full_name: string) => ({ user_id, full_name });
const channel = (stream_id: number, name: string, more = {}) => ({
  stream_id,
  name,
  invite_only: false,
  subscriber_count: 3,
  ...more,
});
const state = {
  user_id: 1,
  is_guest: false,
  realm_user_groups: [{ id: 7, members: [2], direct_subgroup_ids: [], deactivated: false }],
  realm_can_mention_many_users_group: 7,
  realm_users: [person(1, 'Ada'), person(2, 'Bela'), person(3, 'Dara'), person(4, 'Dara')],
  subscriptions: [
    channel(1, 'kitchen'),
    channel(2, 'hall', { subscriber_count: 16 }),
    channel(3, 'secret', { invite_only: true }),
  ],
  unsubscribed: [],
  never_subscribed: [],
} as unknown as State;

describe('[WB74] before sending', () => {
  it('mentions are found, except in code and quotations', () => {
    expect(peopleMentioned(state, 'Hi @**Bela** and @**Dara|4** and @**Nobody**, @_**Ada**')).toEqual([2, 4]);
    expect(peopleMentioned(state, '`@**Bela**`\n```\n@**Dara|3**\n```\n> @**Ada**')).toEqual([]);
    expect(peopleMentioned(state, '```quote\n@**Bela**\n```\n@**Dara|3**')).toEqual([3]);
    expect(wildcardIn('@**all** see')).toBe('all');
    expect(wildcardIn('@**channel**')).toBe('all');
    expect(wildcardIn('@**topic**')).toBe('topic');
    expect(wildcardIn('`@**all**` @all')).toBeNull();
  });

  it('people who will not see the message are named', () => {
    expect(missingPeople(state, '@**Bela** @**Ada** @**Dara|3**', new Set([3]))).toEqual([2]);
    expect(missingPeople(state, '@**Bela**', null)).toEqual([]);
  });

  it('mentioning more than fifteen people needs confirmation, or is refused', () => {
    expect(checkWildcard(state, '@**all**', 1)).toBeNull();
    expect(checkWildcard(state, '@**all**', 2)).toEqual({ count: 16, forbidden: true });
    expect(checkWildcard({ ...state, user_id: 2 } as State, '@**everyone**', 2)).toEqual({
      count: 16,
      forbidden: false,
    });
    expect(checkWildcard(state, '@**topic**', 2)).toBeNull();
    expect(checkWildcard(state, '@**all**', null)).toBeNull();
  });

  it('the names of private channels are not revealed without a warning', () => {
    const names = (text: string, to: number | null) => privateChannelsNamed(state, text, to).map(({ name }) => name);
    expect(names('see #**secret>plan** and #**kitchen**', 1)).toEqual(['secret']);
    expect(names('see #**secret>plan**', 3)).toEqual([]);
    expect(names('`#**secret**`', null)).toEqual([]);
  });
});

describe('[WB74] suggestions', () => {
  it('follow the text being written', () => {
    const kind = (text: string) => {
      const found = findTrigger(text);
      return found && [found.kind, found.query, found.start];
    };
    expect(kind('Hi @be')).toEqual(['person', 'be', 3]);
    expect(kind('Hi @_**Be')).toEqual(['person', 'Be', 3]);
    expect(findTrigger('@_B')!.silent).toBe(true);
    expect(kind('Hi @*adm')).toEqual(['person', 'adm', 3]);
    expect(kind('a@b.example')).toBeNull();
    expect(kind('see #kit')).toEqual(['channel', 'kit', 4]);
    expect(kind('see #**kitchen>lu')).toEqual(['topic', 'lu', 4]);
    expect(kind(':thu')).toEqual(['emoji', 'thu', 0]);
    expect(kind('12:30')).toBeNull();
    expect(kind('/po')).toEqual(['command', 'po', 0]);
    expect(kind('a /po')).toBeNull();
    expect(kind('at <ti')).toEqual(['time', '', 3]);
    expect(kind('at <time:2027-01-02T10:00')).toEqual(['time', '2027-01-02T10:00', 3]);
  });

  it('rank the nearest first among equal matches', () => {
    const names = ['Dana Far', 'Dana Near', 'Old Dana'];
    expect(best(names, (name) => name, 'dan', { distance: (name) => (name.endsWith('Near') ? 0 : 1) })).toEqual([
      'Dana Near',
      'Dana Far',
      'Old Dana',
    ]);
  });

  it('[WB120] have the most recent first among those that are as near, and find addresses and accents', () => {
    const names = ['Dana', 'Danaë', 'Dánny', 'Zed'];
    const order = { recent: (name: string) => names.indexOf(name), address: (name: string) => `${name}-dan@x` };
    expect(best(names, (name) => name, 'dan', order)).toEqual(['Dánny', 'Danaë', 'Dana']);
    expect(best(names, (name) => name, 'zed-', order)).toEqual(['Zed']);
  });

  it('of times mean the same in every time zone', () => {
    const at = new Date(2027, 0, 10, 12, 5);
    const [, written] = /^<time:(.+)>$/.exec(timeMark(at))!;
    expect(Date.parse(written!)).toBe(at.getTime());
  });
});
