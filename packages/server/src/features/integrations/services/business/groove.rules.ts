// Groove: https://www.groovehq.com/docs/webhooks. Pure.
import { z } from 'zod';
import { type Delivery, type Notice, type PayloadFormat, UnsupportedEvent } from '../../integration.rules.ts';
import { bold, inline, link } from '../../markdown.rules.ts';
import { Id, maybe, saying } from './business.rules.ts';

const Ticket = z.looseObject({
  number: Id,
  title: maybe,
  state: maybe,
  summary: maybe,
  assignee: maybe,
  assigned_group: maybe,
  app_url: maybe,
  customer_name: maybe,
});
type Ticket = z.output<typeof Ticket>;
const StateChange = z.looseObject({ state: z.string(), ticket: Ticket });
const Address = z.looseObject({ href: maybe }).nullish();
const Message = z.looseObject({
  plain_text_body: maybe,
  body: maybe,
  note: z.boolean().nullish(),
  agent_response: z.boolean().nullish(),
  app_ticket_url: maybe,
  links: z.looseObject({ author: Address, ticket: Address }),
});

const TOPIC = 'notifications';

const ticketLink = ({ number, title, app_url }: Ticket): string =>
  link(`#${number}${title ? `: ${title}` : ''}`, app_url);

/** The last part of an address: an email address, or the number of a ticket. */
const lastPart = (address: string | null | undefined): string => (address ?? '').split('/').at(-1) ?? '';

function started(payload: unknown): string {
  const ticket = Ticket.parse(payload);
  const who = inline(ticket.customer_name || 'Somebody');
  return saying(`${who} submitted new ticket ${ticketLink(ticket)}`, ticket.summary);
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

function changed(payload: unknown): string {
  const { state, ticket } = StateChange.parse(payload);
  return `Ticket ${ticketLink(ticket)} is now ${inline(state) || 'without a state'}.`;
}

const wrote = (action: string) => (payload: unknown) => {
  const { plain_text_body, body, app_ticket_url, links } = Message.parse(payload);
  const who = inline(lastPart(links.author?.href) || 'Somebody');
  const ticket = link(`ticket #${lastPart(links.ticket?.href)}`.replace(/ #$/, ''), app_ticket_url);
  return saying(`${who} ${action} ${ticket}`, plain_text_body ?? body);
};

const FORMATS: Readonly<Record<string, (payload: unknown) => string | null>> = {
  agent_replied: wrote('replied to'),
  customer_replied: wrote('replied to'),
  note_added: wrote('left a note on'),
  ticket_assigned: assigned,
  ticket_started: started,
  ticket_state_changed: changed,
};

const Hints = z.looseObject({
  ticket: z.looseObject({}).optional(),
  links: z.looseObject({ author: z.unknown().optional() }).optional(),
  note: z.unknown().optional(),
  agent_response: z.unknown().optional(),
  assigned_at: z.unknown().optional(),
});
/** The event of a delivery without the header, recognized by its fields. */
function eventOf(payload: unknown): string {
  const { ticket, links, note, agent_response, assigned_at } = Hints.parse(payload);
  if (ticket) return 'ticket_state_changed';
  if (links?.author === undefined) return assigned_at ? 'ticket_assigned' : 'ticket_started';
  if (note === true) return 'note_added';
  return agent_response === true ? 'agent_replied' : 'customer_replied';
}

function format({ headers, payload }: Delivery): Notice | null {
  const event = headers.get('x-groove-event') ?? eventOf(payload);
  if (!Object.hasOwn(FORMATS, event)) throw new UnsupportedEvent(event);
  const content = FORMATS[event]!(payload);
  return content === null ? null : { topic: TOPIC, content, event };
}

export const groove: PayloadFormat = format;
