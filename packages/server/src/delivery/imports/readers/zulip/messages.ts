// Reads the messages of the reference server's export, file by file, with their flags for each person.
import type { ArchiveNoteText } from '@stoa/contract';
import type { z } from 'zod';
import type {
  ArchiveEdit,
  ArchiveMark,
  ArchiveMessage,
  ArchivePlace,
  ArchiveReaction,
  ArchiveSource,
  Problem,
} from '../../archive.ts';
import { archiveFailure } from '../../archive-error.ts';
import { jsonRecords } from '../../records/json-elements.ts';
import { check } from '../../records/json-records.ts';
import { type OnIgnored, readRecord, reportIgnored } from '../../records/optional-fields.ts';
import { joinLists } from '../../records/packed-list.ts';
import type { Files } from './files.ts';
import type { Places } from './places.ts';
import type { RealmTables } from './realm.ts';
import { EditHistory, FLAGS, isUserMessage, MessageRow } from './tables.ts';
import { type KnownIds, namesMessages, textOf } from './text.ts';

interface MessageSource {
  readonly source: ArchiveSource;
  readonly root: string;
  readonly tables: RealmTables;
  readonly places: Places;
  readonly files: Files;
  readonly report: (problem: Problem) => void;
}

type Row = z.infer<typeof MessageRow>;

/** A file has at most this many: the server writes 1,000. */
const MESSAGES_PER_FILE = 50_000;
/** The limit for the texts of a file, which is sorted as a whole: a thousand of the longest messages, with HTML, have a third. [IM801] */
const CHARACTERS_PER_FILE = 128 * 1024 * 1024;

export async function* messagesOf(parts: MessageSource): AsyncGenerator<ArchiveMessage> {
  const { source, root, tables, report } = parts;
  const users = new Set<number>();
  for (const { id } of joinLists<{ readonly id: number }>(tables.users, tables.cross_realm)) users.add(id);
  const paths = source.paths.filter(
    (path) => path.startsWith(root) && /^messages-\d+\.json$/.test(path.slice(root.length)),
  );
  let last = 0;
  for (const path of paths) {
    const { rows, marks } = await readFile(source, path, reportIgnored(report, 'messages'));
    for (const row of [...rows.values()].sort((a, b) => a.id - b.id)) {
      if (row.id <= last) throw archiveFailure('message_order', { id: row.id }, path, row.id);
      last = row.id;
      const message = messageOf(parts, users, path, row, marks.get(row.id) ?? []);
      if (message) yield message;
    }
  }
}

async function readFile(source: ArchiveSource, path: string, ignored: OnIgnored) {
  const rows = new Map<number, Row>();
  const marks = new Map<number, ArchiveMark[]>();
  let characters = 0;
  for await (const { table, index, value } of jsonRecords(source, path)) {
    if (table === 'zerver_message') {
      const row = check(MessageRow, value, path, `${table}[${index}]`, ignored);
      if (rows.has(row.id)) throw archiveFailure('id_twice', { id: row.id }, path, row.id);
      if (rows.size >= MESSAGES_PER_FILE) throw archiveFailure('messages_many', { count: MESSAGES_PER_FILE }, path);
      const kept = namesMessages(row.content) ? row : { ...row, rendered_content: null };
      characters += kept.content.length + (kept.rendered_content?.length ?? 0) + (kept.edit_history?.length ?? 0);
      if (characters > CHARACTERS_PER_FILE) throw archiveFailure('messages_many', { count: rows.size }, path);
      rows.set(row.id, kept);
    } else if (table === 'zerver_usermessage') {
      if (!isUserMessage(value))
        throw archiveFailure('record_form', { detail: 'the record has the wrong form' }, path, `${table}[${index}]`);
      const mark = markOf(value);
      const own = marks.get(value.message);
      if (mark && own) own.push(mark);
      else if (mark) marks.set(value.message, [mark]);
    }
  }
  return { rows, marks };
}

