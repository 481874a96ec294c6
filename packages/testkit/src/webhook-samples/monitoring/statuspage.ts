// Payloads of Statuspage, reduced from its documentation.

const page = { id: 'jb7j80lkgqvb', status_indicator: 'minor', status_description: 'Minor Service Outage' };

export const STATUSPAGE = {
  incident: {
    page,
    incident: {
      name: 'Database query delays',
      status: 'identified',
      impact: 'minor',
      shortlink: 'https://stspg.example/646947c1e',
      incident_updates: [{ body: 'A query locks a table.' }, { body: 'We look at it.' }],
      components: [{ name: 'Portal' }, { name: 'API' }],
    },
  },
  maintenance: {
    page,
    incident: {
      name: 'New disks',
      status: 'in_progress',
      scheduled_for: '2026-01-02T03:04:05.000Z',
      scheduled_until: '2026-01-02T05:04:05.000Z',
      incident_updates: [],
    },
  },
  component: {
    page,
    component_update: { old_status: 'operational', new_status: 'major_outage' },
    component: { name: 'Portal', status: 'major_outage' },
  },
};
