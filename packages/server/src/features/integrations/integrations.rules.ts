// The supported services, by their name in the webhook's URL. Pure.
import type { IncomingWebhook } from '@stoa/contract';
import type { Integration } from './integration.rules.ts';
import { alertmanager, grafana } from './services/alerts.rules.ts';
import { github, githubSponsors } from './services/github.rules.ts';
import { gitlab } from './services/gitlab.rules.ts';
import { json } from './services/json.rules.ts';
import { sentry } from './services/sentry.rules.ts';
import { slack } from './services/slack.rules.ts';
import { slackEvents } from './services/slack-events.rules.ts';

const INTEGRATIONS: readonly Integration[] = [
  alertmanager,
  github,
  githubSponsors,
  gitlab,
  grafana,
  json,
  sentry,
  slackEvents,
  slack,
].sort((a, b) => (a.name < b.name ? -1 : 1));

const BY_NAME: ReadonlyMap<string, Integration> = new Map(
  INTEGRATIONS.map((integration) => [integration.name, integration]),
);

export function findIncomingWebhook(name: string): Integration | null {
  return BY_NAME.get(name) ?? null;
}

/** The integrations that clients offer when a webhook is set up. [WH12] */
export function listIncomingWebhooks(): IncomingWebhook[] {
  return INTEGRATIONS.map(({ name, display_name, event_types, url_options = [] }) => ({
    name,
    display_name,
    all_event_types: event_types && [...event_types],
    config_options: [],
    url_options: [...url_options],
  }));
}