function markOf({ user_profile, flags_mask }: { user_profile: number; flags_mask: number }): ArchiveMark | null {
  const has = (bits: number) => (flags_mask & bits) !== 0;
  const is_unread = !has(FLAGS.read);
  if (
    !is_unread &&
    !has(FLAGS.starred | FLAGS.collapsed | FLAGS.mentioned | FLAGS.group_mentioned | FLAGS.has_alert_word)
  )
    return null;
  return {
    user: String(user_profile),
    is_unread,
    is_starred: has(FLAGS.starred),
    is_collapsed: has(FLAGS.collapsed),
    is_mentioned: has(FLAGS.mentioned | FLAGS.group_mentioned),
    has_alert_word: has(FLAGS.has_alert_word),
  };
}

function messageOf(
  { tables, places, files, report }: MessageSource,
  users: ReadonlySet<number>,
  file: string,
  row: Row,
  marks: readonly ArchiveMark[],
): ArchiveMessage | null {
  const drop = (reason: ArchiveNoteText) => {
    report({ kind: 'messages', reason, file, record: row.id });
    return null;
  };
  const sender = String(row.sender);
  if (!users.has(row.sender)) return drop('its sender is not in the archive');
  const place = placeOf(places, row, sender);
  if (place === null) return drop('its channel or conversation is not in the archive');
  if ('users' in place && place.users.some((user) => !users.has(Number(user))))
    return drop('somebody of its conversation is not in the archive');
  if (/^\/(?:poll|todo)(?:\s|$)/.test(row.content))
    report({
      kind: 'messages',
      reason: 'a poll or a list of tasks has no votes and ticks: exports of Zulip leave them out',
      file,
      record: row.id,
      is_kept: true,
    });
  const known: KnownIds = {
    isUser: (id) => users.has(Number(id)) && String(Number(id)) === id,
    fileAt(path_id) {
      const shared = files.shared.get(path_id);
      return shared?.messages.has(row.id) ? shared.id : null;
    },
  };
  return {
    id: String(row.id),
    position: row.id,
    sender,
    place,
    timestamp: Math.floor(row.date_sent),
    content: textOf(row.content, known, row.rendered_content),
    edits: editsOf(row, known, file, report),
    reactions: (tables.reactions.get(row.id) ?? []).map(
      ({ user_profile, emoji_name, emoji_code, reaction_type }): ArchiveReaction => ({
        user: String(user_profile),
        emoji: reaction_type === 'realm_emoji' ? { custom: emoji_code } : { name: emoji_name, code: emoji_code },
      }),
    ),
    marks,
  };
}

function placeOf({ channels, people, groups }: Places, row: Row, sender: string): ArchivePlace | null {
  const channel = channels.get(row.recipient);
  if (channel !== undefined) return { channel, topic: row.subject };
  const person = people.get(row.recipient);
  const users = person === undefined ? groups.get(row.recipient) : [String(person)];
  return users === undefined || users.length === 0 ? null : { users: [...new Set([sender, ...users])] };
}

/** An unreadable history is dropped; the message itself is kept. */
function editsOf(
  { id, edit_history }: Row,
  known: KnownIds,
  file: string,
  report: MessageSource['report'],
): ArchiveEdit[] {
  if (edit_history == null || edit_history === '') return [];
  let history: unknown = null;
  try {
    history = JSON.parse(edit_history);
  } catch {}
  const read = readRecord(EditHistory, history, (field) => reportIgnored(report, 'edits')(file, id, field));
  if (!('data' in read)) {
    report({ kind: 'edits', reason: 'the history of the message is unreadable', file, record: id });
    return [];
  }
  return read.data.map((edit) => {
    const { user_id, timestamp, prev_content, prev_topic, prev_subject, prev_stream } = edit;
    const topic = prev_topic ?? prev_subject;
    return {
      time: Math.floor(timestamp),
      user: user_id == null ? null : String(user_id),
      ...(prev_content === undefined ? {} : { prev_content: textOf(prev_content, known, edit.prev_rendered_content) }),
      ...(topic === undefined ? {} : { prev_topic: topic }),
      ...(prev_stream === undefined ? {} : { prev_channel: String(prev_stream) }),
    };
  });
}
