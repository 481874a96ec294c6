// The services whose payloads the server understands, by the name in the webhook's address. Pure.
import type { IncomingWebhook } from '@stoa/contract';
import { alertmanager, grafana } from './alerts.rules.ts';
import { github } from './github.rules.ts';
import { gitlab } from './gitlab.rules.ts';
import type { Integration } from './integration.ts';
import { json } from './json.rules.ts';
import { sentry } from './sentry.rules.ts';
import { slack } from './slack.rules.ts';

const INTEGRATIONS: readonly Integration[] = [alertmanager, github, gitlab, grafana, json, sentry, slack];

const BY_NAME: ReadonlyMap<string, Integration> = new Map(INTEGRATIONS.map((one) => [one.name, one]));

export function findIncomingWebhook(name: string): Integration | null {
  return BY_NAME.get(name) ?? null;
}

/** What clients offer to whoever sets up a webhook. [WH11] */
export function listIncomingWebhooks(): IncomingWebhook[] {
  return INTEGRATIONS.map(({ name, display_name, event_types }) => ({
    name,
    display_name,
    all_event_types: event_types && [...event_types],
    config_options: [],
    url_options: [],
  }));
}
