// The supported services, by their name in the webhook's URL. Pure.
import type { IncomingWebhook } from '@stoa/contract';
import { BUILDS } from './catalog/builds.rules.ts';
import { BUSINESS } from './catalog/business.rules.ts';
import { CODE_HOSTS } from './catalog/code-hosts.rules.ts';
import { MESSAGES } from './catalog/messages.rules.ts';
import { MONITORING } from './catalog/monitoring.rules.ts';
import { PROJECTS } from './catalog/projects.rules.ts';
import type { Integration } from './integration.rules.ts';

const INTEGRATIONS: readonly Integration[] = [
  ...BUILDS,
  ...BUSINESS,
  ...CODE_HOSTS,
  ...MESSAGES,
  ...MONITORING,
  ...PROJECTS,
].sort((a, b) => (a.name < b.name ? -1 : 1));

const BY_NAME: ReadonlyMap<string, Integration> = new Map(
  INTEGRATIONS.map((integration) => [integration.name, integration]),
);

export function findIncomingWebhook(name: string): Integration | null {
  return BY_NAME.get(name) ?? null;
}

/** The integrations that clients offer when a webhook is set up. [WH12] */
export const INCOMING_WEBHOOKS: readonly IncomingWebhook[] = INTEGRATIONS.map(
  ({ name, display_name, event_types, url_options = [] }) => ({
    name,
    display_name,
    all_event_types: event_types && [...event_types],
    config_options: [],
    url_options: [...url_options],
  }),
);
