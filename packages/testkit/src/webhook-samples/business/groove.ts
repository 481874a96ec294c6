// Payloads of Groove, written from its public documentation, with the fields that the formats read.

const customer = { id: '1', href: 'http://api.groovehq.com/v1/customers/mira@acme.example' };
const ticket = {
  number: 9,
  state: 'opened',
  title: 'Pump overheats',
  summary: 'It smokes.',
  assigned_group: null,
  assigned_at: null,
  assignee: null,
  app_url: 'https://acme.groovehq.example/tickets/9',
  customer_name: 'Mira M',
  links: { customer },
};
const message = {
  plain_text_body: 'Turn it off.',
  note: false,
  agent_response: true,
  app_ticket_url: 'https://acme.groovehq.example/tickets/9',
  links: {
    author: { href: 'http://api.groovehq.com/v1/agents/bo@acme.example' },
    ticket: { href: 'http://api.groovehq.com/v1/tickets/9' },
  },
};
const assigned = { ...ticket, assignee: 'bo@acme.example', assigned_at: '2026-01-02 03:04:05 +0000' };

export const GROOVE = {
  agent_replied: message,
  customer_replied: { ...message, agent_response: false, links: { ...message.links, author: customer } },
  note_added: { ...message, note: true },
  ticket_assigned: { ...assigned, assigned_group: 'engineers' },
  'ticket_assigned to a group': { ...assigned, assignee: null, assigned_group: 'engineers' },
  'ticket_assigned to nobody': ticket,
  ticket_started: ticket,
  ticket_state_changed: { state: 'closed', ticket_number: 9, ticket },
};

export const GROOVE_UNNAMED = {
  'agent reply': GROOVE.agent_replied,
  'customer reply': GROOVE.customer_replied,
  note: GROOVE.note_added,
  'assigned ticket': assigned,
  'new ticket': ticket,
  'state of a ticket': GROOVE.ticket_state_changed,
};
