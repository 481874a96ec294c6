// Payloads of Honeybadger, reduced from its documentation.

const PROJECT = { name: 'Engine' };
const FAULT = {
  klass: 'PumpError',
  message: 'The pump overheats',
  environment: 'production',
  url: 'https://app.honeybadger.example/projects/1/faults/123',
};
const MIRA = { name: 'Mira', email: 'mira@acme.example' };
const SITE = { name: 'Acme', url: 'https://acme.example' };

const ofFault = (event: string, more: object = {}) => ({
  event,
  message: `[Engine/production] PumpError: The pump overheats`,
  project: PROJECT,
  fault: FAULT,
  ...more,
});
const ofSite = (event: string, message: string, outage: object | null = null) => ({
  event,
  message: `[Engine] ${message}`,
  project: PROJECT,
  site: SITE,
  outage,
});
const ofCheckIn = (event: string) => ({
  event,
  message: '[Engine] Nightly backup',
  project: PROJECT,
  check_in: { name: 'Nightly backup', slug: 'backup', url: 'https://api.honeybadger.example/v1/check_in/x' },
});
const ofAlarm = (event: string, message: string) => ({
  event,
  message: `[Engine] ${message}`,
  alarm: { name: 'Heat', url: 'https://app.honeybadger.example/alarms/7' },
});
const DEPLOY = { environment: 'production', revision: 'dd2ce1c1', local_username: 'mira' };

export const HONEYBADGER = {
  occurred: ofFault('occurred', {
    fault: { ...FAULT, environment: null },
    notice: { url: 'https://app.honeybadger.example/projects/1/faults/123/9' },
  }),
  rate_exceeded: ofFault('rate_exceeded'),
  volume_spike: ofFault('volume_spike', { message: '[Engine/production] PumpError occurred 300 times in 5 minutes' }),
  resolved: ofFault('resolved', { actor: MIRA }),
  'resolved by itself': ofFault('resolved'),
  unresolved: ofFault('unresolved', { actor: MIRA }),
  'resolved in another version': {
    event: 'resolved',
    message: '[Engine/test] PumpError resolved by Mira',
    fault: null,
  },
  assigned: ofFault('assigned', {
    project: undefined,
    actor: MIRA,
    assignee: { name: null, email: 'bo@acme.example' },
  }),
  unassigned: ofFault('assigned', { actor: MIRA, assignee: null }),
  commented: ofFault('commented', { actor: MIRA, comment: { author: 'Mira', body: 'The fan is stuck.' } }),
  deployed: {
    event: 'deployed',
    message: '[Engine] mira has deployed',
    project: PROJECT,
    deploy: { ...DEPLOY, url: 'https://github.example/acme/engine/compare/3e51742f...dd2ce1c1' },
  },
  'deployed without a link': { event: 'deployed', message: 'mira has deployed', project: PROJECT, deploy: DEPLOY },
  down: ofSite('down', 'Acme is down.', {
    down_at: '2026-01-02T03:04:05Z',
    status: 503,
    reason: 'Expected 2xx status code. Got 503.',
  }),
  up: ofSite('up', 'Acme is back up.', { down_at: '2026-01-02T03:04:05Z', up_at: '2026-01-02T03:09:05Z' }),
  'up for the first time': ofSite('up', 'Engine will now receive uptime alerts.'),
  cert_will_expire: ofSite('cert_will_expire', 'The certificate of Acme expires in 7 days.'),
  check_in_missing: ofCheckIn('check_in_missing'),
  check_in_reporting: ofCheckIn('check_in_reporting'),
  alarm_alert: ofAlarm('alarm_alert', 'ALERT: Heat is in alert status'),
  alarm_ok: ofAlarm('alarm_ok', 'OK: Heat is no longer in alert status'),
};
