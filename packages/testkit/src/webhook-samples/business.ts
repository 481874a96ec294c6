// Deliveries of services that serve customers, money and people.
import type { Sample } from './sample.ts';

export const BUSINESS: readonly Sample[] = [];
