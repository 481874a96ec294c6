// Finds statements that read a large table to find a few rows. Of SQLite's plans, because it plans without statistics: an index on
// the organization alone seems good to it, and is every message.
import type { Database } from 'bun:sqlite';

const GROWING =
  'messages|users|subscriptions|subscription_spans|events|message_flags|message_edits|reactions|attachments';
/** All rows, or all messages of an organization. */
const READS_ALL = new RegExp(
  `^SCAN (${GROWING})\\b|^SEARCH \\w+ USING (COVERING )?INDEX messages_time \\(realm_id=\\?\\)`,
);
/** By place or text, each with the reason. */
const MAY_READ_ALL = [
  /^select (min|max)\(id\)/, // reads an index once for a whole export, import or erasure
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
  return plan.find(({ detail }) => READS_ALL.test(detail))?.detail ?? null;
}
