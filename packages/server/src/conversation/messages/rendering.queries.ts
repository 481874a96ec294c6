// Renders messages with the sender's access: finds references, looks them up, returns HTML and mentions. No statement
// without references. Never decides whether the message may be sent.
import { findReferences, type References, type Rendered, render } from '@stoa/markdown';
import { type Actor, accountable } from '../../kit/access/actor.ts';
import type { Connection } from '../../kit/database/connection.ts';
import { counted, inTurn } from '../../kit/scheduling/processor-turns.ts';
import { normalizeContent } from './content.rules.ts';
import { cachedRenderDictionary, getRenderDictionary, type RenderDictionary } from './render-dictionary.queries.ts';
import {
  contextOf,
  type KnownGroup,
  type KnownUser,
  lookUp,
  type NewestOfTopics,
  NOTHING_KNOWN,
  type ResolvedReferences,
} from './rendering-references.queries.ts';

export interface Writing {
  /** Normalized. */
  readonly content: string;
  readonly sender: Actor;
  readonly is_channel_message: boolean;
}

export interface RenderedContent extends Omit<Rendered, 'html' | 'mentioned_user_ids' | 'mentioned_group_ids'> {
  readonly writing: Writing;
  readonly rendered_content: string;
  /** People mentioned by name and not silently; they need not be receivers. */
  readonly mentioned_users: readonly KnownUser[];
  readonly mentioned_groups: readonly KnownGroup[];
  /** The targets of its names; null without references. */
  readonly known: ResolvedReferences | null;
  readonly newest: NewestOfTopics;
  readonly dictionary: RenderDictionary;
}

/** Fences without a language use the organization's default. */
const MAY_HAVE_CODE = /```|~~~/;
/** Whether foreign pictures are shown is the organization's setting. */
const MAY_HAVE_MEDIA = /\.(?:bmp|gif|jpe|jpe?g|png|webp|avif|heic|mp4|webm|mov)|youtu\.?be/i;
const asksSettings = (content: string) => MAY_HAVE_CODE.test(content) || MAY_HAVE_MEDIA.test(content);

const isEmpty = ({ users, groups, channels, uploads }: References) =>
  users.length + groups.length + channels.length + uploads.length === 0;

const NO_TOPICS: NewestOfTopics = new Map();

/** Runs outside a transaction: {@link settleContent} verifies the result in the one that stores it. */
export function renderContent(db: Connection, writing: Writing): Promise<RenderedContent> {
  return renderWith(db, writing, cachedRenderDictionary(writing.sender.realm));
}

/** A text as its sender would see it if sent to a channel; one that is being written may be empty. [MS40] [MS860] */
export async function renderPreview(db: Connection, sender: Actor, content: string): Promise<string> {
  if (content.trim() === '') return '';
  const writing = { sender, content: normalizeContent(content), is_channel_message: true };
  return (await renderWith(db, writing, await getRenderDictionary(db, sender.realm))).rendered_content;
}

async function renderWith(db: Connection, writing: Writing, dictionary: RenderDictionary): Promise<RenderedContent> {
  const { content, sender } = writing;
  const take = <T>(work: () => T) => (db.writes ? counted(work) : inTurn(accountable(sender), work));
  const asks_settings = asksSettings(content);
  const begun = await take(() => {
    const references = findReferences(content);
    const is_known = !asks_settings && isEmpty(references);
    return is_known ? renderKnown(writing, dictionary, null, NO_TOPICS) : { references };
  });
  if (!('references' in begun)) return begun;
  const { known, newest } = await lookUp(db, sender, begun.references, asks_settings);
  return take(() => renderKnown(writing, dictionary, known, newest));
}

function renderKnown(
  writing: Writing,
  dictionary: RenderDictionary,
  known: ResolvedReferences | null,
  newest: NewestOfTopics,
): RenderedContent {
  const { sender, content, is_channel_message } = writing;
  const { html, mentioned_user_ids, mentioned_group_ids, ...found } = render(content, {
    ...(known ? contextOf(known, newest) : {}),
    alert_words: dictionary.alert_words,
    linkifiers: dictionary.linkifiers,
    realm_emoji: dictionary.realm_emoji,
    translate_emoticons: sender.settings.translate_emoticons ?? false,
    realm_url: sender.realm.url,
    is_channel_message,
  });
  const { users, groups } = known ?? NOTHING_KNOWN;
  const user_ids = new Set(mentioned_user_ids);
  const group_ids = new Set(mentioned_group_ids);
  return {
    ...found,
    writing,
    rendered_content: html,
    mentioned_users: users.filter(({ user_id }) => user_ids.has(user_id)),
    mentioned_groups: groups.filter(({ group_id }) => group_ids.has(group_id)),
    known,
    newest,
    dictionary,
  };
}

/**
 * Verifies rendered content within the transaction. Renders again if names resolve differently by now, or the sender
 * may no longer see what they name. No statement without references.
 */
export async function settleContent(
  tx: Connection,
  sender: Actor,
  rendered: RenderedContent,
): Promise<RenderedContent> {
  const { writing, known, dictionary } = rendered;
  if (known === null) return rendered;
  const { content } = writing;
  const now = await lookUp(tx, sender, findReferences(content), asksSettings(content));
  if (JSON.stringify(now.known) === JSON.stringify(known)) return rendered;
  return renderKnown({ ...writing, sender }, dictionary, now.known, now.newest);
}

/** The same text with a newer render dictionary. */
export function renderAgain(
  { writing, known, newest }: RenderedContent,
  dictionary: RenderDictionary,
): RenderedContent {
  return renderKnown(writing, dictionary, known, newest);
}
