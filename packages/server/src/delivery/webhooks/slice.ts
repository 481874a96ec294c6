// Incoming webhooks, and outgoing webhook bots.
import { webhooksContract } from '@stoa/contract';
import { INCOMING_WEBHOOKS } from '../../features/integrations/integrations.rules.ts';
import { KeyHolders } from '../../identity/auth/key-holders.queries.ts';
import { defineSlice } from '../../slice/define-slice.ts';
import type { Services } from '../../slice/services.ts';
import { incomingWebhookRoutes } from './incoming.routes.ts';
import { outgoingWebhookHandler } from './outgoing.jobs.ts';

export const webhooksSlice = defineSlice({
  contract: webhooksContract,
  state: {
    incoming_webhooks: async () => ({ realm_incoming_webhook_bots: [...INCOMING_WEBHOOKS] }),
    embedded_bots: async () => ({ realm_embedded_bots: [] }),
  },
  open: ({ store, writer, keys, outbound }: Services) => ({
    raw: incomingWebhookRoutes(writer, new KeyHolders(keys)),
    jobs: [outgoingWebhookHandler(store, outbound)],
  }),
});
