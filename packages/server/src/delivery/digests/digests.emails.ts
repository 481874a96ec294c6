// The digest of one person. Composed when it is sent: what they may not read by then is left out, and whoever came back gets none. [DG4]
import { EMPTY_TOPIC_DISPLAY_NAME } from '@stoa/contract';
import { channelPath } from '@stoa/markdown';
import { findActor } from '../../identity/auth/auth.queries.ts';
import { getRealmSettings } from '../../identity/realm/realm-settings.queries.ts';
import type { Realm } from '../../kit/access/actor.ts';
import type { Connection } from '../../kit/database/connection.ts';
import { type Composer, type Mail, mailPage, oneLine } from '../../kit/mail/email-templates.ts';
import type { LinkKeys } from '../../kit/secrets/link-keys.ts';
import type { SecondFactor } from '../../kit/sign-in/second-factor.ts';
import { escapeHtml } from '../../kit/text/escape-html.ts';
import { hasOtherAccounts } from '../missed-mail/missed-mail.queries.ts';
import { linkTo, namesRealm } from '../missed-mail/missed-mail.rules.ts';
import { excerptOf } from '../push/excerpt.rules.ts';
import { type BusyTopic, type DigestContent, findContent, type NewChannel } from './content.queries.ts';
import { type DigestTexts, digestTexts } from './digest-texts.rules.ts';
import type { DigestData } from './digests.actions.ts';
import { type DigestReader, findDigestReader } from './digests.queries.ts';
import { AWAY_MS, LATE_MS } from './digests.rules.ts';
import { UNSUBSCRIBE_PATH } from './unsubscribe.pages.ts';
import { findWeek } from './week.queries.ts';

/** A section of the mail, in both forms. */
interface Part {
  readonly html: string;
  readonly text: string;
}

const paragraph = (text: string): Part => ({ html: `<p>${escapeHtml(text)}</p>`, text });
const heading = (text: string): Part => ({
  html: `<h2 style="font-size:16px;margin:24px 0 8px">${escapeHtml(text)}</h2>`,
  text: text.toUpperCase(),
});

function linkPart(label: string, url: string, { colon }: DigestTexts): Part {
  return { html: `<p><a href="${escapeHtml(url)}">${escapeHtml(label)}</a></p>`, text: `${label}${colon}\n${url}` };
}

function topicPart({ messages, first, names, others }: BusyTopic, realm: Realm, texts: DigestTexts): Part {
  const begins = first[0]!;
  const title = `#${begins.channel_name} > ${begins.subject || EMPTY_TOPIC_DISPLAY_NAME}`;
  const url = linkTo(realm.url, begins, [], begins.id);
  const facts = [texts.messages(messages), texts.by(names, others)].filter((fact) => fact !== '').join(' · ');
  const quoted = first.map(({ sender_full_name: name, rendered_content }) => ({
    name,
    words: excerptOf(rendered_content).replaceAll('\n', ' '),
  }));
  const html = quoted.map(
    ({ name, words }) =>
      `<p style="margin:0 0 4px;padding-left:12px;border-left:3px solid #98a2b3"><strong>${escapeHtml(name)}</strong> ${escapeHtml(words)}</p>`,
  );
  const { colon } = texts;
  return {
    html: `<div style="margin:0 0 20px">
<p style="margin:0"><a href="${escapeHtml(url)}"><strong>${escapeHtml(title)}</strong></a></p>
<p style="margin:0 0 4px;font-size:13px;opacity:.75">${escapeHtml(facts)}</p>
${html.join('\n')}
</div>`,
    text: [title, facts, ...quoted.map(({ name, words }) => `${name}${colon} ${words}`), url].join('\n'),
  };
}

function channelsPart(channels: readonly NewChannel[], realm: Realm): Part {
  const links = channels.map(({ stream_id, name }) => ({
    name: `#${name}`,
    url: `${realm.url}${channelPath({ id: stream_id, name })}`,
  }));
  const items = links.map(({ name, url }) => `<li><a href="${escapeHtml(url)}">${escapeHtml(name)}</a></li>`);
  return {
    html: `<ul>\n${items.join('\n')}\n</ul>`,
    text: links.map(({ name, url }) => `* ${name}\n  ${url}`).join('\n'),
  };
}

