// What ends an import in the browser: a stable reason, and the clause of `error` with its values. Clients translate by both, as
// they do refusals.
import { z } from 'zod';

export const ARCHIVE_FAILURES = {
  // The archive and its files.
  archive_damaged: 'the archive is incomplete or damaged ({detail})',
  archive_gone: 'the archive is no longer on the server',
  archive_unknown: "it isn't a .zip, .tar or .tar.gz file, nor a directory",
  disk_full: 'unpacking it would leave less than {count} MiB free on the disk',
  file_cut_off: 'the file is incomplete or has another format',
  file_encrypted: 'the file is encrypted',
  file_long: 'the file is longer than {count} MiB',
  file_missing: 'the file is missing',
  files_many: 'the archive has more than {count} files',
  links: 'links and devices are refused',
  memory: 'its people, channels, emoji and files take more than {count} MiB of memory',
  path_bad: 'the path leads outside the archive or is no path',
  path_long: 'the path is longer than {count} characters',
  path_missing: 'there is no file or directory {path}',
  path_special: 'it is neither a file nor a directory',
  path_twice: 'the archive has two files of this path',
  unpacked_large: 'the archive unpacks to more than {count} MiB',
  unpacked_ratio: 'the archive unpacks to more than {count} times its size',
  // Records.
  bson_invalid: "it isn't valid BSON",
  discussions_circle: 'discussions belong to each other',
  id_twice: 'two records have the id {id}',
  json_end: 'there is something after the end of the JSON',
  json_invalid: "it isn't valid JSON, or it's incomplete",
  json_none: 'it is no JSON object or array',
  json_no_array: 'it must be a JSON array',
  line_long: 'the line is longer than {count} bytes',
  message_order: 'the message {id} is not in its order',
  messages_many: 'the file has more than {count} messages',
  name_twice: 'two records have the name {name}',
  record_deep: 'it is nested too deeply',
  record_faults: 'more than {count} of its parts have the wrong form',
  record_form: '{detail}',
  record_long: 'the record is too long',
  record_parts: 'it has too many parts',
  time_twice: 'two messages have the time {time}',
  utf8_invalid: "it isn't UTF-8",
  // What an export must have.
  discord_none: 'it has no JSON that begins with a guild, so it is no export by DiscordChatExporter',
  discord_no_channel: 'it has no channel after its guild',
  mattermost_none: 'it has no JSON lines that begin with a version, so it is no bulk export of Mattermost',
  rocketchat_none: 'it has no {file}, so it is no mongodump of Rocket.Chat',
  rocketchat_packed: 'the dump is compressed: unpack its .bson.gz files first (gunzip -r)',
  slack_none: 'it has no users.json, so it is no export of Slack',
  zulip_none: 'there is no realm.json: this is no export of a Zulip organization',
  zulip_organizations: 'there must be one organization in zerver_realm',
  zulip_people: 'there are no people in zerver_userprofile',
  zulip_two: 'there are two exports in this archive',
  // The organization.
  import_done: 'this archive is imported already: undo that first, with "stoa organization undo-import"',
  import_none: 'there is no import into {name} to undo',
  import_taken: 'another process has taken over and goes on where this one was',
  import_undoing: 'an import is being undone: finish that first, with "stoa organization undo-import"',
  import_unfinished:
    'an import of another archive was not finished: continue it, or undo it with "stoa organization undo-import"',
  import_written: "somebody has written in #{channel} since, so the import can't be undone",
  server_failed: 'the server could not continue: its log says why',
} as const satisfies Readonly<Record<string, string>>;

export type ArchiveReason = keyof typeof ARCHIVE_FAILURES;
type Names<Sentence> = Sentence extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never;
export type ArchiveParams<R extends ArchiveReason> = Readonly<
  Record<Names<(typeof ARCHIVE_FAILURES)[R]>, string | number>
>;

export const archiveFailureText = (reason: ArchiveReason, params: Readonly<Record<string, string | number>>): string =>
  ARCHIVE_FAILURES[reason].replace(/\{(\w+)\}/g, (_, name: string) => String(params[name] ?? ''));

/** `reason` is one of these, or of a refusal; `file` and `record` say where in the archive. */
export const ImportFailure = z.object({
  reason: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
  file: z.string().nullable(),
  record: z.union([z.string(), z.number()]).nullable(),
});
export type ImportFailure = z.output<typeof ImportFailure>;
