// Front: https://dev.frontapp.com/docs/webhooks-1 and https://dev.frontapp.com/reference/events. Pure.
import { z } from 'zod';
import { textOfHtml } from '../../html.rules.ts';
import type { PayloadFormat } from '../../integration.rules.ts';
import { bold, link, paragraphs, quote, topicOf, withQuote } from '../../markdown.rules.ts';
import { formatOf, items, lookUp, maybe, part, text } from '../../payload.rules.ts';
import { inAddress } from '../code-hosts/git-host.rules.ts';
import { listed } from '../facts.rules.ts';
import { titled } from './business.rules.ts';

const person = { first_name: maybe, last_name: maybe, username: maybe, name: maybe, email: maybe };
const Person = part(z.looseObject(person));
const Event = z.looseObject({
  type: text,
  conversation: z.looseObject({ id: text, subject: maybe, assignee: Person }),
  source: part(
    z.looseObject({
      _meta: part(z.looseObject({ type: maybe })),
      /** A teammate or a rule; for messages, a list of inboxes. */
      data: Person,
    }),
  ),
  /** The message, comment, tag or teammate that the event is about. */
  target: part(
    z.looseObject({
      data: part(
        z.looseObject({
          ...person,
          id: maybe,
          text: maybe,
          body: maybe,
          author: Person,
          recipients: items(z.looseObject({ handle: maybe, role: maybe })),
        }),
      ),
    }),
  ),
});
type Event = z.output<typeof Event>;
type Person = z.output<typeof Person>;
type Target = NonNullable<NonNullable<Event['target']>['data']>;

const SOURCES: Readonly<Record<string, string>> = { api: 'The API', gmail: 'Gmail', system: 'Front' };

const address = (id: string) => `https://app.frontapp.com/open/${inAddress(id)}`;

function nameOf(person: Person): string {
  const { first_name, last_name, username, name, email } = person ?? {};
  return bold([first_name, last_name].filter((part) => part).join(' ') || name || username || email || '');
}

/** The teammate or rule that caused the event, or the program. */
function whoOf({ source }: Event): string {
  const kind = source?._meta?.type ?? '';
  const name = nameOf(source?.data);
  if (name !== '') return kind === 'rule' ? `The rule ${name}` : name;
  return lookUp(SOURCES, kind) ?? 'Somebody';
}

function addresses(recipients: Target['recipients'], role: string): string {
  const handles = recipients.filter((recipient) => recipient.role === role).map(({ handle }) => bold(handle ?? ''));
  return listed(handles);
}

const message = (kind: string) => (event: Event) => {
  const { conversation, target } = event;
  const { id, text, body, author, recipients = [] } = target?.data ?? {};
  const from = nameOf(author) || addresses(recipients, 'from');
  const to = addresses(recipients, 'to');
  const subject = conversation.subject?.trim();
  return paragraphs(
    `${link(kind, address(id ?? conversation.id))}${from && ` from ${from}`}${to && ` to ${to}`}.`,
    quote(paragraphs(subject && `**Subject**: ${subject}`, text?.trim() || textOfHtml(body))),
  );
};

const conversationLink = ({ conversation }: Event) => link('conversation', address(conversation.id));

const comment = (event: Event) =>
  withQuote(`${whoOf(event)} left a ${link('comment', address(event.conversation.id))}`, event.target?.data?.body);

const did = (action: string) => (event: Event) => `${whoOf(event)} ${action} the ${conversationLink(event)}.`;

const tag = (action: string, preposition: string) => (event: Event) => {
  const name = bold(event.target?.data?.name ?? '');
  return `${whoOf(event)} ${action} ${name ? `tag ${name}` : 'a tag'} ${preposition} the ${conversationLink(event)}.`;
};

function assign(event: Event): string {
  const who = whoOf(event);
  const assignee = nameOf(event.target?.data) || nameOf(event.conversation.assignee) || 'somebody';
  return `${who} assigned ${who === assignee ? 'themselves' : assignee} to the ${conversationLink(event)}.`;
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

export const front: PayloadFormat = (delivery) => {
  const event = Event.parse(delivery.payload);
  const { type, conversation } = event;
  const format = formatOf(FORMATS, type);
  const notice = { topic: topicOf(conversation.id), content: format(event), event: type };
  const has_subject = ['inbound', 'out_reply', 'outbound'].includes(type);
  return has_subject ? notice : titled(delivery, notice, conversation.subject || conversation.id);
};
