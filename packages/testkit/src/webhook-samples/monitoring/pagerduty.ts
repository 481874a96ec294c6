// Payloads of PagerDuty in its three formats, reduced from its documentation.

const MIRA = { summary: 'Mira', html_url: 'https://acme.pagerduty.example/users/PM' };
const BO = { summary: 'Bo', html_url: 'https://acme.pagerduty.example/users/PB' };
const ENGINE = { summary: 'Engine', html_url: 'https://acme.pagerduty.example/services/PE' };
const html_url = 'https://acme.pagerduty.example/incidents/P9';

const FIRST_INCIDENT = {
  incident_number: 7,
  html_url,
  service: { name: 'Engine', html_url: ENGINE.html_url },
  assigned_to: [{ object: { name: 'Bo', html_url: BO.html_url } }],
  assigned_to_user: null,
  last_status_change_by: null,
  trigger_summary_data: { subject: 'The pump overheats' },
};
const first = (type: string, more: object = {}) => ({ type, data: { incident: { ...FIRST_INCIDENT, ...more } } });
const second = (event: string, channel: object = { type: 'website' }) => ({
  event,
  log_entries: [{ agent: MIRA, channel }],
  incident: {
    incident_number: 33,
    title: 'The pump overheats',
    html_url,
    service: ENGINE,
    assignments: [{ assignee: BO }],
  },
});
const third = (event_type: string, data: object, agent: object | null = MIRA) => ({
  event: { event_type, resource_type: 'incident', agent, data },
});

const INCIDENT = { number: 9, title: 'The pump overheats', html_url, service: ENGINE, assignees: [BO], priority: null };
const changed = (action: string, agent: object | null = MIRA) => third(`incident.${action}`, INCIDENT, agent);
const detailed = (action: string, detail: object) =>
  third(`incident.${action}`, { incident: { summary: '[#9] The pump overheats', html_url }, ...detail });

export const PAGERDUTY = {
  'first format': { messages: [first('incident.trigger')] },
  'first format, two messages': {
    messages: [
      first('incident.assign', { assigned_to_user: { name: 'Bo', html_url: BO.html_url } }),
      first('incident.acknowledge', { last_status_change_by: { name: 'Bo' }, trigger_summary_data: null }),
    ],
  },
  'first format, resolved by itself': { messages: [first('incident.resolve')] },
  'second format': {
    messages: [second('incident.trigger', { type: 'web_trigger', details: 'It is at 97 degrees.' })],
  },
  'second format, other kinds': {
    messages: ['acknowledge', 'assign', 'delegate', 'escalate', 'unsupported'].map((kind) =>
      second(`incident.${kind}`),
    ),
  },
  triggered: changed('triggered', null),
  acknowledged: changed('acknowledged'),
  'unacknowledged by itself': changed('unacknowledged', null),
  reassigned: changed('reassigned'),
  reopened: changed('reopened'),
  resolved: changed('resolved'),
  priority: third('incident.priority_updated', { ...INCIDENT, priority: { summary: 'P1' } }),
  'no priority': third('incident.priority_updated', INCIDENT),
  note: detailed('annotated', { content: 'The fan is stuck.' }),
  'status update': third('incident.status_update_published', {
    incident: { summary: 'The pump overheats', html_url },
    message: 'We replace the fan.',
  }),
  'responder added': detailed('responder.added', { user: BO, message: 'Please help with the fan' }),
  'responder accepted': detailed('responder.replied', { user: BO, state: 'accepted', message: '' }),
  'responder declined': detailed('responder.replied', { user: BO, state: 'declined', message: 'On a plane' }),
  'service created': third('service.created', ENGINE),
  'service updated': third('service.updated', ENGINE),
  'service deleted': third('service.deleted', ENGINE, null),
  ping: third('pagey.ping', { message: 'Hello from your friend Pagey!' }, null),
  silent: third('incident.workflow.started', {}),
};
