// Payloads of Zabbix, as its media type for this service is set up.

export const ZABBIX = {
  alert: {
    hostname: 'engine.example',
    severity: 'Average',
    status: 'PROBLEM',
    item: 'Agent ping is Up (1)',
    trigger: 'The agent on engine.example is unreachable for 5 minutes',
    link: 'https://zabbix.example/tr_events.php?triggerid=14032&eventid=10528',
  },
  short: { hostname: 'engine.example', severity: 'High', status: 'RESOLVED', link: '' },
};
