// How many messages have the words of a search, as PostgreSQL's statistics estimate: a search of rare words lists them at once.
import type { Migration } from '../kit/database/migrate.ts';

export const wordEstimates: Migration = {
  version: 79,
  name: 'word-estimates',
  statements: ({ engine }) => (engine === 'postgres' ? [ESTIMATE_WORDS] : []),
};

// PostgreSQL allows explain in volatile functions only. Null without statistics: the planner's guess is then a fixed share of the table.
const ESTIMATE_WORDS = `create function estimate_words(sought tsquery) returns bigint language plpgsql as $$
  declare
    plan json;
  begin
    if not exists (select from pg_stats where schemaname = current_schema() and tablename = 'message_search'
      and attname = 'words' and most_common_elems is not null) then
      return null;
    end if;
    execute format('explain (format json) select from message_search where words @@ %L::tsquery', sought) into plan;
    return (plan -> 0 -> 'Plan' ->> 'Plan Rows')::float8::bigint;
  end $$`;
