// Front: https://dev.frontapp.com/docs/webhooks-1 and https://dev.frontapp.com/reference/events. Pure.
import { z } from 'zod';
import { type Delivery, type Notice, type PayloadFormat, UnsupportedEvent } from '../../integration.rules.ts';
import { bold, link, paragraphs, quote, topicOf } from '../../markdown.rules.ts';
import { maybe, saying, text, titled } from './business.rules.ts';
import { textOfHtml } from './html.rules.ts';

const Named = z.looseObject({ first_name: maybe, last_name: maybe, username: maybe, name: maybe, email: maybe });
type Named = z.output<typeof Named>;
const Source = z
  .looseObject({
    _meta: z.looseObject({ type: maybe }).nullish(),
    /** Several inboxes for messages. */
    data: z.union([Named, z.array(z.unknown())]).nullish(),
  })
  .nullish();
const Event = z.looseObject({
  type: text,
  conversation: z.looseObject({ id: text, subject: maybe }),
  source: Source,
  target: z.looseObject({ data: z.unknown() }).nullish(),
});
type Event = z.output<typeof Event>;
const Message = z.looseObject({
  id: text,
  text: maybe,
  body: maybe,
  author: Named.nullish(),
  recipients: z.array(z.looseObject({ handle: maybe, role: maybe })).nullish(),
});
const Comment = z.looseObject({ body: maybe });
const Tag = z.looseObject({ name: text });

const RECIPIENTS_SHOWN = 10;
const SOURCES: Readonly<Record<string, string>> = { api: 'The API', gmail: 'Gmail', system: 'Front' };

const address = (id: string) => `https://app.frontapp.com/open/${encodeURIComponent(id.toWellFormed())}`;

const nameOf = ({ first_name, last_name, username, name, email }: Named): string =>
  [first_name, last_name].filter((part) => part).join(' ') || name || username || email || '';

/** The teammate or rule that caused the event, or the program. */
function whoOf({ source }: Event): string {
  const kind = source?._meta?.type ?? '';
  const data = source?.data;
  const name = data && !Array.isArray(data) ? bold(nameOf(data)) : '';
  if (name !== '') return kind === 'rule' ? `The rule ${name}` : name;
  return Object.hasOwn(SOURCES, kind) ? SOURCES[kind]! : 'Somebody';
}

const targetOf = <Target>({ target }: Event, schema: z.ZodType<Target>): Target => schema.parse(target?.data);

/** The addresses with a role, as a list in a sentence. */
function addresses({ recipients }: z.output<typeof Message>, role: string): string {
  const all = (recipients ?? []).flatMap((recipient) =>
    recipient.role === role && recipient.handle ? [bold(recipient.handle)] : [],
  );
  const rest = all.length > RECIPIENTS_SHOWN ? ` and ${all.length - RECIPIENTS_SHOWN} more` : '';
  return `${all.slice(0, RECIPIENTS_SHOWN).join(', ')}${rest}`;
}

const message = (kind: string) => (event: Event) => {
  const read = targetOf(event, Message);
  const author = read.author ? bold(nameOf(read.author)) : '';
  const from = author || addresses(read, 'from');
  const to = addresses(read, 'to');
  const subject = event.conversation.subject?.trim();
  return paragraphs(
    `${link(kind, address(read.id))}${from && ` from ${from}`}${to && ` to ${to}`}.`,
    quote(paragraphs(subject && `**Subject**: ${subject}`, read.text?.trim() || textOfHtml(read.body))),
  );
};

const conversation = (event: Event) => link('conversation', address(event.conversation.id));

const comment = (event: Event) =>
  saying(`${whoOf(event)} left a ${link('comment', address(event.conversation.id))}`, targetOf(event, Comment).body);

const did = (action: string) => (event: Event) => `${whoOf(event)} ${action} the ${conversation(event)}.`;

const tag = (action: string, preposition: string) => (event: Event) => {
  const name = bold(targetOf(event, Tag).name) || 'without a name';
  return `${whoOf(event)} ${action} tag ${name} ${preposition} the ${conversation(event)}.`;
};

function assign(event: Event): string {
  const [who, assignee] = [whoOf(event), bold(nameOf(targetOf(event, Named))) || 'somebody'];
  return `${who} assigned ${who === assignee ? 'themselves' : assignee} to the ${conversation(event)}.`;
}

const FORMATS: Readonly<Record<string, (event: Event) => string>> = {
  archive: did('archived'),
  assign,
  comment,
  inbound: message('Inbound message'),
  mention: comment,
  out_reply: message('Outbound reply'),
  outbound: message('Outbound message'),
  reopen: did('reopened'),
  restore: did('restored'),
  tag: tag('added', 'to'),
  trash: did('deleted'),
  unassign: did('unassigned'),
  untag: tag('removed', 'from'),
};

function format(delivery: Delivery): Notice {
  const event = Event.parse(delivery.payload);
  const { type, conversation } = event;
  if (!Object.hasOwn(FORMATS, type)) throw new UnsupportedEvent(type);
  const notice = { topic: topicOf(conversation.id), content: FORMATS[type]!(event), event: type };
  const has_subject = ['inbound', 'out_reply', 'outbound'].includes(type);
  return has_subject ? notice : titled(delivery, notice, conversation.subject || conversation.id);
}

export const front: PayloadFormat = format;
