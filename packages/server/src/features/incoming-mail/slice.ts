// Mail into channels: an address of a channel, and a listener that posts what it receives. [IC1]
import { incomingMailContract } from '@stoa/contract';
import { defineSlice } from '../../slice/define-slice.ts';
import type { Services } from '../../slice/services.ts';
import { openAddressTokens } from './address-tokens.ts';
import { incomingMailRoutes } from './incoming-mail.routes.ts';
import type { IncomingMailConfig } from './incoming-mail-settings.ts';

export const incomingMailSlice = defineSlice({
  contract: incomingMailContract,
  open: ({ keys, incoming_mail }: Services & IncomingMailConfig) => ({
    routes: incomingMailRoutes(openAddressTokens(keys), incoming_mail),
  }),
});
