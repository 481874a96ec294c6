// The public types of the package: what callers pass in and get back. No behaviour.
import type { CompiledLinkifiers } from './linkifiers.ts';

/** A message's references, found before rendering so that the caller can look up all names at once. */
export interface References {
  users: { name: string; id: number | null; silent: boolean }[];
  groups: { name: string; silent: boolean }[];
  /** Channel names or ids as written. */
  channels: string[];
  topics: { channel: string; topic: string; message_id: number | null }[];
  /** Path ids of uploaded files (`2/ab/photo.png`). */
  uploads: string[];
  /** Names of possible custom emoji. */
  emoji: string[];
}

export interface Upload {
  content_type: string;
  width?: number;
  height?: number;
  /** Absent until a thumbnail exists: the picture is then shown as loading. */
  thumbnail_url?: string;
  animated?: boolean;
  /** Name of a thumbnail in a format that every browser shows, for originals in rarer formats (`1920x1080.webp`). */
  transcoded_image?: string;
}

/** Lookups that rendering may make. All are optional and synchronous: no database, no network. */
export interface RenderContext {
  /** With `can_notify` false, as for deactivated people, the mention is silent. */
  findUser?(name: string, id: number | null): { id: number; full_name: string; can_notify?: boolean } | null;
  findGroup?(name: string): { id: number; name: string; can_mention: boolean } | null;
  findChannel?(nameOrId: string): { id: number; name: string } | null;
  /** The newest message of a topic that the sender may read; makes the topic link permanent. */
  findTopic?(channel_id: number, topic: string): { message_id: number } | null;
  findUpload?(path_id: string): Upload | null;
  realm_emoji?: ReadonlyMap<string, { id: string; source_url: string }>;
  /** Made once by compileLinkifiers. */
  linkifiers?: CompiledLinkifiers;
  /** user_id -> words */
  alert_words?: ReadonlyMap<number, readonly string[]>;
  /** False: no previews of linked pictures and videos. */
  previews?: boolean;
  translate_emoticons?: boolean;
  default_code_block_language?: string;
  /** Links to this address become relative. */
  realm_url?: string;
  is_channel_message?: boolean;
  /** Display name of the empty topic in links; `general chat` if absent. */
  empty_topic_name?: string;
  /** The proxied address of a foreign picture or video. Absent: foreign media stay links. */
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
  /** Pages of other sites whose previews may be shown below the message, as its links have their addresses. */
  page_links: string[];
  has_attachment: boolean;
  upload_path_ids: string[];
  alert_word_user_ids: number[];
  widget: Widget | null;
}

/** Highlights code. Returns HTML whose text is exactly `code`, or null for an unknown language. */
export type Highlight = (code: string, language: string) => string | null;

/** Renders TeX to HTML, or null if the formula is invalid. */
export type RenderMath = (tex: string, display: boolean) => string | null;

export interface RendererHooks {
  highlight?: Highlight;
  math?: RenderMath;
  /** The canonical name of a code block's language (`py` -> `Python`); null keeps it as written. */
  languageName?(language: string): string | null;
}
