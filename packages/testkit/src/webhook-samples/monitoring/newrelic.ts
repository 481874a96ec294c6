// Payloads of New Relic, reduced from the template of its webhooks.

const ISSUE = {
  title: "pump-1 query result is > 90 for 5 minutes on 'Temperature'",
  issueUrl: 'https://radar-api.service.newrelic.example/accounts/1/issues/13bbcdca',
  priority: 'CRITICAL',
  totalIncidents: 1,
  state: 'CREATED',
  createdAt: 1767323045000,
  updatedAt: 1767323045000,
  alertPolicyNames: ['Engines'],
  alertConditionNames: ['Temperature'],
};

export const NEWRELIC = {
  created: { ...ISSUE, impactedEntities: ['pump-1', 'pump-2'] },
  activated: { ...ISSUE, priority: 'HIGH', state: 'ACTIVATED', owner: 'N/A' },
  acknowledged: { ...ISSUE, state: 'ACKNOWLEDGED', owner: 'Mira' },
  deactivated: { ...ISSUE, priority: 'MEDIUM', state: 'DEACTIVATED' },
  closed: {
    ...ISSUE,
    state: 'CLOSED',
    updatedAt: '123123123129312381923',
    zulipCustomFields: { Hall: 'North', Fans: ['a', 2, true], Manual: { page: 7 } },
  },
  short: { title: 'The pump overheats', state: 'MERGED' },
};
