// Changes the content of a message.
import { type ChannelId, type DetachedUpload, type MessageId, Refused, type UserId } from '@stoa/contract';
import { isMeMessage, withEmbeds, withoutEmbeds } from '@stoa/markdown';
import { getRealmSettings } from '../../identity/realm/realm-settings.queries.ts';
import type { Actor } from '../../kit/access/actor.ts';
import type { Connection, Transaction } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';
import { seconds } from '../../kit/time/clock.ts';
import type { Audience } from '../../kit/write/log-entry.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import { changeClaims } from '../attachments/claims.actions.ts';
import { findChannel } from '../channels/channels.queries.ts';
import { FLAG, WILDCARD } from '../message-rules/flags.rules.ts';
import { getAccessibleMessage } from '../messages/accessible.queries.ts';
import { checkMentions, findConcerned } from '../messages/mentions.queries.ts';
import { renderedColumns, wildcardsOf } from '../messages/messages.actions.ts';
import type { NewMessage } from '../messages/messages.hooks.ts';
import { findDirectPeople, type MessageRow } from '../messages/messages.queries.ts';
import { renderDictionaryAt } from '../messages/render-dictionary.queries.ts';
import { type RenderedContent, renderAgain, renderContent, settleContent } from '../messages/rendering.queries.ts';
import { findWidgetOf } from '../messages/submessages.queries.ts';
import { audienceOfMessage, withStarring } from '../recipients/audience.queries.ts';
import { indexMessagesAgain } from '../search/search.actions.ts';
import { followAfterMention } from '../user-topics/automatic.actions.ts';
import { changeableSince, editedContent } from './editing.rules.ts';
import { findLoggedFlags } from './flags.queries.ts';
import { recordOldContent } from './history.actions.ts';
import { contentEdited, mentionsAdded } from './message-edits.hooks.ts';
import { type LoggedUpdate, updateLogged } from './update-message.present.ts';

/** Renders before the transaction: rendering takes longer than storing. */
export async function prepareEdit(
  db: Connection,
  actor: Actor,
  message_id: MessageId,
  content: string | undefined,
): Promise<RenderedContent | null> {
  if (content === undefined) return null;
  const { stream_id } = await getAccessibleMessage(db, actor, message_id);
  return renderContent(db, { content: editedContent(content), sender: actor, is_channel_message: stream_id !== null });
}

/** Throws unless the actor may change the content now. [ED3] [ED4] [ED6] */
export async function checkMayEdit(db: Connection, actor: Actor, message: MessageRow, now_s: number): Promise<void> {
  const settings = await getRealmSettings(db, actor.realm.realm_id);
  if (!settings.allow_message_editing) throw Refused('editing_off');
  if (message.sender_id !== actor.user_id) throw Refused('message_edit_forbidden');
  const { stream_id } = message;
  const channel = stream_id === null ? null : await findChannel(db, actor.realm.realm_id, stream_id);
  if (channel?.is_archived) throw Refused('message_edit_archived');
  if (await findWidgetOf(db, message.id)) throw Refused('widget_edit');
  const since = changeableSince(settings.message_content_edit_limit_seconds, now_s);
  if (since !== null && message.timestamp < since) throw Refused('message_edit_late');
}

/** Rendered content, verified within the transaction. */
async function verifyRendered(tx: Transaction, actor: Actor, prepared: RenderedContent): Promise<RenderedContent> {
  const settled = await settleContent(tx, actor, prepared);
  const row = await tx.get<{ render_dictionary_stamp: number }>(
    sql`select render_dictionary_stamp from realms where realm_id = ${actor.realm.realm_id}`,
  );
  if (row!.render_dictionary_stamp === settled.dictionary.stamp) return settled;
  return renderAgain(settled, await renderDictionaryAt(tx, actor.realm, row!.render_dictionary_stamp));
}

