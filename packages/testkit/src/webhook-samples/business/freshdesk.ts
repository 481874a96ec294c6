// Payloads of Freshdesk, written from its public documentation, with the fields that the formats read.

const ticket = {
  ticket_id: '11',
  ticket_url: 'https://acme.freshdesk.example/helpdesk/tickets/11',
  ticket_type: 'Incident',
  ticket_subject: 'Pump overheats',
  ticket_description:
    '<div>It smokes &amp; smells.</div><div><br></div><div><img src="https://cdn.example/a/pump.png?1"></div>',
  ticket_status: 'Waiting on Customer',
  ticket_priority: 'High',
  requester_name: 'Mira M',
  requester_email: 'mira@acme.example',
};
const event = (triggered_event: string) => ({ freshdesk_webhook: { triggered_event, ...ticket } });

export const FRESHDESK = {
  'ticket created': event('{ticket_action:created}'),
  'note added': event('{note_type:public}'),
  'status changed': event('{status:{from:4,to:6}}'),
  'status and priority changed': event('{status:{from:12,to:6},priority:{from:1,to:3}}'),
};
