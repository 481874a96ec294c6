// Intercom: https://developers.intercom.com/docs/webhooks. Pure.
import { z } from 'zod';
import { textOfHtml } from '../../html.rules.ts';
import type { Message, PayloadFormat } from '../../integration.rules.ts';
import { bold, code, inline, link, topicOf, withQuote } from '../../markdown.rules.ts';
import { formatOf, items, lookUp, maybe, part, text } from '../../payload.rules.ts';
import { capitalized } from '../../phrases.rules.ts';
import { type Fact, listed, withFacts } from '../facts.rules.ts';
import { titled } from './business.rules.ts';

const Place = part(
  z.looseObject({
    city_name: maybe,
    region_name: maybe,
    country_name: maybe,
    city: maybe,
    region: maybe,
    country: maybe,
  }),
);
const person = {
  type: maybe,
  id: maybe,
  name: maybe,
  pseudonym: maybe,
  email: maybe,
  location_data: Place,
  location: Place,
};
const Person = z.looseObject(person);
type Person = z.output<typeof Person>;
const MaybePerson = part(z.looseObject(person));
const Tag = z.looseObject({ name: text });
const Tags = part(z.looseObject({ tags: items(Tag) }));
const Conversation = z.looseObject({
  user: MaybePerson,
  assignee: part(z.looseObject({ name: maybe })),
  admin_assignee_id: maybe,
  team_assignee_id: maybe,
  conversation_message: part(z.looseObject({ body: maybe })),
  /** The first message and its author since version 2 of the API. */
  source: part(z.looseObject({ body: maybe, author: MaybePerson })),
  conversation_parts: part(
    z.looseObject({ conversation_parts: items(z.looseObject({ body: maybe, author: MaybePerson })) }),
  ),
  tags: Tags,
  tags_added: Tags,
  links: part(z.looseObject({ conversation_web: maybe })),
});
type Conversation = z.output<typeof Conversation>;
const Tagged = z.looseObject({ tag: Tag, contact: MaybePerson, user: MaybePerson });
const Company = z.looseObject({ name: text, user_count: maybe, monthly_spend: maybe });
const Event = z.looseObject({ event_name: text, email: maybe });
const Payload = z.looseObject({ topic: text, data: z.looseObject({ item: z.looseObject({}) }) });

type Format = (item: unknown) => Message;

const nameOf = (person: Person | null | undefined): string | null =>
  person?.name || person?.pseudonym || person?.email || null;

/** The thread of a person: `Lead: Ada`. */
function about(person: Person | null | undefined): string {
  const type = person?.type || 'contact';
  return topicOf(`${capitalized(type)}: ${nameOf(person) ?? person?.id ?? 'unknown'}`);
}

function placeOf({ location_data, location }: Person): string {
  const place = location_data ?? location;
  return [place?.city_name ?? place?.city, place?.region_name ?? place?.region, place?.country_name ?? place?.country]
    .filter((part) => part)
    .join(', ');
}

const withTexts = (sentence: string, entries: readonly Fact[]): string =>
  withFacts(
    sentence,
    entries.map(([name, value]) => [name, inline(value ?? '')]),
  );

const ofPerson =
  (contentOf: (person: Person) => string): Format =>
  (item) => {
    const person = Person.parse(item);
    return { topic: about(person), content: contentOf(person) };
  };

const ofTag =
  (contentOf: (tag: string) => string): Format =>
  (item) => {
    const { tag, contact, user } = Tagged.parse(item);
    return { topic: about(contact ?? user), content: contentOf(code(tag.name) || 'unnamed') };
  };

interface ConversationUpdate extends Conversation {
  /** The word "conversation" as a link. */
  readonly linked: string;
  /** Who wrote or did the last part. */
  readonly who: string;
  readonly words: string;
}

const ofConversation =
  (contentOf: (conversation: ConversationUpdate) => string): Format =>
  (item) => {
    const conversation = Conversation.parse(item);
    const { user, source, conversation_parts, links } = conversation;
    const part = conversation_parts?.conversation_parts?.at(-1);
    return {
      topic: about(user ?? source?.author),
      content: contentOf({
        ...conversation,
        linked: link('conversation', links?.conversation_web),
        who: inline(nameOf(part?.author) ?? 'Somebody'),
        words: textOfHtml(part?.body),
      }),
    };
  };

function assigned({ assignee, admin_assignee_id, team_assignee_id, linked }: ConversationUpdate): string {
  if (assignee?.name) return `${inline(assignee.name)} was assigned to the ${linked}.`;
  // Since version 2 of the API assignees have no names.
  const is_assigned = [admin_assignee_id, team_assignee_id].some((id) => id && id !== '0');
  return is_assigned ? `The ${linked} was assigned.` : `Nobody is assigned to the ${linked} any more.`;
}

