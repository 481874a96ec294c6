// Services for customers, money and people.
import type { Integration } from '../integration.rules.ts';

export const BUSINESS: readonly Integration[] = [];
