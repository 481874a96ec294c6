// Forces PostgreSQL's plan for listing messages with a word: its planner estimates by overall word frequency, and where the
// estimate is wrong it reads every message.
import type { Migration } from '../kit/database/migrate.ts';

export const wordListing: Migration = {
  version: 31,
  name: 'word-listing',
  statements: ({ engine }) => (engine === 'postgres' ? [LIST_WORDS] : []),
};

// The sums prevent use of the primary key's index. The settings apply only inside the function.
const LIST_WORDS = `create function list_words(sought tsquery, above bigint, below bigint, at_most bigint) returns setof bigint
  language sql stable set enable_seqscan = off set enable_indexscan = off set jit = off as $$
    select message_id from message_search where words @@ sought and message_id + 0 > above and message_id + 0 < below
    limit at_most $$`;
