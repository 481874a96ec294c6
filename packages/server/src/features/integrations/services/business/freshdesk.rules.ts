// Freshdesk: https://support.freshdesk.com/support/solutions/articles/132589. Pure.
import { z } from 'zod';
import { textOfHtml } from '../../html.rules.ts';
import { type PayloadFormat, UnsupportedEvent } from '../../integration.rules.ts';
import { inline, link, paragraphs, topicOf, withQuote } from '../../markdown.rules.ts';
import { lookUp, maybe, text } from '../../payload.rules.ts';
import { facts } from '../facts.rules.ts';

const Payload = z.looseObject({
  freshdesk_webhook: z.looseObject({
    triggered_event: text,
    ticket_id: text,
    ticket_url: maybe,
    ticket_type: maybe,
    ticket_subject: maybe,
    ticket_description: maybe,
    ticket_status: maybe,
    ticket_priority: maybe,
    requester_name: maybe,
    requester_email: maybe,
  }),
});
type Ticket = z.output<typeof Payload>['freshdesk_webhook'];

const STATUSES: Readonly<Record<string, string>> = {
  2: 'Open',
  3: 'Pending',
  4: 'Resolved',
  5: 'Closed',
  6: 'Waiting on Customer',
  7: 'Waiting on Third Party',
};
const PRIORITIES: Readonly<Record<string, string>> = { 1: 'Low', 2: 'Medium', 3: 'High', 4: 'Urgent' };

/** What Freshdesk says in a form that is not JSON: `{status:{from:4,to:6}}`. */
const CHANGE = /\b(status|priority):\{from:(\w{1,20}),to:(\w{1,20})\}/g;
const CHANGES_MAX_LENGTH = 1000;

function requester({ requester_name, requester_email }: Ticket): string {
  const [name, email] = [inline(requester_name ?? ''), inline(requester_email ?? '')];
  if (name === '') return email || 'Somebody';
  return email === '' ? name : `${name} <${email}>`;
}

/** The ticket's number as a link; with the subject if the topic does not show it. */
function ticketLink({ ticket_id, ticket_subject, ticket_url }: Ticket, has_topic: boolean): string {
  const subject = has_topic && ticket_subject ? ` ${ticket_subject}` : '';
  return link(`ticket #${ticket_id}${subject}`, ticket_url);
}

function created(ticket: Ticket, named: string): string {
  return paragraphs(
    withQuote(`${requester(ticket)} created ${named}`, textOfHtml(ticket.ticket_description)),
    facts([
      ['Type', inline(ticket.ticket_type ?? '')],
      ['Priority', inline(ticket.ticket_priority ?? '')],
      ['Status', inline(ticket.ticket_status ?? '')],
    ]),
  );
}

function changed(ticket: Ticket, changes: readonly RegExpMatchArray[], named: string): string {
  const rows = changes.map(([, attribute, from, to]) => {
    const [label, names, now] =
      attribute === 'status'
        ? (['Status', STATUSES, ticket.ticket_status] as const)
        : (['Priority', PRIORITIES, ticket.ticket_priority] as const);
    const nameOf = (value: string) => lookUp(names, value) ?? value;
    return [label, `${nameOf(from!)} -> ${inline(now || nameOf(to!))}`] as const;
  });
  return paragraphs(`${requester(ticket)} updated ${named}:`, facts(rows));
}

/** The name of a kind without a message: `unknown_event`. */
const kindOf = (event: string): string => /^\{?(\w{1,50})/.exec(event)?.[1] ?? event;

function contentOf(ticket: Ticket, named: string): string {
  const event = ticket.triggered_event.slice(0, CHANGES_MAX_LENGTH).replace(/[\s"]/g, '');
  if (event.includes('ticket_action:created')) return created(ticket, named);
  const note = /\bnote_type:(\w{1,20})/.exec(event)?.[1];
  if (note !== undefined) return `${requester(ticket)} added a ${note} note to ${named}.`;
  const changes = [...event.matchAll(CHANGE)];
  if (changes.length === 0) throw new UnsupportedEvent(kindOf(event));
  return changed(ticket, changes, named);
}

export const freshdesk: PayloadFormat = ({ payload, has_topic }) => {
  const ticket = Payload.parse(payload).freshdesk_webhook;
  return {
    topic: topicOf(`#${ticket.ticket_id}${ticket.ticket_subject ? `: ${ticket.ticket_subject}` : ''}`),
    content: contentOf(ticket, ticketLink(ticket, has_topic)),
    event: null,
  };
};
