// Zapier: https://zapier.com/apps/webhook/integrations. Pure.
import { z } from 'zod';
import type { PayloadFormat } from '../../integration.rules.ts';
import { automated } from './automation.rules.ts';

/** Asks whether the key in the address is valid. */
const Authentication = z.looseObject({ type: z.literal('auth') });

export const zapier: PayloadFormat = (delivery) =>
  Authentication.safeParse(delivery.payload).success ? null : automated(delivery);
