// Finds statements that read a large table to find a few rows. Of SQLite's plans, because it plans without statistics: an index on
// the organization alone seems good to it, and is every message.
import type { Database } from 'bun:sqlite';

const GROWING =
  'messages|users|subscriptions|subscription_spans|events|message_flags|message_edits|reactions|attachments';
/** All rows, or all messages of an organization. */
const READS_ALL = new RegExp(
  `^SCAN (${GROWING})\\b|^SEARCH \\w+ USING (COVERING )?INDEX messages_time \\(realm_id=\\?\\)`,
);
/** All rows of an organization, with the ids of a list compared one by one. */
const READS_LISTED = new RegExp(`^SEARCH \\w+ USING (COVERING )?INDEX (${GROWING})_\\w+ \\(realm_id=\\?\\)`);
/** SQLite takes an index that it believes to find fewer rows than a list has values. */
export const LONG_LIST = 100;
const HAS_LONG_LIST = new RegExp(`\\bin \\((\\?\\d*, ){${LONG_LIST - 1}}`);
/** Statements by place or text, each with the reason. */
const MAY_READ_ALL = [
  /^select (min|max)\(id\)/, // reads an index once for a whole import
  /order by timestamp, id limit/, // begins at an end of the index
  /\.invariants\.ts/, // run by `stoa check` only
  /\/backup\.queries\.ts/, // counts once for a backup
  /\/file-collector\.actions\.ts/, // once an hour; there are far fewer files than messages
  /\/avatars\.queries\.ts/, // once an hour, for pictures without an account
  /^select path_id, thumbnail, animated from attachments$/, // once for a list of all files
  /^select \* from attachments where realm_id = \?\d*( limit \?\d*)?$/, // all files of an organization, imported or deleted
  /^select distinct emoji_code from reactions/, // once for an import
];

/** What a statement reads of a large table; null if that is little, or if it may. */
export function largeReadOf(db: Database, place: string, text: string): string | null {
  if (MAY_READ_ALL.some((known) => known.test(text) || known.test(place))) return null;
  const plan = db.query<{ detail: string }, []>(`explain query plan ${text}`).all();
  const reads = HAS_LONG_LIST.test(text) ? [READS_ALL, READS_LISTED] : [READS_ALL];
  return plan.find(({ detail }) => reads.some((pattern) => pattern.test(detail)))?.detail ?? null;
}
