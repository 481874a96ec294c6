// Revisions of messages and of the names and pictures they show, so that cached messages can be validated. Triggers count,
// so no write can forget to and no node has to be notified.
import type { Migration } from '../kit/database/migrate.ts';

/** Parts of a message outside its row and its edit history, which is written with the row. */
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
/** Data of an organization that many messages show: its accounts and channels, linkifiers and policies. */
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
