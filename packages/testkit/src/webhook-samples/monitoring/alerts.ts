// Payloads of alert services, written from their public documentation.

export const ALERTMANAGER = {
  receiver: 'chat',
  status: 'firing',
  alerts: [
    {
      status: 'firing',
      labels: { alertname: 'HighTemperature', instance: 'pump-1:9100', severity: 'page' },
      annotations: { summary: 'pump-1 is at 97 degrees' },
      startsAt: '2026-01-02T03:04:05.678Z',
      endsAt: '0001-01-01T00:00:00Z',
      generatorURL: 'http://prometheus.example:9090/graph?g0.expr=temperature+%3E+90',
      fingerprint: 'e19d2b7f5a1c',
    },
    {
      status: 'resolved',
      labels: { alertname: 'HighTemperature', instance: 'pump-2:9100' },
      annotations: {},
      startsAt: '2026-01-02T03:00:05Z',
    },
  ],
  groupLabels: { alertname: 'HighTemperature' },
  commonLabels: { alertname: 'HighTemperature' },
  commonAnnotations: {},
  externalURL: 'http://alertmanager.example:9093',
  version: '4',
  groupKey: '{}:{alertname="HighTemperature"}',
  truncatedAlerts: 0,
};
export const GRAFANA = {
  ...ALERTMANAGER,
  status: 'resolved',
  alerts: [
    {
      status: 'resolved',
      labels: { alertname: 'Queue length', grafana_folder: 'Ops' },
      annotations: { description: 'More than 100 wait' },
      values: { B: 12 },
      valueString: "[ var='B' value=12 ]",
      dashboardURL: 'https://grafana.example/d/abc',
      panelURL: 'https://grafana.example/d/abc?viewPanel=2',
      silenceURL: 'https://grafana.example/alerting/silence/new',
    },
  ],
  groupLabels: {},
  commonLabels: {},
  orgId: 1,
  title: '[RESOLVED] Queue length',
  state: 'ok',
  message: '',
};
export const GRAFANA_LEGACY = {
  dashboardId: 1,
  evalMatches: [{ value: 100, metric: 'High value', tags: null }],
  message: 'Someone is testing the alert notification.',
  ruleId: 0,
  ruleName: 'Test notification',
  ruleUrl: 'https://grafana.example/',
  state: 'alerting',
  title: '[Alerting] Test notification',
};

const sentryEvent = {
  title: 'TypeError: fan is null',
  culprit: 'turn(fan)',
  level: 'error',
  web_url: 'https://sentry.example/e/1',
  platform: 'javascript',
};
export const SENTRY = {
  issue: {
    action: 'assigned',
    installation: { uuid: 'a8e5d37a' },
    actor: { type: 'user', id: 1, name: 'Mira' },
    data: {
      issue: {
        id: '99',
        shortId: 'ENGINE-1',
        title: 'TypeError: fan is null',
        culprit: 'turn(fan)',
        level: 'error',
        status: 'unresolved',
        permalink: 'https://sentry.example/issues/99/',
        project: { id: '1', name: 'engine', slug: 'engine' },
        assignedTo: { type: 'user', name: 'Bo' },
      },
    },
  },
  error: { action: 'created', actor: { type: 'application', name: 'Sentry' }, data: { error: sentryEvent } },
  event_alert: {
    action: 'triggered',
    actor: { type: 'application', name: 'Sentry' },
    data: { event: sentryEvent, triggered_rule: 'Too many' },
  },
  metric_alert: {
    action: 'critical',
    actor: { type: 'application', name: 'Sentry' },
    data: {
      description_title: 'Critical: error rate',
      description_text: '42 events in the last minute',
      web_url: 'https://sentry.example/alerts/5/',
      metric_alert: { id: '5', status: 20 },
    },
  },
  comment: {
    action: 'created',
    actor: { type: 'user', name: 'Mira' },
    data: { comment: 'On it.', project_slug: 'engine', issue_id: 99, comment_id: 1 },
  },
};
export const SENTRY_PLUGIN = {
  project_name: 'engine',
  message: 'fan is null',
  culprit: 'turn(fan)',
  level: 'error',
  url: 'https://sentry.example/acme/engine/issues/99/',
  event: { title: 'TypeError: fan is null', event_id: 'fe628bfa' },
};

const { issue } = SENTRY;
export const SENTRY_UNNAMED: Readonly<Record<string, unknown>> = {
  'issue created': { ...issue, action: 'created' },
  'issue ignored': { ...issue, action: 'ignored', actor: null },
  'issue resolved': { ...issue, action: 'resolved' },
  exception: {
    action: 'triggered',
    data: {
      event: {
        ...sentryEvent,
        type: 'error',
        datetime: '2026-01-02T03:04:05.678Z',
        metadata: { filename: 'fan.js' },
        exception: {
          values: [
            {
              stacktrace: {
                frames: [
                  { filename: 'main.js', context_line: 'run()' },
                  { filename: 'fan.js', pre_context: ['if (hot)'], context_line: '  turn(fan)', post_context: [null] },
                ],
              },
            },
          ],
        },
      },
    },
  },
  'exception without a title': {
    action: 'triggered',
    data: {
      event: { type: 'error', message: 'fan is null', timestamp: '1767323045.5', metadata: null, exception: null },
    },
  },
  'old plugin': { project_name: 'engine', message: 'fan is null', url: 'https://sentry.example/99/' },
};
export const GRAFANA_FIRING = {
  ...GRAFANA,
  status: 'firing',
  alerts: [
    { ...GRAFANA.alerts[0], status: 'firing', startsAt: '2026-01-02T03:04:05Z', endsAt: '0001-01-01T00:00:00Z' },
  ],
  truncatedAlerts: 2,
  message: '~~~\nsee below',
};
export const GRAFANA_OK = {
  ...GRAFANA_LEGACY,
  state: 'ok',
  title: '[OK] Test notification',
  message: undefined,
  evalMatches: [],
};
