// Revisions of accounts and channels, so that cached ones can be validated. Triggers count, so no write can forget to and no
// node has to be notified.
import type { Migration } from '../kit/database/migrate.ts';

const TABLES = [
  { table: 'users', id: 'user_id' },
  { table: 'channels', id: 'stream_id' },
];
/** Profile field values are part of the account. */
const VALUES = 'custom_profile_values';
const VALUE_CHANGES = [
  ['insert', 'new'],
  ['update', 'new'],
  ['delete', 'old'],
] as const;
/** Deactivated accounts are in no subscriber list or count. Joining and leaving update the channel's row. */
const COUNT_CHANNELS_OF_NEW = `update channels set revision = revision + 1
  where stream_id in (select stream_id from subscriptions where user_id = new.user_id and active)`;
const COMES_OR_GOES = 'old.is_active is distinct from new.is_active';

const SQLITE = [
  ...TABLES.map(
    ({ table, id }) =>
      `create trigger ${table}_row_revision after update on ${table} when new.revision = old.revision
         begin update ${table} set revision = revision + 1 where ${id} = new.${id}; end`,
  ),
  ...VALUE_CHANGES.map(
    ([change, row]) =>
      `create trigger ${VALUES}_revision_${change} after ${change} on ${VALUES}
         begin update users set revision = revision + 1 where user_id = ${row}.user_id; end`,
  ),
  `create trigger users_channels_revision after update of is_active on users when ${COMES_OR_GOES}
     begin ${COUNT_CHANNELS_OF_NEW}; end`,
];

const POSTGRES = [
  `create function count_row() returns trigger language plpgsql as $$
     begin if new.revision = old.revision then new.revision := old.revision + 1; end if; return new; end $$`,
  ...TABLES.map(
    ({ table }) =>
      `create trigger ${table}_row_revision before update on ${table} for each row execute function count_row()`,
  ),
  `create function count_profile_value() returns trigger language plpgsql as $$
     begin update users set revision = revision + 1 where user_id = coalesce(new.user_id, old.user_id); return null; end $$`,
  `create trigger ${VALUES}_revision after insert or update or delete on ${VALUES}
     for each row execute function count_profile_value()`,
  `create function count_channels_of_user() returns trigger language plpgsql as $$
     begin ${COUNT_CHANNELS_OF_NEW}; return null; end $$`,
  `create trigger users_channels_revision after update of is_active on users for each row when (${COMES_OR_GOES})
     execute function count_channels_of_user()`,
];

export const rowRevisions: Migration = {
  version: 32,
  name: 'row-revisions',
  statements: ({ engine }) => [
    ...TABLES.map(({ table }) => `alter table ${table} add column revision bigint not null default 0`),
    // Every register reads the revisions of all rows, but only changed rows themselves.
    'create index channels_revision on channels (realm_id, stream_id, revision, is_archived)',
    'create index users_revision on users (realm_id, user_id, revision, role, is_active)',
    // The few bots among many accounts, which register reads.
    'create index users_bots on users (realm_id, user_id) where is_bot',
    'create index users_inactive on users (realm_id, user_id) where not is_active',
    `create index users_presence_chosen on users (realm_id) where (settings ->> 'presence_enabled') is not null`,
    ...(engine === 'sqlite' ? SQLITE : POSTGRES),
  ],
};
