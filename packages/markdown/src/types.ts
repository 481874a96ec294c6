// The public shapes of the package: what a caller gives and what it gets. No behaviour.
import type { CompiledLinkifiers } from './linkifiers.ts';

/** What a message refers to, found before rendering so that the caller can look the names up in one go. */
export interface References {
  users: { name: string; id: number | null; silent: boolean }[];
  groups: { name: string; silent: boolean }[];
  /** Channel names or ids as written. */
  channels: string[];
  topics: { channel: string; topic: string; message_id: number | null }[];
  /** Path ids of uploaded files (`2/ab/photo.png`). */
  uploads: string[];
  /** Emoji names that are not Unicode names. */
  emoji: string[];
}

export interface Upload {
  content_type: string;
  width?: number;
  height?: number;
  /** Absent while no thumbnail exists: the picture is then shown as one that is loading. */
  thumbnail_url?: string;
  animated?: boolean;
  /** Name of a thumbnail in a format every browser shows, for originals that few do (`1920x1080.webp`). */
  transcoded_image?: string;
}

/** What rendering may ask of its caller. Everything is optional and synchronous: no database, no network. */
export interface RenderContext {
  /** Who can't be notified, being deactivated, is only named. */
  findUser?(name: string, id: number | null): { id: number; full_name: string; can_notify?: boolean } | null;
  findGroup?(name: string): { id: number; name: string; can_mention: boolean } | null;
  findChannel?(nameOrId: string): { id: number; name: string } | null;
  /** The newest message of a topic that the sender may read; makes the topic link a permanent one. */
  findTopic?(channel_id: number, topic: string): { message_id: number } | null;
  findUpload?(path_id: string): Upload | null;
  realm_emoji?: ReadonlyMap<string, { id: string; source_url: string }>;
  /** Made once by compileLinkifiers. */
  linkifiers?: CompiledLinkifiers;
  /** user_id -> words */
  alert_words?: ReadonlyMap<number, readonly string[]>;
  /** False: pictures and films that are linked to are not shown below. */
  previews?: boolean;
  translate_emoticons?: boolean;
  default_code_block_language?: string;
  /** Links to this address become relative ones. */
  realm_url?: string;
  is_channel_message?: boolean;
  /** How the empty topic is shown in links; `general chat` when absent. */
  empty_topic_name?: string;
  /** The proxied address of a foreign picture or video. Absent: foreign media are links only. */
  external_media_url?(url: string): string | null;
}

export type Widget =
  | { type: 'poll'; extra_data: { question: string; options: string[] } }
  | { type: 'todo'; extra_data: { task_list_title: string; tasks: { task: string; desc: string }[] } };

export interface Rendered {
  html: string;
  mentioned_user_ids: number[];
  mentioned_group_ids: number[];
  stream_wildcard: boolean;
  topic_wildcard: boolean;
  is_me_message: boolean;
  has_link: boolean;
  has_image: boolean;
  has_attachment: boolean;
  upload_path_ids: string[];
  alert_word_user_ids: number[];
  widget: Widget | null;
}

/** Colours code. Answers HTML whose text is exactly `code`, or null for a language it does not know. */
export type Highlight = (code: string, language: string) => string | null;

/** Renders TeX to HTML, or null when the formula is wrong. */
export type RenderMath = (tex: string, display: boolean) => string | null;

export interface RendererHooks {
  highlight?: Highlight;
  math?: RenderMath;
  /** The canonical name of a code block's language (`py` -> `Python`); null keeps it as written. */
  languageName?(language: string): string | null;
}
