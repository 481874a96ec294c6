// The missed-message email of one conversation. Composed when sent: messages read or inaccessible by then are left out.
// [MM6]
import { type MessageId, type RealmId, UNKNOWN_USER_NAME, type UserId, type UserSettings } from '@stoa/contract';
import { findPeople } from '../../conversation/recipients/audience.queries.ts';
import { getRealmSettings } from '../../identity/realm/realm-settings.queries.ts';
import { findHiddenAmong } from '../../identity/users/user-access.queries.ts';
import { findUsersById } from '../../identity/users/users.queries.ts';
import type { Realm } from '../../kit/access/actor.ts';
import type { Connection } from '../../kit/database/connection.ts';
import { type Composer, type Mail, mailPage, oneLine } from '../../kit/mail/email-templates.ts';
import type { LinkKeys } from '../../kit/secrets/link-keys.ts';
import type { SecondFactor } from '../../kit/sign-in/second-factor.ts';
import { escapeHtml } from '../../kit/text/escape-html.ts';
import { type Call, findMailOf } from '../notifications/notifications.queries.ts';
import { findMessages, type NotifiedMessage } from '../push/push.queries.ts';
import { contentForMail } from './content.rules.ts';
import { MISSED_TEMPLATE } from './missed-mail.actions.ts';
import { findContext, findReach, findReader, hasOtherAccounts, type Reader } from './missed-mail.queries.ts';
import { conversationKey, linkTo, MAIL_LENGTH, namesRealm, type Person, timeOf, titleOf } from './missed-mail.rules.ts';
import { UNSUBSCRIBE_PATH } from './unsubscribe.pages.ts';

const REASONS: Readonly<Record<Call['trigger'], string>> = {
  direct_message: 'someone sent you a direct message',
  mentioned: 'you were mentioned',
  topic_wildcard_mentioned_in_followed_topic: 'everyone in a topic you follow was mentioned',
  stream_wildcard_mentioned_in_followed_topic: 'everyone was mentioned in a topic you follow',
  topic_wildcard_mentioned: 'everyone in the topic was mentioned',
  stream_wildcard_mentioned: 'everyone in the channel was mentioned',
  followed_topic: 'you follow the topic',
  stream: 'you get email notifications for this channel',
};

interface ConversationSummary {
  readonly message: NotifiedMessage;
  readonly call: Call;
}

/** Messages as the reader may see them: senders they cannot see are unknown. [UA4] */
async function findSeenMessages(
  db: Connection,
  realm: Realm,
  reader: Reader,
  ids: readonly MessageId[],
): Promise<NotifiedMessage[]> {
  const messages = await findMessages(db, ids);
  const senders = messages.map(({ sender_id }) => sender_id);
  const hidden = await findHiddenAmong(db, { realm, ...reader }, senders);
  return messages.map((message) =>
    hidden.has(message.sender_id) ? { ...message, sender_full_name: UNKNOWN_USER_NAME } : message,
  );
}

async function findConversations(
  db: Connection,
  realm: Realm,
  reader: Reader,
  ids: readonly MessageId[],
): Promise<ConversationSummary[]> {
  const conversations: ConversationSummary[] = [];
  for (const message of await findSeenMessages(db, realm, reader, ids)) {
    const call = await findMailOf(db, message, reader.user_id);
    if (!call) continue;
    const ranges = await findReach(db, realm, reader.user_id, message);
    if (ranges.some(({ after_id, until_id }) => message.id > after_id && message.id <= until_id))
      conversations.push({ message, call });
  }
  return conversations;
}

/** A section of an email, in both forms. */
interface Part {
  readonly html: string;
  readonly text: string;
}

function messagePart(
  message: NotifiedMessage,
  realm: Realm,
  { timezone, settings }: Reader,
  is_context: boolean,
): Part {
  const { html, text } = contentForMail(message.rendered_content, realm.url);
  const { sender_full_name: name, timestamp } = message;
  const time = timeOf(timestamp, timezone, settings.twenty_four_hour_time === true);
  const style = is_context ? 'margin:0 0 16px;opacity:.7' : 'margin:0 0 16px';
  const head = `<p style="margin:0"><strong>${escapeHtml(name)}</strong> <span style="font-size:13px;opacity:.75">${time}</span></p>`;
  return { html: `<div style="${style}">\n${head}\n${html}\n</div>`, text: `${name}, ${time}:\n${text}` };
}

const paragraph = (text: string): Part => ({ html: `<p>${escapeHtml(text)}</p>`, text });

function linkPart(label: string, url: string): Part {
  return { html: `<p><a href="${escapeHtml(url)}">${escapeHtml(label)}</a></p>`, text: `${label}:\n${url}` };
}

/** The messages that fit into the mail, and the number of the others. */
function messageParts(conversations: readonly ConversationSummary[], realm: Realm, reader: Reader): Part[] {
  const parts: Part[] = [];
  let length = 0;
  for (const { message } of conversations) {
    const part = messagePart(message, realm, reader, false);
    length += part.html.length;
    if (length > MAIL_LENGTH && parts.length > 0) break;
    parts.push(part);
  }
  const left = conversations.length - parts.length;
  if (left > 0)
    parts.push(paragraph(left === 1 ? '1 more message isn’t shown here.' : `${left} more messages aren’t shown here.`));
  return parts;
}

