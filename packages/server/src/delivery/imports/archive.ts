// The neutral form of another chat's archive: every reader produces it and the writer accepts it. Knows no format and no database.
//
// Ids are the source's own, as strings; each kind has its own ids. Times are UNIX seconds. Names and texts may be hostile:
// the writer checks lengths and characters, so readers need not. Everything but messages may be in memory, people and
// subscriptions in lists that are read record by record.
import type { ArchiveNoteText } from '@stoa/contract';
import type { ChannelNotification } from '../../conversation/subscriptions/importing.actions.ts';
import type { RecordList } from './records/packed-list.ts';

/** Bytes of a picture or an uploaded file. `open` may be called more than once and reads as it goes. */
export interface ArchiveFile {
  readonly name: string;
  readonly open: () => AsyncIterable<Uint8Array>;
}

/** Text in the dialect of messages between references, which get new ids; the text itself contains no ids. */
export type ArchiveText = readonly (string | ArchiveReference)[];

export type ArchiveReference =
  /** A mention. `silent` notifies nobody and marks nothing as mentioned. */
  | { readonly kind: 'user'; readonly id: string; readonly silent?: boolean }
  | { readonly kind: 'group'; readonly id: string; readonly silent?: boolean }
  /** A link to a channel, or to a topic of it. */
  | { readonly kind: 'channel'; readonly id: string; readonly topic?: string }
  /** A link to a message of the archive, shown as `text`. */
  | { readonly kind: 'message'; readonly id: string; readonly text: string }
  /** A link to an uploaded file, shown as `text`; `image` shows the picture instead. */
  | { readonly kind: 'file'; readonly id: string; readonly text: string; readonly image?: boolean }
  /**
   * Bare addresses, as in links that the source wrote; `text` replaces the address of what isn't imported. `is_whole`: they begin
   * with the organization's own, so that they are links without markup.
   */
  | { readonly kind: 'file-address'; readonly id: string; readonly text: string; readonly is_whole?: boolean }
  | { readonly kind: 'message-address'; readonly id: string; readonly text: string; readonly is_whole?: boolean }
  /** The message in a link `#**channel>topic@id**`; without it the link leads to the topic. */
  | { readonly kind: 'message-number'; readonly id: string };

export interface ArchiveOrganization {
  readonly name: string;
  readonly description: string;
  readonly date_created: number | null;
  readonly icon: ArchiveFile | null;
}

export interface ArchiveUser {
  readonly id: string;
  /** Null if the archive has none: the account gets an address that receives no mail, and can't sign in until it has one. */
  readonly email: string | null;
  readonly full_name: string;
  readonly role: 'owner' | 'administrator' | 'moderator' | 'member' | 'guest';
  readonly is_active: boolean;
  /** Bots are imported without their keys. `owner` is the id of a person, or null. */
  readonly bot: { readonly owner: string | null } | null;
  /** A bot of the server, which becomes the notification bot here. */
  readonly is_notification_bot?: boolean;
  readonly date_joined: number | null;
  /** An IANA name; empty if unknown. */
  readonly timezone: string;
  readonly avatar: ArchiveFile | null;
  /** A hash of a known kind (`foreign-passwords.rules.ts`). */
  readonly password?: string | null;
  /** Personal settings by their names here. */
  readonly settings?: Readonly<Record<string, unknown>>;
}

/** The holders of a permission: people and groups of the archive, and system groups, which are the same here (`role:members`). */
export interface ArchiveHolders {
  readonly users: readonly string[];
  readonly groups: readonly string[];
  readonly roles: readonly string[];
}

/** A group that people created. System groups exist here already. */
export interface ArchiveGroup {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly members: RecordList<string>;
  readonly subgroups: readonly string[];
  readonly is_active: boolean;
  readonly date_created?: number | null;
  readonly creator?: string | null;
  /** Keyed by the names of this server. */
  readonly permissions?: Readonly<Record<string, ArchiveHolders>>;
}

