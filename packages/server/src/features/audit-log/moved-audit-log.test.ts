// Entries whose organization moves to another server: ids in changes are shifted with the rows that they name.
import { expect, it } from 'bun:test';
import { MovedIds } from '../../delivery/imports/stoa/move-ids.rules.ts';

const distances = new Map([
  ['audit_entries', 1000],
  ['realms', 1],
  ['users', 10],
  ['channels', 20],
  ['user_groups', 30],
  ['channel_folders', 40],
]);

it('[AL10] has shifted ids in its columns and in its changes', () => {
  const moved = new MovedIds(distances, 'https://old.example', new Set());
  const row = {
    id: 1,
    realm_id: 1,
    acting_user_id: 2,
    user_id: null,
    stream_id: 3,
    group_id: 4,
    changes: [
      { field: 'members', old: [1], new: [2] },
      { field: 'subgroups', new: [5] },
      { field: 'can_send_message_group', old: 1, new: { direct_members: [1], direct_subgroups: [2] } },
      { field: 'stream_id', old: 1, new: 2 },
      { field: 'stream_ids', new: [1] },
      { field: 'bot_owner_id', old: null, new: 7 },
      { field: 'folder_id', old: 1, new: null },
      { field: 'moderation_request_channel_id', old: -1, new: 2 },
      { field: 'role', old: 400, new: 300 },
      { field: 'description', old: '1', new: '2' },
    ],
  };
  expect(moved.row('audit_entries', row)).toEqual({
    id: 1001,
    realm_id: 2,
    acting_user_id: 12,
    user_id: null,
    stream_id: 23,
    group_id: 34,
    changes: [
      { field: 'members', old: [11], new: [12] },
      { field: 'subgroups', new: [35] },
      { field: 'can_send_message_group', old: 31, new: { direct_members: [11], direct_subgroups: [32] } },
      { field: 'stream_id', old: 21, new: 22 },
      { field: 'stream_ids', new: [21] },
      { field: 'bot_owner_id', old: null, new: 17 },
      { field: 'folder_id', old: 41, new: null },
      { field: 'moderation_request_channel_id', old: -1, new: 22 },
      { field: 'role', old: 400, new: 300 },
      { field: 'description', old: '1', new: '2' },
    ],
  });
});
