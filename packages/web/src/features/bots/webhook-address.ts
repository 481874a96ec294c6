// The URL that a service posts to as an incoming webhook bot. Pure.
import type { IncomingWebhook } from '@stoa/contract';

/** Options that are on or off, by the value that a URL without them means. */
const SWITCHES: Readonly<Record<string, boolean>> = {
  ignore_private_repositories: false,
  use_merge_request_title: true,
  channels_map_to_topics: false,
};

type Option = IncomingWebhook['url_options'][number];
export type OptionValues = Readonly<Record<string, string | boolean>>;

export const isSwitch = ({ key }: Option): boolean => Object.hasOwn(SWITCHES, key);
export const optionValue = (values: OptionValues, option: Option): string | boolean =>
  values[option.key] ?? (isSwitch(option) ? SWITCHES[option.key]! : '');

export interface WebhookChoices {
  readonly integration: IncomingWebhook;
  readonly api_key: string;
  /** Null: a direct message to the bot's owner. */
  readonly channel_id: number | null;
  /** Empty: made from each event. */
  readonly topic: string;
  /** Empty: all. */
  readonly only_events: readonly string[];
  readonly options: OptionValues;
}

/** How the server reads an option that is on or off. */
const written = (option: Option, value: string | boolean): string => {
  if (typeof value === 'string') return value.trim();
  return option.validator === 'check_bool' ? String(value) : String(Number(value));
};

/** `site` is the organization's URL. What is as without it is left out. */
export function webhookAddress(site: string, choices: WebhookChoices): string {
  const { integration, api_key, channel_id, topic, only_events, options } = choices;
  const query = new URLSearchParams({ api_key });
  if (channel_id !== null) {
    query.set('stream', String(channel_id));
    if (topic.trim() !== '') query.set('topic', topic.trim());
  }
  if (only_events.length > 0) query.set('only_events', JSON.stringify(only_events));
  for (const option of integration.url_options) {
    const value = optionValue(options, option);
    if (value !== optionValue({}, option)) query.set(option.key, written(option, value));
  }
  return `${site.replace(/\/$/, '')}/api/v1/external/${integration.name}?${query}`;
}
