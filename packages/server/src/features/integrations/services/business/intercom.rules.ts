// Intercom: https://developers.intercom.com/docs/webhooks. Pure.
import { z } from 'zod';
import { type Delivery, type Notice, type PayloadFormat, UnsupportedEvent } from '../../integration.rules.ts';
import { bold, bullets, code, inline, link, topicOf } from '../../markdown.rules.ts';
import { Id, maybe, saying, text, titled } from './business.rules.ts';
import { textOfHtml } from './html.rules.ts';

const Place = z
  .looseObject({
    city_name: maybe,
    region_name: maybe,
    country_name: maybe,
    city: maybe,
    region: maybe,
    country: maybe,
  })
  .nullish();
const Person = z.looseObject({
  type: maybe,
  id: Id.nullish(),
  name: maybe,
  pseudonym: maybe,
  email: maybe,
  location_data: Place,
  location: Place,
});
type Person = z.output<typeof Person>;
const Tag = z.looseObject({ name: text });
const Tags = z.looseObject({ tags: z.array(Tag).nullish() }).nullish();
const Conversation = z.looseObject({
  id: Id,
  user: Person.nullish(),
  assignee: z.looseObject({ name: maybe }).nullish(),
  conversation_message: z.looseObject({ body: maybe }).nullish(),
  /** The first message and its author since version 2 of the API. */
  source: z.looseObject({ body: maybe, author: Person.nullish() }).nullish(),
  conversation_parts: z
    .looseObject({
      conversation_parts: z.array(z.looseObject({ body: maybe, author: Person.nullish() })).nullish(),
    })
    .nullish(),
  tags: Tags,
  tags_added: Tags,
  links: z.looseObject({ conversation_web: maybe }).nullish(),
});
type Conversation = z.output<typeof Conversation>;
const Tagged = z.looseObject({ tag: Tag, contact: Person.nullish(), user: Person.nullish() });
const Company = z.looseObject({ name: text, user_count: z.number().nullish(), monthly_spend: z.number().nullish() });
const Event = z.looseObject({ event_name: text, email: maybe });
const Payload = z.looseObject({ topic: text, data: z.looseObject({ item: z.looseObject({}) }) });

type FormattedMessage = { readonly topic: string; readonly content: string };
type Format = (item: unknown) => FormattedMessage;

const TAGS_SHOWN = 10;

const nameOf = (person: Person | null | undefined): string | null =>
  person?.name || person?.pseudonym || person?.email || null;

/** The thread of a person: `Lead: Ada`. */
function about(person: Person | null | undefined): string {
  const type = person?.type || 'contact';
  const shown = `${type.slice(0, 1).toUpperCase()}${type.slice(1)}`;
  return topicOf(`${shown}: ${nameOf(person) ?? person?.id ?? 'unknown'}`);
}

function placeOf({ location_data, location }: Person): string {
  const place = location_data ?? location;
  return [place?.city_name ?? place?.city, place?.region_name ?? place?.region, place?.country_name ?? place?.country]
    .filter((part) => part)
    .join(', ');
}

const facts = (sentence: string, entries: readonly (readonly [string, string | null | undefined])[]): string => {
  const rows = entries.flatMap(([label, value]) => (value ? [`**${label}**: ${inline(value)}`] : []));
  return rows.length === 0 ? `${sentence}.` : `${sentence}:\n${bullets(rows, rows.length)}`;
};

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
    return { topic: about(contact ?? user), content: contentOf(code(tag.name)) };
  };

interface Spoken extends Conversation {
  /** The word "conversation" as a link. */
  readonly linked: string;
  /** Who wrote or did the last part. */
  readonly who: string;
  readonly said: string;
}

const ofConversation =
  (contentOf: (conversation: Spoken) => string): Format =>
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
        said: textOfHtml(part?.body),
      }),
    };
  };

const did = (action: string) => ofConversation(({ who, linked }) => `${who} ${action} the ${linked}.`);
const wrote = (action: string) =>
  ofConversation(({ who, linked, said }) => saying(`${who} ${action} the ${linked}`, said));

/** `person` began the conversation: its first message is shown. */
const began = (personOf: (conversation: Conversation) => string | null | undefined) =>
  ofConversation((conversation) => {
    const { conversation_message, source, linked } = conversation;
    const who = inline(personOf(conversation) || 'Somebody');
    return saying(`${who} initiated a ${linked}`, textOfHtml(conversation_message?.body ?? source?.body));
  });

function tagsOf({ tags, tags_added }: Conversation): string {
  const names = (tags_added?.tags?.length ? tags_added.tags : (tags?.tags ?? [])).map(({ name }) => code(name));
  return names.slice(0, TAGS_SHOWN).join(', ');
}

const FORMATS: Readonly<Record<string, Format>> = {
  'company.created': (item) => {
    const { name, user_count, monthly_spend } = Company.parse(item);
    const content = facts(`New company ${bold(name)} created`, [
      ['User count', user_count?.toString()],
      ['Monthly spending', monthly_spend?.toString()],
    ]);
    return { topic: 'Companies', content };
  },
  'contact.added_email': ofPerson(({ email }) => `New email ${inline(email ?? 'address')} added to contact.`),
  'contact.created': ofPerson((person) =>
    facts('New contact created', [
      ['Name (or pseudonym)', person.name || person.pseudonym],
      ['Email', person.email],
      ['Location', placeOf(person)],
    ]),
  ),
  'contact.signed_up': ofPerson((person) =>
    facts('Contact signed up', [
      ['Email', person.email],
      ['Location', placeOf(person)],
    ]),
  ),
  'contact.tag.created': ofTag((tag) => `Contact tagged with the ${tag} tag.`),
  'contact.tag.deleted': ofTag((tag) => `The tag ${tag} was removed from the contact.`),
  'conversation.admin.assigned': ofConversation(({ assignee, linked }) =>
    assignee?.name
      ? `${inline(assignee.name)} was assigned to the ${linked}.`
      : `Nobody is assigned to the ${linked} any more.`,
  ),
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
    const { who, linked, said } = conversation;
    return saying(`A message of ${who} in the ${linked} was tagged with ${tagsOf(conversation) || 'a tag'}`, said);
  }),
  'event.created': (item) => {
    const { event_name, email } = Event.parse(item);
    const by = email ? ` by ${inline(email)}` : '';
    return { topic: 'Events', content: `New event ${bold(event_name)} created${by}.` };
  },
  ping: () => ({ topic: 'Intercom', content: 'Intercom webhook has been successfully configured.' }),
  'user.created': ofPerson(({ name, email }) =>
    facts('New user created', [
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

function format(delivery: Delivery): Notice {
  const { topic, data } = Payload.parse(delivery.payload);
  const event = Object.hasOwn(RENAMED, topic) ? RENAMED[topic]! : topic;
  if (!Object.hasOwn(FORMATS, event)) throw new UnsupportedEvent(topic);
  const notice = { ...FORMATS[event]!(data.item), event };
  return /^(contact|conversation|conversation_part|user)\./.test(event) ? titled(delivery, notice) : notice;
}

export const intercom: PayloadFormat = format;
