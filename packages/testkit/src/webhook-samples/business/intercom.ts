// Payloads of Intercom, written from its public documentation, with the fields that the formats read.

const contact = {
  type: 'contact',
  id: '5c9',
  name: null,
  pseudonym: 'Rose Poodle',
  email: 'mira@acme.example',
  location_data: { type: 'location_data', city_name: 'Turin', region_name: 'Piedmont', country_name: 'Italy' },
};
const user = { type: 'user', id: '5ca', name: 'Mira M', email: 'mira@acme.example' };
const admin = { type: 'admin', id: '19', name: 'Bo' };
const developer = { type: 'tag', id: '25', name: 'developer' };
const started = {
  type: 'conversation',
  id: '213',
  user: { type: 'lead', id: '5c9', name: 'Mira M' },
  assignee: { type: 'admin', id: '20', name: 'Cleo' },
  conversation_message: { id: '33', body: '<p>Hello &amp; good <b>day</b></p>', author: { type: 'user', id: '5c9' } },
  conversation_parts: { conversation_parts: [], total_count: 0 },
  tags_added: { type: 'tag.list', tags: [] },
  links: { conversation_web: 'https://app.intercom.io/a/apps/x/conversations/213' },
};
const conversation = (body: string | null, author: unknown = admin) => ({
  ...started,
  conversation_parts: { conversation_parts: [{ type: 'conversation_part', body, author }], total_count: 1 },
});

const ITEMS: Readonly<Record<string, unknown>> = {
  'company.created': { type: 'company', name: 'Acme', user_count: 3, monthly_spend: 0 },
  'contact.added_email': contact,
  'contact.created': contact,
  'contact.signed_up': contact,
  'contact.tag.created': { type: 'contact_tag', tag: developer, contact },
  'contact.tag.deleted': { type: 'contact_tag', tag: developer, contact },
  'conversation.admin.assigned': conversation(null),
  'conversation.admin.closed': conversation(null),
  'conversation.admin.noted': conversation('<p>Ask Cleo</p>'),
  'conversation.admin.opened': conversation(null),
  'conversation.admin.replied': conversation('<p>Look at <a href="https://acme.example/help">the help</a></p>'),
  'conversation.admin.single.created': started,
  'conversation.admin.snoozed': conversation(null),
  'conversation.admin.unsnoozed': conversation(null),
  'conversation.user.created': started,
  'conversation.user.replied': conversation('<p>Yes</p><ul><li>one</li><li>two</li></ul>', user),
  'conversation_part.tag.created': { ...conversation('<p>Hi</p>', user), tags_added: { tags: [developer] } },
  'event.created': { type: 'event', event_name: 'invited-friend', email: 'mira@acme.example' },
  ping: { type: 'ping', message: 'hello' },
  'user.created': user,
  'user.deleted': user,
  'user.email.updated': user,
  'user.tag.created': { type: 'user_tag', tag: developer, user },
  'user.tag.deleted': { type: 'user_tag', tag: developer, user },
  'user.unsubscribed': user,
};

const delivery = (topic: string, item: unknown) => ({ type: 'notification_event', topic, data: { item } });

export const INTERCOM: Readonly<Record<string, unknown>> = {
  ...Object.fromEntries(Object.entries(ITEMS).map(([topic, item]) => [topic, delivery(topic, item)])),
  'contact.user.created': delivery('contact.user.created', { ...user, type: 'contact', location: { city: 'Turin' } }),
  'conversation without an assignee': delivery('conversation.admin.assigned', {
    ...conversation(null),
    assignee: { type: 'nobody_admin', id: null },
  }),
  'conversation.admin.assigned of newer versions': delivery('conversation.admin.assigned', {
    type: 'conversation',
    source: { body: '<p>Hello</p>', author: user },
    admin_assignee_id: 20,
    team_assignee_id: null,
  }),
};
