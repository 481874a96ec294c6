// Counts what changes in messages and in the names and pictures around them, so that what is kept of them in memory is known to
// be true. The store counts by itself: no write can forget to, and no node has to be told.
import type { Migration } from '../kit/database/migrate.ts';

/** What readers get of a message besides what stands in its own row and its history, which is written with the row. */
const PARTS = ['reactions', 'submessages'];
const CHANGES = [
  ['insert', 'new'],
  ['update', 'new'],
  ['delete', 'old'],
] as const;
const ROW = `recipient_id, sender_id, subject, content, rendered_content, client, timestamp, last_edit_timestamp,
  last_moved_timestamp, is_edited`;

const differs = (value: (row: 'old' | 'new') => string) => `${value('old')} is distinct from ${value('new')}`;
const FACE = ['full_name', 'email', 'is_bot', 'avatar_version', 'avatar_key'];
/** What of an organization is in many of its messages: its people and channels as they are shown, its linkifiers and policies. */
const SURROUNDINGS = [
  {
    table: 'users',
    columns: `${FACE.join(', ')}, settings`,
    when: [
      ...FACE.map((name) => differs((row) => `${row}.${name}`)),
      differs((row) => `(${row}.settings ->> 'email_address_visibility')`),
    ].join(' or '),
  },
  { table: 'channels', columns: 'name', when: differs((row) => `${row}.name`) },
  { table: 'realms', columns: 'vocabulary, settings', when: 'true' },
];

const SQLITE = [
  `create trigger messages_revision after update of ${ROW} on messages
     begin update messages set revision = revision + 1 where id = new.id; end`,
  ...PARTS.flatMap((table) =>
    CHANGES.map(
      ([change, row]) =>
        `create trigger ${table}_revision_${change} after ${change} on ${table}
           begin update messages set revision = revision + 1 where id = ${row}.message_id; end`,
    ),
  ),
  ...SURROUNDINGS.map(
    ({ table, columns, when }) =>
      `create trigger ${table}_revision after update of ${columns} on ${table} when ${when}
         begin update realms set surroundings_revision = surroundings_revision + 1 where realm_id = new.realm_id; end`,
  ),
];

const POSTGRES = [
  `create function count_message() returns trigger language plpgsql as $$
     begin new.revision := old.revision + 1; return new; end $$`,
  `create trigger messages_revision before update of ${ROW} on messages for each row execute function count_message()`,
  `create function count_message_part() returns trigger language plpgsql as $$
     begin update messages set revision = revision + 1 where id = coalesce(new.message_id, old.message_id); return null; end $$`,
  ...PARTS.map(
    (table) =>
      `create trigger ${table}_revision after insert or update or delete on ${table}
         for each row execute function count_message_part()`,
  ),
  `create function count_surroundings() returns trigger language plpgsql as $$
     begin update realms set surroundings_revision = surroundings_revision + 1 where realm_id = new.realm_id; return null; end $$`,
  ...SURROUNDINGS.map(
    ({ table, columns, when }) =>
      `create trigger ${table}_revision after update of ${columns} on ${table} for each row when (${when})
         execute function count_surroundings()`,
  ),
];

export const revisions: Migration = {
  version: 27,
  name: 'revisions',
  statements: ({ engine }) => [
    'alter table messages add column revision bigint not null default 0',
    'alter table realms add column surroundings_revision bigint not null default 0',
    ...(engine === 'sqlite' ? SQLITE : POSTGRES),
  ],
};
