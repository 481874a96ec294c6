// The integrations available to incoming webhooks, and their errors for unknown payloads.
import { z } from 'zod';
import { apiError } from '../kit/errors.ts';
import { slice } from '../kit/slice.ts';
import { state } from '../kit/state.ts';

const Option = z.object({ key: z.string(), label: z.string(), validator: z.string() });

export const IncomingWebhook = z.object({
  /** As in the webhook's URL. */
  name: z.string(),
  display_name: z.string(),
  /** The values of `only_events` and `exclude_events`; null if the integration has no event kinds. */
  all_event_types: z.array(z.string()).nullable(),
  config_options: z.array(Option),
  url_options: z.array(Option),
});
export type IncomingWebhook = z.output<typeof IncomingWebhook>;

export const UnsupportedWebhookEvent = apiError({
  code: 'UNSUPPORTED_WEBHOOK_EVENT_TYPE',
  // A success status, so that the calling service does not disable the webhook.
  status: 200,
  summary: 'The integration produces no message for this kind of event; nothing was sent.',
  fields: { webhook_name: z.string(), event_type: z.string().nullable() },
});

export const AnomalousWebhookPayload = apiError({
  code: 'ANOMALOUS_WEBHOOK_PAYLOAD',
  status: 400,
  summary: 'The payload does not have the format of the service.',
  fields: { webhook_name: z.string() },
});

export const incomingWebhooksState = state({
  fetch: ['realm_incoming_webhook_bots'],
  fields: () => z.object({ realm_incoming_webhook_bots: z.array(IncomingWebhook) }),
});

export const embeddedBotsState = state({
  fetch: ['realm_embedded_bots'],
  /** Bots that run inside the server; this server has none. */
  fields: () =>
    z.object({
      realm_embedded_bots: z.array(z.object({ name: z.string(), config: z.record(z.string(), z.string()) })),
    }),
});

export const webhooksContract = slice({
  name: 'webhooks',
  state: { incoming_webhooks: incomingWebhooksState, embedded_bots: embeddedBotsState },
});
