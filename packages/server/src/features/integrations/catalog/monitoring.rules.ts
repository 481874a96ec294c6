// Services that watch other services and report failures.
import type { Integration } from '../integration.rules.ts';

export const MONITORING: readonly Integration[] = [
  {
    name: 'alertmanager',
    display_name: 'Prometheus Alertmanager',
    event_types: ['firing', 'resolved'],
    url_options: [
      { key: 'name', label: 'Label or annotation that names the topic', validator: 'check_string' },
      { key: 'desc', label: 'Label or annotation that describes the alert', validator: 'check_string' },
    ],
    load: async () => (await import('../services/monitoring/alerts.rules.ts')).alertmanager,
  },
  {
    name: 'grafana',
    display_name: 'Grafana',
    event_types: ['ok', 'pending', 'alerting', 'paused', 'firing', 'resolved'],
    load: async () => (await import('../services/monitoring/alerts.rules.ts')).grafana,
  },
  {
    name: 'sentry',
    display_name: 'Sentry',
    event_types: ['issue', 'error', 'event_alert', 'metric_alert', 'comment'],
    load: async () => (await import('../services/monitoring/sentry.rules.ts')).sentry,
  },
];
