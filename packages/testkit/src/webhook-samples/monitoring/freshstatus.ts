// Payloads of Freshstatus, reduced from real ones.

const did = (event_type: string, fields: object) => ({
  id: '53481',
  title: 'Slow servers',
  ...fields,
  event_data: { account_name: 'acme', event_type },
});
const INCIDENT = {
  description: 'We look at it.',
  start_time: '2026-01-02 03:04:05+00:00',
  end_time: 'None',
  affected_services: 'Database,Web',
};

export const FRESHSTATUS = {
  'incident opened': did('INCIDENT_OPEN', INCIDENT),
  'incident reopened': did('INCIDENT_REOPEN', { ...INCIDENT, affected_services: 'a,b,c,d,e,f,g' }),
  'incident note': did('INCIDENT_NOTE_CREATE', { message: 'A query locks a table.', incident_status: 'Open' }),
  'incident closed': did('INCIDENT_NOTE_CREATE', { message: 'It is fast again.', incident_status: 'Closed' }),
  'maintenance planned': did('MAINTENANCE_PLANNED', {
    description: 'New disks.',
    scheduled_start_time: '2026-01-02 03:04:05+00:00',
    scheduled_end_time: '2026-01-02 05:04:05+00:00',
    affected_services: 'Database',
  }),
  'maintenance note': did('MAINTENANCE_NOTE_CREATE', { message: 'We begin.', incident_status: 'Planned' }),
  'maintenance closed': did('MAINTENANCE_NOTE_CREATE', { message: 'We are done.', incident_status: 'Closed' }),
  test: { ...did('INCIDENT_OPEN', { title: 'Sample title' }), id: '1' },
};
