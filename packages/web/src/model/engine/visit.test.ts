import { describe, expect, it } from 'bun:test';
import type { Channel, InitialState, User } from '@stoa/contract';
import type { Client } from '@stoa/sdk';
import { findChannel, findPerson } from '../state/state.ts';
import { visitorState } from '../state/visitor-state.ts';
import { readingWebPublic } from './visit.ts';

const person = (user_id: number, is_active: boolean, is_bot = false) =>
  ({ user_id, is_active, is_bot, full_name: `Person ${user_id}`, email: `user${user_id}@made.up` }) as unknown as User;

describe('[WB289] a visitor’s client', () => {
  it('names web-public channels in every request for messages', async () => {
    const asked: unknown[] = [];
    const client = { getMessages: async (...call: unknown[]) => asked.push(call) } as unknown as Client;
    const term = { operator: 'channel', operand: 7, negated: false };
    const web_public = { operator: 'channels', operand: 'web-public', negated: false };
    await readingWebPublic(client).getMessages({ anchor: 'newest', narrow: [term] }, { timeout_ms: 5 });
    await readingWebPublic(client).getMessages({ message_ids: [1 as never] });
    expect(asked).toEqual([
      [{ anchor: 'newest', narrow: [term, web_public] }, { timeout_ms: 5 }],
      [{ message_ids: [1], narrow: [web_public] }, undefined],
    ]);
  });
});

describe('[WB283] a visitor’s state', () => {
  const state = visitorState({
    registered: { realm_name: 'Stoa', user_id: 5 } as unknown as InitialState,
    streams: [{ stream_id: 7, name: 'square', is_web_public: true } as unknown as Channel],
    members: [person(1, true), person(2, false), person(3, true, true)],
  });

  it('is of nobody, with the channels and people that the server tells', () => {
    expect(state).toMatchObject({ user_id: 0, is_admin: false, realm_name: 'Stoa' });
    expect(findChannel(state, 7)?.name).toBe('square');
    expect(findPerson(state, 1)).toMatchObject({ full_name: 'Person 1', email: '' });
    expect(findPerson(state, 2)?.is_active).toBe(false);
    expect(findPerson(state, 3)?.email).toBe('user3@made.up');
  });
});
