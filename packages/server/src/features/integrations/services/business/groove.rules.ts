// Groove: https://www.groovehq.com/docs/webhooks. Pure.
import { z } from 'zod';
import { textOfHtml } from '../../html.rules.ts';
import type { PayloadFormat } from '../../integration.rules.ts';
import { bold, inline, link, withQuote } from '../../markdown.rules.ts';
import { anything, flag, formatOf, maybe, part, text } from '../../payload.rules.ts';

const Ticket = z.looseObject({
  number: text,
  title: maybe,
  state: maybe,
  summary: maybe,
  assignee: maybe,
  assigned_group: maybe,
  app_url: maybe,
  customer_name: maybe,
});
type Ticket = z.output<typeof Ticket>;
const StateChange = z.looseObject({ state: maybe, ticket: Ticket });
const Address = part(z.looseObject({ href: maybe }));
const Message = z.looseObject({
  plain_text_body: maybe,
  body: maybe,
  app_ticket_url: maybe,
  links: z.looseObject({ author: Address, ticket: Address }),
});

const ticketLink = ({ number, title, app_url }: Ticket): string =>
  link(`#${number}${title ? `: ${title}` : ''}`, app_url);

/** The last part of an address: an email address, or the number of a ticket. */
const lastPart = (address: string | null | undefined): string => (address ?? '').split('/').at(-1) ?? '';

function started(payload: unknown): string {
  const ticket = Ticket.parse(payload);
  const who = inline(ticket.customer_name || 'Somebody');
  return withQuote(`${who} submitted new ticket ${ticketLink(ticket)}`, ticket.summary);
}

/** Null if nobody is assigned. */
function assigned(payload: unknown): string | null {
  const ticket = Ticket.parse(payload);
  const group = ticket.assigned_group ? `group ${bold(ticket.assigned_group)}` : '';
  const agent = ticket.assignee ? bold(ticket.assignee) : '';
  const to = agent && group ? `${agent} from ${group}` : agent || group;
  const state = ticket.state ? ` (${inline(ticket.state)})` : '';
  return to === '' ? null : `Ticket ${ticketLink(ticket)}${state} was assigned to ${to}.`;
}

function stateChanged(payload: unknown): string {
  const { state, ticket } = StateChange.parse(payload);
  return `Ticket ${ticketLink(ticket)} is now ${inline(state || ticket.state || '') || 'without a state'}.`;
}

const wrote = (action: string) => (payload: unknown) => {
  const { plain_text_body, body, app_ticket_url, links } = Message.parse(payload);
  const who = inline(lastPart(links.author?.href) || 'Somebody');
  const ticket = link(`ticket #${lastPart(links.ticket?.href)}`.replace(/ #$/, ''), app_ticket_url);
  return withQuote(`${who} ${action} ${ticket}`, plain_text_body ?? textOfHtml(body));
};

const FORMATS: Readonly<Record<string, (payload: unknown) => string | null>> = {
  agent_replied: wrote('replied to'),
  customer_replied: wrote('replied to'),
  note_added: wrote('left a note on'),
  ticket_assigned: assigned,
  ticket_started: started,
  ticket_state_changed: stateChanged,
};

const Hints = z.looseObject({
  ticket: anything,
  links: part(z.looseObject({ author: anything })),
  note: flag,
  agent_response: flag,
  assigned_at: maybe,
});
/** The event of a delivery without the header, recognized by its fields. */
function eventOf(payload: unknown): string {
  const { ticket, links, note, agent_response, assigned_at } = Hints.parse(payload);
  if (ticket) return 'ticket_state_changed';
  if (links?.author === undefined) return assigned_at ? 'ticket_assigned' : 'ticket_started';
  if (note) return 'note_added';
  return agent_response ? 'agent_replied' : 'customer_replied';
}

export const groove: PayloadFormat = ({ headers, payload }) => {
  const event = headers.get('x-groove-event') ?? eventOf(payload);
  const format = formatOf(FORMATS, event);
  const content = format(payload);
  return content === null ? null : { topic: 'notifications', content, event };
};
