// What is known of bots without asking.
import { describe, expect, it } from 'bun:test';
import { BOT_TYPE } from '@stoa/contract';
import type { Person, State } from '../../model/state/state.ts';
import { botsOf, shortNameOf, suggestShortName, typesToMake, zuliprc } from './bot-facts.ts';

describe('bots', () => {
  it("[WB56] lists active ones before deactivated ones, the reader's own or all", () => {
    const bot = (user_id: number, full_name: string, bot_owner_id: number) =>
      ({ user_id, full_name, bot_owner_id, is_bot: true }) as Person;
    const person = { user_id: 9, full_name: 'Ada', bot_owner_id: null, is_bot: false } as Person;
    const state = {
      realm_users: [bot(1, 'Zed', 7), person, bot(2, 'Abe', 8)],
      realm_non_active_users: [bot(3, 'Old', 7)],
    };
    expect(botsOf(state, null).map(({ user_id }) => user_id as number)).toEqual([2, 1, 3]);
    expect(botsOf(state, 7).map(({ user_id }) => user_id as number)).toEqual([1, 3]);
  });

  it('[WB56] offers the kinds that the reader may make', () => {
    const me = { direct_members: [5], direct_subgroups: [] };
    const nobody = { direct_members: [], direct_subgroups: [] };
    const state = (any: object, write_only: object, is_guest = false) =>
      ({
        user_id: 5,
        is_guest,
        realm_user_groups: [],
        realm_can_create_bots_group: any,
        realm_can_create_write_only_bots_group: write_only,
      }) as unknown as State;
    expect(typesToMake(state(me, nobody))).toEqual([1, 2, 3]);
    expect(typesToMake(state(nobody, me))).toEqual([BOT_TYPE.incoming_webhook]);
    expect(typesToMake(state(nobody, nobody))).toEqual([]);
    expect(typesToMake(state(me, me, true))).toEqual([]);
  });

  it('[WB56] suggests valid short names, and writes the zuliprc file', () => {
    expect(suggestShortName('  Wétter & Co. Bot ')).toBe('wetter-co');
    expect(suggestShortName('天気')).toBe('');
    expect(shortNameOf('a-bot-bot@x.example')).toBe('a-bot');
    expect(zuliprc('a@b', 'k', 'https://x')).toBe('[api]\nemail=a@b\nkey=k\nsite=https://x\n');
  });
});