const counted = (count: number) => (count === 1 ? 'a new message' : `${count} new messages`);

interface MissedMail {
  readonly realm: Realm;
  readonly reader: Reader;
  readonly conversations: readonly ConversationSummary[];
  readonly others: readonly Person[];
}

/** The reason why content is hidden; null if it is shown. [MM8] [TF51] */
function hiddenReason(settings: UserSettings, is_shut_out: boolean, allowed_by_organization: boolean): string | null {
  if (is_shut_out) return 'To read them, sign in and switch on two-factor sign-in: your organization requires it.';
  if (!allowed_by_organization) return 'Your organization doesn’t include message text in emails.';
  return settings.message_content_in_email_notifications ? null : 'Your settings keep message text out of emails.';
}

/** Says only that there are new messages. */
function hiddenParts({ realm, conversations }: MissedMail, why: string): Part[] {
  return [
    paragraph(`You have ${counted(conversations.length)} at ${realm.name}.`),
    paragraph(why),
    linkPart(`Open ${realm.name}`, realm.url),
  ];
}

async function shownParts(db: Connection, missed: MissedMail, title: string): Promise<Part[]> {
  const { realm, reader, conversations, others } = missed;
  const first = conversations[0]!.message;
  const ranges = await findReach(db, realm, reader.user_id, first);
  const context = await findSeenMessages(db, realm, reader, await findContext(db, reader.user_id, first, ranges));
  return [
    { html: `<h1 style="font-size:18px;margin:0 0 16px">${escapeHtml(title)}</h1>`, text: title },
    ...context.map((message) => messagePart(message, realm, reader, true)),
    ...messageParts(conversations, realm, reader),
    linkPart('View and reply', linkTo(realm.url, first, others, first.id)),
  ];
}

function footerOf({ realm, conversations }: MissedMail, hidden: boolean, unsubscribe_url: string): Part {
  const reason = hidden ? 'you got new messages' : REASONS[conversations[0]!.call.trigger];
  const why = `You’re receiving this email from ${realm.name} (${realm.url}) because ${reason} and you were away. Replies to it aren’t read.`;
  const html = `${escapeHtml(why)}<br><a href="${escapeHtml(unsubscribe_url)}">Unsubscribe from message notifications</a>`;
  return { html, text: `${why}\nUnsubscribe from message notifications: ${unsubscribe_url}` };
}

/** The thread id of a conversation's emails; reveals nothing to mail servers. [MM11] */
function threadOf(links: LinkKeys, realm: Realm, { user_id }: Reader, message: NotifiedMessage) {
  const id = links.keyOf('conversation', `${user_id}:${conversationKey(message)}`);
  const root = `<conversation.${id}@${new URL(realm.url).hostname}>`;
  return { in_reply_to: root, references: [root] };
}

async function findMissedMail(
  db: Connection,
  realm: Realm,
  user_id: UserId,
  message_ids: readonly MessageId[],
): Promise<MissedMail | null> {
  const reader = await findReader(db, realm.realm_id as RealmId, user_id);
  if (!reader?.nonce) return null;
  const conversations = await findConversations(db, realm, reader, message_ids);
  const first = conversations[0]?.message;
  if (!first) return null;
  const ids = first.stream_id === null ? await findPeople(db, first.recipient_id) : [];
  const others = await findUsersById(
    db,
    realm.realm_id,
    ids.filter((id) => id !== user_id),
  );
  return { realm, reader, conversations, others };
}

export function missedMailComposer(links: LinkKeys, second_factor: Pick<SecondFactor, 'findShutOut'>): Composer {
  return {
    template: MISSED_TEMPLATE,
    async compose(db, realm, { user_id, message_ids }): Promise<Mail | null> {
      const missed = await findMissedMail(db, realm, user_id as UserId, message_ids as MessageId[]);
      if (!missed) return null;
      const { reader, conversations, others } = missed;
      const first = conversations[0]!.message;
      const { message_content_allowed_in_email_notifications } = await getRealmSettings(db, realm.realm_id);
      const is_shut_out = (await second_factor.findShutOut(db, realm, [reader.user_id])).size > 0;
      const hidden = hiddenReason(reader.settings, is_shut_out, message_content_allowed_in_email_notifications);
      const title = hidden === null ? titleOf(first, others) : 'New messages';
      const named = namesRealm(reader.settings, await hasOtherAccounts(db, realm.realm_id, reader));
      const subject = oneLine(named ? `${title} [${realm.name}]` : title);
      const parts = hidden === null ? await shownParts(db, missed, title) : hiddenParts(missed, hidden);
      const unsubscribe_url = `${realm.url}${UNSUBSCRIBE_PATH}/${links.keyOf('unsubscribe', reader.nonce!)}/`;
      const footer = footerOf(missed, hidden !== null, unsubscribe_url);
      const body = parts.map(({ html }) => html).join('\n');
      return {
        to: reader.email,
        subject,
        html: mailPage(subject, body, footer.html),
        text: `${[...parts.map(({ text }) => text), `--\n${footer.text}`].join('\n\n')}\n`,
        thread: threadOf(links, realm, reader, first),
        unsubscribe_url,
        no_reply: true,
      };
    },
  };
}