function shownParts({ topics, new_channels, joined }: DigestContent, realm: Realm, texts: DigestTexts): Part[] {
  return [
    { html: `<h1 style="font-size:18px;margin:0 0 16px">${escapeHtml(texts.title)}</h1>`, text: texts.title },
    ...(topics.length > 0 ? [heading(texts.busiest)] : []),
    ...topics.map((topic) => topicPart(topic, realm, texts)),
    ...(new_channels.length > 0 ? [heading(texts.new_channels), channelsPart(new_channels, realm)] : []),
    ...(joined > 0 ? [paragraph(texts.joined(joined))] : []),
    linkPart(texts.open(realm.name), realm.url, texts),
  ];
}

/** Numbers only: no words, names, channels or topics. [DG8] */
function hiddenParts(content: DigestContent, realm: Realm, texts: DigestTexts, why: string): Part[] {
  const { topics, new_channels, joined } = content;
  const messages = topics.reduce((sum, topic) => sum + topic.messages, 0);
  return [
    ...(topics.length > 0 ? [paragraph(texts.hidden_messages(messages, topics.length))] : []),
    ...(new_channels.length > 0 ? [paragraph(texts.hidden_channels(new_channels.length))] : []),
    ...(joined > 0 ? [paragraph(texts.joined(joined))] : []),
    paragraph(why),
    linkPart(texts.open(realm.name), realm.url, texts),
  ];
}

function footerOf(realm: Realm, texts: DigestTexts, unsubscribe_url: string): Part {
  const why = texts.why(realm.name, realm.url);
  return {
    html: `${escapeHtml(why)}<br><a href="${escapeHtml(unsubscribe_url)}">${escapeHtml(texts.unsubscribe)}</a>`,
    text: `${why}\n${texts.unsubscribe}${texts.colon} ${unsubscribe_url}`,
  };
}

interface Digest {
  readonly reader: DigestReader;
  readonly content: DigestContent;
  readonly is_allowed_by_organization: boolean;
}

async function findDigest(
  db: Connection,
  realm: Realm,
  { user_id, for_day, queued_at }: DigestData,
  now: number,
  second_factor: Pick<SecondFactor, 'findShutOut'>,
): Promise<Digest | null> {
  if (now > queued_at + LATE_MS) return null;
  const settings = await getRealmSettings(db, realm.realm_id);
  const { realm_id } = realm;
  const { digest_emails_enabled, presence_disabled, message_content_allowed_in_email_notifications } = settings;
  const reader = await findDigestReader(db, { realm_id, presence_disabled }, user_id);
  const is_wanted = digest_emails_enabled && reader?.settings.enable_digest_emails && reader.for_day === for_day;
  if (!reader || !is_wanted || reader.active_at > queued_at - AWAY_MS) return null;
  const actor = await findActor(db, realm, user_id);
  if (!actor || (await second_factor.findShutOut(db, realm, [user_id])).size > 0) return null;
  const week = await findWeek(db, realm_id, now);
  const content = await findContent(db, actor, week, reader.date_joined);
  return content && { reader, content, is_allowed_by_organization: message_content_allowed_in_email_notifications };
}

export async function composeDigest(
  links: LinkKeys,
  second_factor: Pick<SecondFactor, 'findShutOut'>,
  ...[db, realm, data, now]: Parameters<Composer['compose']>
): Promise<Mail | null> {
  const digest = await findDigest(db, realm, data as DigestData, now, second_factor);
  if (!digest) return null;
  const { reader, content, is_allowed_by_organization } = digest;
  const { settings } = reader;
  const texts = digestTexts(settings.default_language);
  const named = namesRealm(settings, await hasOtherAccounts(db, realm.realm_id, reader));
  const subject = oneLine(named ? `${texts.title} [${realm.name}]` : texts.title);
  const why = is_allowed_by_organization ? texts.hidden_by_reader : texts.hidden_by_organization;
  const is_shown = is_allowed_by_organization && settings.message_content_in_email_notifications;
  const parts = is_shown ? shownParts(content, realm, texts) : hiddenParts(content, realm, texts, why);
  const unsubscribe_url = `${realm.url}${UNSUBSCRIBE_PATH}/${links.keyOf('digest', reader.nonce)}/`;
  const footer = footerOf(realm, texts, unsubscribe_url);
  const body = parts.map(({ html }) => html).join('\n');
  return {
    to: reader.email,
    subject,
    html: mailPage(subject, body, footer.html, texts.language),
    text: `${[...parts.map(({ text }) => text), `--\n${footer.text}`].join('\n\n')}\n`,
    unsubscribe_url,
    no_reply: true,
  };
}
