// Shifts the ids of an archive above those that a server has: all ids of a table by the same distance, so that order and ranges stay.
// Pure. A test compares the columns with the references of the schema. [IM24]
import type { AuditChange } from '@stoa/contract';

/** Keyed by the table that counts the ids. */
export type Distances = ReadonlyMap<string, number>;

/** Columns of any table, by the table whose ids they hold. */
const COLUMNS: Readonly<Record<string, readonly string[]>> = {
  realms: ['realm_id'],
  users: [
    'user_id',
    'owner_id',
    'bot_id',
    'offered_by',
    'creator_id',
    'muted_user_id',
    'sender_id',
    'author_id',
    'bot_owner_id',
    'account_id',
    'acting_user_id',
  ],
  channels: ['stream_id', 'default_sending_stream_id', 'default_events_register_stream_id', 'prev_stream', 'stream'],
  recipients: ['recipient_id'],
  messages: ['message_id', 'after_message_id', 'until_message_id', 'newest_deleted_id'],
  attachments: ['attachment_id'],
  custom_profile_fields: ['field_id'],
  channel_folders: ['folder_id'],
  user_groups: ['group_id', 'subgroup_id'],
  realm_emoji: ['emoji_id'],
  scheduled_messages: ['scheduled_message_id'],
  jobs: ['job_id'],
};
const KINDS = new Map(Object.entries(COLUMNS).flatMap(([kind, columns]) => columns.map((name) => [name, kind])));
/** Bounds of ranges of messages, by table. */
const RANGES: Readonly<Record<string, readonly string[]>> = {
  read_ranges: ['from_id', 'until_id'],
  silenced_senders: ['from_id', 'until_id'],
  erasures: ['after_id', 'until_id'],
};

/** The table whose ids a column holds; undefined if it holds none. */
export function kindOf(table: string, column: string): string | undefined {
  if (column === 'id') return table;
  if (Object.hasOwn(RANGES, table) && RANGES[table]!.includes(column)) return 'messages';
  return KINDS.get(column);
}

/** Fields of the audit log whose values are ids, by the table. */
const ID_FIELDS: readonly (readonly [kind: string, fields: RegExp])[] = [
  ['users', /^(?:members|(?:.*_)?user_id|bot_owner_id)$/],
  ['channels', /^(?:.*_)?(?:stream|channel)_ids?$/],
  ['user_groups', /^(?:subgroups|group_ids)$/],
  ['channel_folders', /^folder_id$/],
];

/** Above every id: bounds of ranges that have no end. */
const ENDLESS = 2 ** 50;
/** The type of profile fields whose values are people. */
export const FIELD_OF_PEOPLE = 6;
export const FILE_COLUMNS: ReadonlySet<string> = new Set(['path_id', 'avatar_key', 'file_key', 'still_key']);
const SOURCES: ReadonlySet<string> = new Set(['content', 'prev_content', 'description', 'fragment', 'note']);
type Row = Readonly<Record<string, unknown>>;

export class MovedIds {
  constructor(
    private readonly distances: Distances,
    /** The organization's old address. */
    private readonly origin: string,
    /** Profile fields whose values are people, by their old ids. */
    private readonly fields_of_people: ReadonlySet<number>,
  ) {}

  get stays(): boolean {
    return [...this.distances.values()].every((distance) => distance === 0);
  }

  id(kind: string, value: number): number {
    return value <= 0 || value >= ENDLESS ? value : value + (this.distances.get(kind) ?? 0);
  }