/** The message's destination, as needed to find mentioned readers. */
async function destinationOf(db: Connection, actor: Actor, message: MessageRow): Promise<NewMessage['destination']> {
  const { recipient_id, stream_id, subject } = message;
  if (stream_id === null) {
    const people = await findDirectPeople(db, actor.realm, [recipient_id]);
    return { recipient_id, people: people.get(recipient_id) ?? [] };
  }
  const channel = (await findChannel(db, actor.realm.realm_id, stream_id))!;
  const { name, invite_only } = channel;
  return { stream_id, recipient_id, channel_name: name, is_public: !invite_only, topic: subject };
}

/** An edit that is stored and not announced yet. */
export interface ContentEdit {
  readonly message_id: MessageId;
  readonly update: LoggedUpdate;
  readonly stream_id: ChannelId | null;
  readonly audience: Audience;
}

interface Edited {
  /** Null: equal content, which is no edit. [ED2] */
  readonly edit: ContentEdit | null;
  /** The files that no message links to any more. */
  readonly detached: readonly DetachedUpload[];
}

interface NewMentions {
  readonly destination: NewMessage['destination'];
  readonly content: RenderedContent;
  /** The message mentions everyone only since this edit. */
  readonly calls_everyone: boolean;
}

/** Replaces the flags of the people concerned, and notifies those who are newly mentioned. */
async function updateMentions(
  context: WriteContext,
  actor: Actor,
  message: MessageRow,
  { destination, content, calls_everyone }: NewMentions,
): Promise<{ readonly audience: Audience; readonly called_bots: readonly UserId[] }> {
  const { tx } = context;
  const { id } = message;
  const { flags, called_bots } = await findConcerned(tx, actor, destination, content);
  const audience = await audienceOfMessage(tx, message);
  const { mentioned, called } = await replaceFlags(tx, id, flagsWithin(audience, flags, called_bots));
  if (!('topic' in destination)) return { audience, called_bots }; // in a direct conversation everyone was notified already
  if (mentioned.length > 0) await followAfterMention(context, destination, mentioned);
  if (called.length > 0 || calls_everyone) {
    const wildcards = wildcardsOf(content, destination);
    const newly_mentioned = { user_ids: called, everyone: calls_everyone };
    await context.trigger(mentionsAdded, { id, sender: actor, destination, wildcards, newly_mentioned });
  }
  return { audience, called_bots };
}

/** Callers must call {@link checkMayEdit} first, and announce the edit. */
export async function editContent(
  context: WriteContext,
  actor: Actor,
  message: MessageRow,
  prepared: RenderedContent,
): Promise<Edited> {
  const { tx, now } = context;
  const { id, stream_id } = message;
  const text = prepared.writing.content;
  if (text === message.content) return { edit: null, detached: [] };
  const edit_timestamp = seconds(now);
  const destination = await destinationOf(tx, actor, message);
  const { content: orig_content, rendered_content: orig_rendered_content } = message;
  const settled = await verifyRendered(tx, actor, prepared);
  // Links that stay keep their previews. [LP6]
  const embedded = withEmbeds(settled.rendered_content, settled.page_links, new Map(), orig_rendered_content);
  const content = { ...settled, rendered_content: embedded };
  await checkMentions(tx, actor, destination, content);
  await recordOldContent(context, {
    message_id: id,
    user_id: actor.user_id,
    timestamp: edit_timestamp,
    prev_content: orig_content,
    prev_rendered_content: withoutEmbeds(orig_rendered_content),
  });
  const calls_everyone = content.stream_wildcard && !(await mentionsEveryone(tx, id));
  const columns = { content: text, last_edit_timestamp: edit_timestamp, ...renderedColumns(content, destination) };
  await tx.run(sql`update messages set is_edited = true, ${sql.set(columns)} where id = ${id}`);
  await indexMessagesAgain(tx, [id]);
  const { count, detached } = await changeClaims(context, actor, id, content.upload_path_ids);
  if (count === 0 && content.has_attachment)
    await tx.run(sql`update messages set has_attachment = false where id = ${id}`);
  const { audience, called_bots } = await updateMentions(context, actor, message, {
    destination,
    content,
    calls_everyone,
  });
  const update = {
    user_id: actor.user_id,
    rendering_only: false,
    message_id: id,
    message_ids: [id],
    edit_timestamp,
    ...(stream_id === null ? {} : { stream_name: message.channel_name!, stream_id }),
    orig_content,
    orig_rendered_content,
    content: text,
    rendered_content: content.rendered_content,
    is_me_message: isMeMessage(text, content.rendered_content),
  };
  const readers = await withStarring(tx, audience, [id]);
  const users = [...new Set([...(readers.users ?? []), actor.user_id, ...called_bots])];
  await context.trigger(contentEdited, { id, sender: actor, content });
  return {
    edit: { message_id: id, update, stream_id, audience: { ...readers, users } },
    detached: detached.map(({ message_ids, ...file }) => ({ ...file, messages: [] })),
  };
}

