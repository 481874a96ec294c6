// Renames tables, columns and stored names to the terms of docs/glossary.md.
import type { Migration } from '../kit/database/migrate.ts';

const INDEX = '(recipient_id, from_id, until_id)';
const POSTGRES = [
  'alter index read_stretches_recipient rename to read_ranges_recipient',
  'alter index read_stretches_pkey rename to read_ranges_pkey',
  `update jobs set body = replace(cast(body as text), '"letter":', '"template":')::json where kind = 'mail'`,
];
const SQLITE = [
  'drop index read_stretches_recipient',
  `create index read_ranges_recipient on read_ranges ${INDEX}`,
  `update jobs set body = replace(body, '"letter":', '"template":') where kind = 'mail'`,
];

export const renamedTerms: Migration = {
  version: 68,
  name: 'renamed-terms',
  statements: ({ engine }) => [
    'alter table read_stretches rename to read_ranges',
    'alter table realms rename column vocabulary to render_dictionary_stamp',
    'alter table events rename column touched to invalidated_user_ids',
    'alter table mail_readers rename column letters to emails_sent',
    'alter table invites rename column mails to emails_sent',
    ...(engine === 'postgres' ? POSTGRES : SQLITE),
    `update jobs set kind = 'missed-mail.send' where kind = 'missed-mail.letters'`,
  ],
};
