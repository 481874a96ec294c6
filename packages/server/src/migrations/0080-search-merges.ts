// How soon the embedded word index is rewritten without deleted messages. At the default of a tenth, deleting many messages in a row
// rewrites its large parts again and again, up to a second at a time; at half, each part is rewritten once or twice.
import type { Migration } from '../kit/database/migrate.ts';

export const searchMerges: Migration = {
  version: 80,
  name: 'search merges',
  statements: ({ engine }) =>
    engine === 'sqlite' ? [`insert into message_search (message_search, rank) values ('deletemerge', 50)`] : [],
};