/** [ED40] */
export async function announceEdit({ tx, emit }: WriteContext, actor_id: UserId, edit: ContentEdit): Promise<void> {
  const { message_id, update, stream_id, audience } = edit;
  const flags = await findLoggedFlags(tx, message_id, { actor_id, from: stream_id, to: stream_id });
  emit(updateLogged, { update, flags, stream_id }, audience);
}

/** With protected history, only readers who received the message get flags. */
function flagsWithin(
  { users, stream_id }: Audience,
  flags: ReadonlyMap<UserId, number>,
  called_bots: readonly UserId[],
): ReadonlyMap<UserId, number> {
  if (stream_id !== undefined || !users) return flags;
  const receivers = new Set([...users, ...called_bots]);
  return new Map([...flags].filter(([user_id]) => receivers.has(user_id)));
}

/** Flags that readers set themselves and that don't depend on the content. */
const OWN_DOING = FLAG.starred | FLAG.collapsed | FLAG.historical;

const CALLING = FLAG.mentioned | FLAG.topic_wildcard_mentioned;

async function mentionsEveryone(db: Connection, id: MessageId): Promise<boolean> {
  const row = await db.get<{ wildcards: number }>(sql`select wildcards from messages where id = ${id}`);
  return (row!.wildcards & WILDCARD.everyone) !== 0;
}

/** Accounts that the edit mentions and the old content did not: by name, and in any way. */
interface NewlyMentioned {
  readonly mentioned: UserId[];
  readonly called: UserId[];
}

/** Flags newly mentioned readers and unflags those no longer mentioned. [ED7] */
async function replaceFlags(
  tx: Transaction,
  id: MessageId,
  flags: ReadonlyMap<UserId, number>,
): Promise<NewlyMentioned> {
  const mentioned: UserId[] = [];
  const called: UserId[] = [];
  const rows = await tx.all<{ user_id: UserId; flags: number }>(
    sql`select user_id, flags from message_flags where message_id = ${id}`,
  );
  const before = new Map(rows.map((row) => [row.user_id, row.flags]));
  for (const user_id of new Set([...before.keys(), ...flags.keys()])) {
    const was = before.get(user_id) ?? 0;
    const is = (was & OWN_DOING) | (flags.get(user_id) ?? 0);
    if (was === is) continue;
    if ((is & ~was & FLAG.mentioned) !== 0) mentioned.push(user_id);
    if ((was & CALLING) === 0 && (is & CALLING) !== 0) called.push(user_id);
    if (is === 0) await tx.run(sql`delete from message_flags where user_id = ${user_id} and message_id = ${id}`);
    else
      await tx.run(
        sql`insert into message_flags (user_id, message_id, flags) values (${user_id}, ${id}, ${is})
         on conflict (user_id, message_id) do update set flags = excluded.flags`,
      );
  }
  return { mentioned, called };
}
