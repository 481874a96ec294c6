// A delivery of every event kind of incoming webhooks.
import * as alerts from './alerts.ts';
import { GITHUB } from './github.ts';
import { GITLAB } from './gitlab.ts';
import { SLACK, SLACK_BLOCKS, SLACK_EVENT, SLACK_LEGACY, SLACK_RICH_TEXT } from './slack.ts';

export interface Sample {
  /** The service and the event kind. */
  readonly name: string;
  readonly service: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly payload: unknown;
}

const plain = (service: string, payloads: Readonly<Record<string, unknown>>): Sample[] =>
  Object.entries(payloads).map(([kind, payload]) => ({ name: `${service} ${kind}`, service, headers: {}, payload }));

/** Samples whose header is the beginning of their name. */
const headed = (
  service: string,
  header: string,
  payloads: Readonly<Record<string, unknown>>,
  event: (kind: string) => string,
): Sample[] =>
  plain(service, payloads).map((sample) => ({
    ...sample,
    headers: { [header]: event(sample.name.slice(service.length + 1)) },
  }));

export const SAMPLES: readonly Sample[] = [
  ...headed('github', 'x-github-event', GITHUB, (kind) => kind.split(' ')[0]!),
  ...headed('gitlab', 'x-gitlab-event', GITLAB, (kind) => kind.slice(0, kind.indexOf('Hook') + 4)),
  ...headed('sentry', 'sentry-hook-resource', alerts.SENTRY, (kind) => kind.split(' ')[0]!),
  ...plain('sentry', { ...alerts.SENTRY_UNNAMED, plugin: alerts.SENTRY_PLUGIN }),
  ...plain(
    'githubsponsors',
    Object.fromEntries(Object.entries(GITHUB).filter(([kind]) => kind.startsWith('sponsorship'))),
  ),
  ...plain('alertmanager', { group: alerts.ALERTMANAGER }),
  ...plain('grafana', {
    group: alerts.GRAFANA,
    firing: alerts.GRAFANA_FIRING,
    legacy: alerts.GRAFANA_LEGACY,
    ok: alerts.GRAFANA_OK,
  }),
  ...plain('slack_incoming', {
    text: SLACK,
    blocks: SLACK_BLOCKS,
    'rich text': SLACK_RICH_TEXT,
    nothing: { text: null },
  }),
  ...plain('slack', { event: SLACK_EVENT, form: SLACK_LEGACY }),
  ...plain('json', {
    message: { topic: 'T', text: 'said' },
    data: [1, { a: '~~~~' }],
    both: { text: 'said', level: 3 },
  }),
];