export interface ArchiveChannel {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly date_created: number | null;
  readonly creator: string | null;
  readonly is_private: boolean;
  readonly is_web_public: boolean;
  /** Whether subscribers can read messages from before they joined. */
  readonly shares_history: boolean;
  readonly is_archived: boolean;
  /** Whether new members are subscribed to it. */
  readonly is_default: boolean;
  /** Whether everybody may post, or only administrators. */
  readonly posting: 'everyone' | 'administrators';
  /** Keyed by the names of this server. */
  readonly permissions?: Readonly<Record<string, ArchiveHolders>>;
  /** Days, -1 for ever, null for the organization's. */
  readonly message_retention_days?: number | null;
  readonly subscriptions: RecordList<ArchiveSubscription>;
}

export interface ArchiveSubscription {
  readonly user: string;
  readonly is_active: boolean;
  readonly is_muted?: boolean;
  readonly pin_to_top?: boolean;
  /** For example `#aabbcc`. */
  readonly color?: string;
  /** Where they differ from the person's, by their names here. */
  readonly notifications?: Partial<Record<ChannelNotification, boolean>>;
  /**
   * When they were subscribed, by `ArchiveMessage.position`: messages with `after < position <= until`, in order and disjoint.
   * If absent: from the first message on if active, otherwise never.
   */
  readonly spans?: readonly { readonly after: number; readonly until: number | null }[];
}

export interface ArchiveEmoji {
  readonly id: string;
  readonly name: string;
  readonly author: string | null;
  readonly is_active: boolean;
  readonly file: ArchiveFile;
}

/** An uploaded file. Who may read it follows from the messages that refer to it. */
export interface ArchiveUpload {
  readonly id: string;
  readonly owner: string;
  readonly content_type: string | null;
  readonly create_time: number | null;
  readonly file: ArchiveFile;
}

export type ArchivePlace =
  | { readonly channel: string; readonly topic: string }
  /** Everybody in the conversation, the sender included; only the sender for notes to oneself. */
  | { readonly users: readonly string[] };

export interface ArchiveEdit {
  readonly time: number;
  readonly user: string | null;
  /** The value before, if the edit changed it. */
  readonly prev_content?: ArchiveText;
  readonly prev_topic?: string;
  readonly prev_channel?: string;
}

export interface ArchiveReaction {
  readonly user: string;
  readonly emoji: { readonly name: string; readonly code: string } | { readonly custom: string };
}

/** The flags of a message for one person, unless it is only read. */
export interface ArchiveMark {
  readonly user: string;
  readonly is_unread?: boolean;
  readonly is_starred?: boolean;
  readonly is_collapsed?: boolean;
  readonly is_mentioned?: boolean;
  readonly has_alert_word?: boolean;
}

export interface ArchiveMessage {
  readonly id: string;
  /** The place in the order, such as a number or a time in the source: never decreases from one message to the next. */
  readonly position: number;
  readonly sender: string;
  readonly place: ArchivePlace;
  readonly timestamp: number;
  readonly content: ArchiveText;
  /** Newest first. */
  readonly edits: readonly ArchiveEdit[];
  readonly reactions: readonly ArchiveReaction[];
  readonly marks: readonly ArchiveMark[];
}

/** Lists that belong to the organization; existing entries of the same name stay unchanged. */
export interface ArchiveLists {
  /** In the order in which they are matched. */
  readonly linkifiers: readonly ArchiveLinkifier[];
  readonly playgrounds: readonly {
    readonly name: string;
    readonly pygments_language: string;
    readonly url_template: string;
  }[];
  /** In the order in which they are shown. */
  readonly profile_fields: readonly ArchiveProfileField[];
}

export interface ArchiveLinkifier {
  readonly pattern: string;
  readonly url_template: string;
  readonly example_input?: string | null;
  readonly reverse_template?: string | null;
  readonly alternative_url_templates?: readonly string[];
}

