// What the reader may do with a message. Mirrors the server's rules, so that nothing is offered in vain. Pure.
import { CHANNEL_PERMISSION_SETTINGS, type Channel, holdsPermission, holdsRealmPermission } from '@stoa/contract';
import type { StoredMessage } from '../../model/messages/message-store.ts';
import type { State } from '../../model/state/state.ts';

type About = Pick<StoredMessage, 'sender_id' | 'timestamp'>;
type Content = About & Pick<StoredMessage, 'submessages'>;

/** Seconds left for editing, at least zero; null for no limit. */
export function secondsLeft(timestamp: number, limit_s: number | null, now_ms: number): number | null {
  return limit_s === null ? null : Math.max(0, timestamp + limit_s - Math.floor(now_ms / 1000));
}

export function mayEdit(state: State, message: Content, now_ms: number): boolean {
  // Polls and to-do lists are changed by their own controls.
  if (message.submessages.length > 0) return false;
  if (message.sender_id !== state.user_id || !state.realm_allow_message_editing) return false;
  return secondsLeft(message.timestamp, state.realm_message_content_edit_limit_seconds, now_ms) !== 0;
}

export function mayDelete(state: State, message: About, channel: Channel | null, now_ms: number): boolean {
  const holds = (permission: 'can_delete_any_message_group' | 'can_delete_own_message_group') =>
    holdsRealmPermission(state, permission) ||
    (channel !== null && holdsPermission(state, CHANNEL_PERMISSION_SETTINGS[permission], channel[permission]));
  if (holds('can_delete_any_message_group')) return true;
  if (message.sender_id !== state.user_id || !holds('can_delete_own_message_group')) return false;
  return secondsLeft(message.timestamp, state.realm_message_content_delete_limit_seconds, now_ms) !== 0;
}

/** Reports go to the channel the organization has chosen. */
export const mayReport = (state: State, message: About): boolean =>
  message.sender_id !== state.user_id && state.realm_moderation_request_channel_id > 0;

type Changed = Pick<StoredMessage, 'last_edit_timestamp' | 'last_moved_timestamp'>;

/** Whether the message has a history that the organization shows. */
export function hasHistory(state: State, { last_edit_timestamp, last_moved_timestamp }: Changed): boolean {
  const policy = state.realm_message_edit_history_visibility_policy;
  if (policy === 'none') return false;
  return last_moved_timestamp !== undefined || (policy === 'all' && last_edit_timestamp !== undefined);
}