const did = (action: string) => ofConversation(({ who, linked }) => `${who} ${action} the ${linked}.`);
const wrote = (action: string) =>
  ofConversation(({ who, linked, words }) => withQuote(`${who} ${action} the ${linked}`, words));

/** `person` began the conversation: its first message is shown. */
const began = (personOf: (conversation: Conversation) => string | null | undefined) =>
  ofConversation((conversation) => {
    const { conversation_message, source, linked } = conversation;
    const who = inline(personOf(conversation) || 'Somebody');
    return withQuote(`${who} initiated a ${linked}`, textOfHtml(conversation_message?.body ?? source?.body));
  });

function tagsOf({ tags, tags_added }: Conversation): string {
  const shown = tags_added?.tags.length ? tags_added.tags : (tags?.tags ?? []);
  return listed(shown.map(({ name }) => code(name)));
}

const FORMATS: Readonly<Record<string, Format>> = {
  'company.created': (item) => {
    const { name, user_count, monthly_spend } = Company.parse(item);
    const content = withTexts(`New company ${bold(name) || 'without a name'} created`, [
      ['User count', user_count],
      ['Monthly spending', monthly_spend],
    ]);
    return { topic: 'Companies', content };
  },
  'contact.added_email': ofPerson(({ email }) => `New email ${inline(email || 'address')} added to contact.`),
  'contact.created': ofPerson((person) =>
    withTexts('New contact created', [
      ['Name (or pseudonym)', person.name || person.pseudonym],
      ['Email', person.email],
      ['Location', placeOf(person)],
    ]),
  ),
  'contact.signed_up': ofPerson((person) =>
    withTexts('Contact signed up', [
      ['Email', person.email],
      ['Location', placeOf(person)],
    ]),
  ),
  'contact.tag.created': ofTag((tag) => `Contact tagged with the ${tag} tag.`),
  'contact.tag.deleted': ofTag((tag) => `The tag ${tag} was removed from the contact.`),
  'conversation.admin.assigned': ofConversation(assigned),
  'conversation.admin.closed': did('closed'),
  'conversation.admin.noted': wrote('added a note to'),
  'conversation.admin.opened': did('opened'),
  'conversation.admin.replied': wrote('replied to'),
  'conversation.admin.single.created': began(({ assignee, source }) => assignee?.name ?? nameOf(source?.author)),
  'conversation.admin.snoozed': did('snoozed'),
  'conversation.admin.unsnoozed': did('unsnoozed'),
  'conversation.user.created': began(({ user, source }) => nameOf(user ?? source?.author)),
  'conversation.user.replied': wrote('replied to'),
  'conversation_part.tag.created': ofConversation((conversation) => {
    const { who, linked, words } = conversation;
    return withQuote(`A message of ${who} in the ${linked} was tagged with ${tagsOf(conversation) || 'a tag'}`, words);
  }),
  'event.created': (item) => {
    const { event_name, email } = Event.parse(item);
    const by = email ? ` by ${inline(email)}` : '';
    return { topic: 'Events', content: `New event ${bold(event_name) || 'without a name'} created${by}.` };
  },
  ping: () => ({ topic: 'Intercom', content: 'Intercom webhook has been successfully configured.' }),
  'user.created': ofPerson(({ name, email }) =>
    withTexts('New user created', [
      ['Name', name],
      ['Email', email],
    ]),
  ),
  'user.deleted': ofPerson(() => 'User deleted.'),
  'user.email.updated': ofPerson(({ email }) =>
    email ? `User's email was updated to ${inline(email)}.` : "User's email was removed.",
  ),
  'user.tag.created': ofTag((tag) => `User tagged with the ${tag} tag.`),
  'user.tag.deleted': ofTag((tag) => `The tag ${tag} was removed from the user.`),
  'user.unsubscribed': ofPerson(() => 'User unsubscribed from emails.'),
};

/** The names of the same events since version 2 of the API. */
const RENAMED: Readonly<Record<string, string>> = {
  'contact.deleted': 'user.deleted',
  'contact.email.updated': 'user.email.updated',
  'contact.lead.added_email': 'contact.added_email',
  'contact.lead.created': 'contact.created',
  'contact.lead.signed_up': 'contact.signed_up',
  'contact.lead.tag.created': 'contact.tag.created',
  'contact.lead.tag.deleted': 'contact.tag.deleted',
  'contact.unsubscribed': 'user.unsubscribed',
  'contact.user.created': 'user.created',
  'contact.user.tag.created': 'user.tag.created',
  'contact.user.tag.deleted': 'user.tag.deleted',
  'conversation.admin.open.assigned': 'conversation.admin.assigned',
};

export const intercom: PayloadFormat = (delivery) => {
  const { topic, data } = Payload.parse(delivery.payload);
  const event = lookUp(RENAMED, topic) ?? topic;
  const notice = { ...formatOf(FORMATS, event)(data.item), event };
  return /^(contact|conversation|conversation_part|user)\./.test(event) ? titled(delivery, notice) : notice;
};