export interface ArchiveProfileField {
  readonly id: string;
  readonly name: string;
  readonly hint: string;
  /** As the API numbers them. */
  readonly field_type: number;
  readonly field_data: Readonly<Record<string, unknown>>;
  readonly display_in_profile_summary: boolean;
  readonly required: boolean;
  readonly editable_by_user: boolean;
  readonly use_for_user_matching: boolean;
}

/** A piece of one person's settings or profile. */
export type ArchivePersonal = { readonly user: string } & (
  | { readonly kind: 'alert words'; readonly word: string }
  | {
      readonly kind: 'snippets';
      readonly title: string;
      readonly content: ArchiveText;
      readonly date_created: number | null;
    }
  | {
      readonly kind: 'topic policies';
      readonly channel: string;
      readonly topic: string;
      readonly policy: 'muted' | 'unmuted' | 'followed';
      readonly last_updated: number | null;
    }
  | { readonly kind: 'muted people'; readonly muted: string; readonly date_muted: number | null }
  /** Ids of people where the field is one of people. */
  | { readonly kind: 'profile values'; readonly field: string; readonly value: string | readonly string[] }
);

export type ListKind = 'linkifiers' | 'playgrounds' | 'profile fields';

export type RecordKind =
  | ListKind
  | ArchivePersonal['kind']
  | 'organization'
  | 'users'
  | 'groups'
  | 'channels'
  | 'subscriptions'
  | 'emoji'
  | 'files'
  | 'messages'
  | 'edits'
  | 'reactions'
  | 'marks'
  | 'settings';

/** The `file` of problems that arise once the archive is read. */
export const WHOLE_ARCHIVE = 'the archive';

/** A record that isn't imported, or only in part, and why. The import continues. */
export interface Problem {
  readonly kind: RecordKind;
  /** A clause that completes "… is dropped: ", the same for all records of the same reason, so that they can be counted. */
  readonly reason: ArchiveNoteText;
  readonly file: string;
  /** A line, an index or an id that finds the record in the file. */
  readonly record: string | number;
  /** Whether the record is imported nevertheless, changed as the reason says. */
  readonly is_kept?: boolean;
}

export interface Archive {
  readonly organization: ArchiveOrganization;
  readonly users: RecordList<ArchiveUser>;
  readonly groups: readonly ArchiveGroup[];
  readonly channels: readonly ArchiveChannel[];
  readonly emoji: readonly ArchiveEmoji[];
  readonly uploads: readonly ArchiveUpload[];
  /** Settings of the organization, in the form of requests that change them; channels by their ids in the archive. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Personal settings that new accounts get, by their names here. */
  readonly new_settings?: Readonly<Record<string, unknown>>;
  readonly permissions?: Readonly<Record<string, ArchiveHolders>>;
  readonly lists?: ArchiveLists;
  readonly personal?: readonly ArchivePersonal[];
  /** Marks say who is mentioned; if not set, the rendered text does. */
  readonly has_mention_marks: boolean;
  /** Its people are those of another system: their accounts are stubs until they sign in here. */
  readonly are_stubs: boolean;
  /** All messages in order. Called more than once; each call reports the same problems. */
  messages(): AsyncIterable<ArchiveMessage>;
}

export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** The files of an archive, however they are packed. Paths are relative, with `/`, and never lead outside. */
export interface ArchiveSource {
  /** All files, sorted. */
  readonly paths: readonly string[];
  /** A directory for files that a reader needs meanwhile, which may not exist yet; it is removed with the source. [IM902] */
  readonly scratch: string;
  /** Null if there is no such file. */
  size(path: string): number | null;
  /** Reads a file as it goes, or the bytes from `start` to before `end`. Throws `ArchiveError` if there is none. */
  open(path: string, range?: ByteRange): AsyncIterable<Uint8Array>;
  /** A whole small file; throws `ArchiveError` if it is longer than `max_bytes`. */
  read(path: string, max_bytes?: number): Promise<Uint8Array>;
}

/** Opens an archive of one format. Throws `ArchiveError` for what makes the whole archive unusable. */
export type ArchiveReader = (source: ArchiveSource, report: (problem: Problem) => void) => Promise<Archive>;
