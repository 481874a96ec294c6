// What is offered to be done with a message.
import { describe, expect, it } from 'bun:test';
import type { State } from '../../model/state/state.ts';
import { hasHistory, mayDelete, mayEdit, mayReport, secondsLeft } from './message-permissions.ts';

const NOW = 1_800_000_000_000;
const now_s = NOW / 1000;
const group = (id: number, members: number[]) => ({ id, members, direct_subgroup_ids: [], deactivated: false });
const state = (more: Partial<Record<string, unknown>> = {}) =>
  ({
    user_id: 5,
    is_guest: false,
    realm_user_groups: [group(1, [5, 6]), group(2, [6]), group(3, [])],
    realm_allow_message_editing: true,
    realm_message_content_edit_limit_seconds: 600,
    realm_message_content_delete_limit_seconds: 600,
    realm_can_delete_any_message_group: 3,
    realm_can_delete_own_message_group: 1,
    realm_moderation_request_channel_id: 9,
    realm_message_edit_history_visibility_policy: 'all',
    ...more,
  }) as unknown as State;
const message = (sender_id: number, age_s: number, submessages: readonly object[] = []) =>
  ({ sender_id, timestamp: now_s - age_s, submessages }) as never;

describe('[WB72] the actions of a message', () => {
  it("offer to edit one's own messages within the time limit", () => {
    expect(mayEdit(state(), message(5, 599), NOW)).toBe(true);
    // The server refuses to edit a poll.
    expect(mayEdit(state(), message(5, 599, [{}]), NOW)).toBe(false);
    expect(mayEdit(state(), message(5, 600), NOW)).toBe(false);
    expect(mayEdit(state({ realm_message_content_edit_limit_seconds: null }), message(5, 1e6), NOW)).toBe(true);
    expect(mayEdit(state(), message(6, 1), NOW)).toBe(false);
    expect(mayEdit(state({ realm_allow_message_editing: false }), message(5, 1), NOW)).toBe(false);
    expect(secondsLeft(now_s - 590, 600, NOW)).toBe(10);
    expect(secondsLeft(now_s - 9999, 600, NOW)).toBe(0);
  });

  it('offer to delete what the reader may delete', () => {
    expect(mayDelete(state(), message(5, 1), null, NOW)).toBe(true);
    expect(mayDelete(state(), message(5, 601), null, NOW)).toBe(false);
    expect(mayDelete(state(), message(6, 1), null, NOW)).toBe(false);
    expect(mayDelete(state({ realm_can_delete_own_message_group: 2 }), message(5, 1), null, NOW)).toBe(false);
    expect(mayDelete(state({ realm_can_delete_any_message_group: 1 }), message(6, 1e6), null, NOW)).toBe(true);
    const channel = { can_delete_any_message_group: 1, can_delete_own_message_group: 3 } as never;
    expect(mayDelete(state(), message(6, 1e6), channel, NOW)).toBe(true);
  });

  it('offer to report others where reports are received, and to see a visible history', () => {
    expect(mayReport(state(), message(6, 1))).toBe(true);
    expect(mayReport(state(), message(5, 1))).toBe(false);
    expect(mayReport(state({ realm_moderation_request_channel_id: -1 }), message(6, 1))).toBe(false);
    const policy = (name: string) => state({ realm_message_edit_history_visibility_policy: name });
    expect(hasHistory(policy('all'), { last_edit_timestamp: 1 })).toBe(true);
    expect(hasHistory(policy('moves'), { last_edit_timestamp: 1 })).toBe(false);
    expect(hasHistory(policy('moves'), { last_moved_timestamp: 1 })).toBe(true);
    expect(hasHistory(policy('none'), { last_moved_timestamp: 1, last_edit_timestamp: 1 })).toBe(false);
    expect(hasHistory(policy('all'), {})).toBe(false);
  });
});
