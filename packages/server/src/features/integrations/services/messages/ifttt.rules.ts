// IFTTT: https://ifttt.com/maker_webhooks. Pure.
import type { PayloadFormat } from '../../integration.rules.ts';
import { automated } from './automation.rules.ts';

export const ifttt: PayloadFormat = ({ payload }) => automated(payload);
