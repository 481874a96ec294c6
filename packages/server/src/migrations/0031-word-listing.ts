// PostgreSQL is told how to list what has a word: its planner guesses by how often words are on the whole, and where it guesses
// wrong it reads every message there is.
import type { Migration } from '../kit/database/migrate.ts';

export const wordListing: Migration = {
  version: 31,
  name: 'word-listing',
  statements: ({ engine }) => (engine === 'postgres' ? [LIST_WORDS] : []),
};

// The sums keep the ids' own index out of it. What is changed here holds for the function alone.
const LIST_WORDS = `create function list_words(sought tsquery, above bigint, below bigint, at_most bigint) returns setof bigint
  language sql stable set enable_seqscan = off set enable_indexscan = off set jit = off as $$
    select message_id from message_search where words @@ sought and message_id + 0 > above and message_id + 0 < below
    limit at_most $$`;
