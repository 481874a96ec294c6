// Test only: the payloads of all integrations with somebody's words in every place where a service puts words.
import * as payloads from './payloads.ts';
import { SLACK, SLACK_BLOCKS, SLACK_RICH_TEXT } from './payloads-slack.ts';

/** What chooses a format stays: with anything else in it nothing would be written at all. */
const KEPT = new Set(['action', 'status', 'build_status', 'type', 'state', 'noteable_type']);

function filled(value: unknown, words: string, key = ''): unknown {
  if (typeof value === 'string') return KEPT.has(key) ? value : words;
  if (Array.isArray(value)) return value.map((one) => filled(one, words, key));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, filled(one, words, name)]));
}

export interface HostileDelivery {
  readonly name: string;
  readonly event: string;
  readonly headers: Headers;
  readonly payload: unknown;
}

export function deliveriesSaying(words: string): HostileDelivery[] {
  const unnamed = (...samples: unknown[]) => samples.map((sample) => ['', sample] as const);
  const all = [
    ['github', Object.entries(payloads.GITHUB), 'x-github-event'],
    ['gitlab', Object.entries(payloads.GITLAB), 'x-gitlab-event'],
    ['sentry', Object.entries(payloads.SENTRY), 'sentry-hook-resource'],
    ['alertmanager', unnamed(payloads.ALERTMANAGER), 'x-none'],
    ['grafana', unnamed(payloads.GRAFANA, payloads.GRAFANA_LEGACY), 'x-none'],
    ['slack_incoming', unnamed(SLACK, SLACK_BLOCKS, SLACK_RICH_TEXT), 'x-none'],
    ['json', unnamed({ text: words }, { a: [words] }), 'x-none'],
  ] as const;
  return all.flatMap(([name, samples, header]) =>
    samples.map(([event, sample]) => ({
      name,
      event,
      headers: new Headers({ [header]: event }),
      payload: filled(sample, words),
    })),
  );
}