  /** The key of a file, whose second part is the organization. */
  key(key: string): string {
    return key.replace(/^([a-z]+\/)(\d+)\//, (_, kind: string, id: string) => `${kind}${this.id('realms', +id)}/`);
  }

  row(table: string, row: Row): Row {
    if (this.stays) return row;
    return Object.fromEntries(
      Object.entries(row).map(([column, value]) => [column, this.value(table, column, value, row)]),
    );
  }

  private value(table: string, column: string, value: unknown, row: Row): unknown {
    if (value === null || value === undefined) return value;
    const kind = kindOf(table, column);
    if (kind !== undefined && typeof value === 'number') return this.id(kind, value);
    if (column.startsWith('can_') && column.endsWith('_group')) return this.group(value);
    if (typeof value === 'string') return this.text(table, column, value, row);
    if (table === 'realms' && column === 'settings') return this.settings(value as Row);
    if (table === 'drafts' && column === 'to')
      return this.ids(row.type === 'stream' || row.type === 'channel' ? 'channels' : 'users', value);
    if (table === 'scheduled_messages' && column === 'user_ids') return this.ids('users', value);
    if (table === 'jobs' && column === 'body') return this.job(row.kind as string, value as Row);
    if (table === 'audit_entries' && column === 'changes')
      return (value as AuditChange[]).map((each) => this.change(each));
    return value;
  }

  private ids(kind: string, value: unknown): unknown {
    return Array.isArray(value) ? value.map((id) => this.id(kind, id as number)) : value;
  }

  private group(value: unknown): unknown {
    if (typeof value === 'number') return this.id('user_groups', value);
    const { direct_members, direct_subgroups, ...rest } = value as Row;
    return {
      ...rest,
      direct_members: this.ids('users', direct_members),
      direct_subgroups: this.ids('user_groups', direct_subgroups),
    };
  }

  private settings(settings: Row): Row {
    const moved = Object.entries(settings).map(([name, value]) => {
      if (/_(?:stream|channel)_id$/.test(name)) return [name, this.id('channels', value as number)];
      return [name, name === 'permissions' ? this.permissions(value as Row) : value];
    });
    return Object.fromEntries(moved);
  }

  private permissions(permissions: Row): Row {
    return Object.fromEntries(Object.entries(permissions).map(([name, value]) => [name, this.group(value)]));
  }

  private change({ field, ...values }: AuditChange): AuditChange {
    const kind = ID_FIELDS.find(([, fields]) => fields.test(field))?.[0];
    const move = (value: unknown): unknown => {
      if (typeof value !== 'number' && typeof value !== 'object') return value;
      if (value === null) return null;
      if (field.startsWith('can_') && field.endsWith('_group')) return this.group(value);
      if (kind === undefined) return value;
      return typeof value === 'number' ? this.id(kind, value) : this.ids(kind, value);
    };
    return { field, ...Object.fromEntries(Object.entries(values).map(([name, value]) => [name, move(value)])) };
  }

  private job(kind: string, body: Row): Row {
    if (kind === 'thumbnails') return { ...body, attachment_id: this.id('attachments', body.attachment_id as number) };
    if (kind === 'erasure') return { ...body, user_id: this.id('users', body.user_id as number) };
    const table = kind === 'reminder' ? 'reminders' : 'scheduled_messages';
    return { ...body, id: this.id(table, body.id as number) };
  }

  private text(table: string, column: string, value: string, row: Row): string {
    if (column === 'user_key')
      return value
        .split(',')
        .map((id) => this.id('users', +id))
        .join(',');
    if (column === 'path_id' || column === 'avatar_key') return this.key(`x/${value}`).slice(2);
    if (FILE_COLUMNS.has(column)) return this.key(value);
    if (column === 'emoji_code')
      return row.reaction_type === 'realm_emoji' ? String(this.id('realm_emoji', +value)) : value;
    if (column.includes('rendered_')) return this.html(value);
    if (table === 'custom_profile_values' && column === 'value') {
      if (!this.fields_of_people.has(row.field_id as number)) return value;
      return value.replace(/\d+/g, (id) => String(this.id('users', +id)));
    }
    // Votes of polls refer to the author of the option.
    if (table === 'submessages')
      return value.replace(/("key":")(\d+),/g, (_, key, id) => `${key}${this.id('users', +id)},`);
    return SOURCES.has(column) ? this.source(value) : value;
  }

  /** Markdown as people wrote it. */
  private source(text: string): string {
    return this.addresses(text)
      .replace(/(@_?\*\*[^*|\n]*\|)(\d{1,15})\*\*/g, (_, before, id) => `${before}${this.id('users', +id)}**`)
      .replace(/(#\*\*[^*>\n]+>[^*\n]*@)(\d{1,15})\*\*/g, (_, before, id) => `${before}${this.id('messages', +id)}**`);
  }

  private html(html: string): string {
    const attributes: Readonly<Record<string, string>> = {
      user: 'users',
      'user-group': 'user_groups',
      stream: 'channels',
    };
    return this.addresses(html).replace(
      /( data-(user|user-group|stream)-id=")(\d{1,15})"/g,
      (_, before, kind: string, id) => `${before}${this.id(attributes[kind]!, +id)}"`,
    );
  }

  /** Addresses of this organization; those of other servers stay. */
  private addresses(text: string): string {
    if (!/#narrow\/|\/user_(?:uploads|avatars)\/|#(?:user|channels)\/|narrow\//.test(text)) return text;
    return text.replace(
      /(https?:\/\/[^\s/"'<>()]+)?(\/?#?narrow\/[^\s"'<>()]+|\/?#(?:user|channels)\/\d+|\/user_(?:uploads|avatars)\/(?:thumbnail\/)?\d+\/)/g,
      (whole, origin: string | undefined, path: string) =>
        origin !== undefined && origin !== this.origin ? whole : `${origin ?? ''}${this.path(path)}`,
    );
  }

  private path(path: string): string {
    const move = (kind: string) => (_: string, before: string, ids: string) =>
      before + ids.replace(/\d+/g, (id) => String(this.id(kind, +id)));
    return path
      .replace(/^(\/user_(?:uploads|avatars)\/(?:thumbnail\/)?)(\d+)/, move('realms'))
      .replace(/(narrow\/(?:-?[a-z]+\/[^/]+\/)*?-?(?:channel|stream)\/)(\d{1,15})/, move('channels'))
      .replace(/(\/(?:near|with|id)\/)(\d{1,15})/g, move('messages'))
      .replace(/((?:\/|^)-?(?:dm|pm-with|dm-including|group-pm-with|sender)\/)(\d{1,15}(?:,\d{1,15})*)/g, move('users'))
      .replace(/(#user\/)(\d{1,15})/, move('users'))
      .replace(/(#channels\/)(\d{1,15})/, move('channels'));
  }
}
