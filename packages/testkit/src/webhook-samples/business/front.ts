// Payloads of Front, written from its public documentation, with the fields that the formats read.

const mira = { id: 'tea_1', email: 'mira@acme.example', username: 'mira', first_name: 'Mira', last_name: 'M' };
const bo = { id: 'tea_2', email: 'bo@acme.example', username: 'bo', first_name: 'Bo', last_name: 'B' };
const conversation = { id: 'cnv_1', subject: 'Your next delivery', status: 'assigned', assignee: bo };
const recipients = [
  { handle: 'support@acme.example', role: 'from' },
  { handle: 'cleo@fan.example', role: 'to' },
];
const message = { id: 'msg_1', body: '<div>On its way.</div>', text: 'On its way.\n', author: mira, recipients };

const event = (type: string, target?: unknown, source: unknown = { _meta: { type: 'teammate' }, data: mira }) => ({
  id: 'evt_1',
  type,
  conversation,
  source,
  ...(target === undefined ? {} : { target: { _meta: { type: 'target' }, data: target } }),
});
const inboxes = { _meta: { type: 'inboxes' }, data: [{ id: 'inb_1', name: 'Support' }] };

const EVENTS = [
  event('archive'),
  event('assign', bo),
  event('comment', { id: 'com_1', body: 'Sure.', author: mira }),
  event('inbound', { ...message, author: null, text: null }, inboxes),
  event('mention', { id: 'com_2', body: '@bo Could you take it?' }),
  event('out_reply', message, inboxes),
  event('outbound', message, inboxes),
  event('reopen'),
  event('restore'),
  event('tag', { id: 'tag_1', name: 'Urgent' }),
  event('trash'),
  event('unassign'),
  event('untag', { id: 'tag_1', name: 'Urgent' }),
];

export const FRONT: Readonly<Record<string, unknown>> = {
  ...Object.fromEntries(EVENTS.map((payload) => [payload.type, payload])),
  'assign by a rule': event('assign', bo, { _meta: { type: 'rule' }, data: { id: 'rul_1', name: 'Deliveries' } }),
  'assign to themselves': event('assign', mira),
  'assign without its target': event('assign'),
  'tag without its target': event('tag'),
  'archive in Gmail': event('archive', undefined, { _meta: { type: 'gmail' }, data: null }),
};
