// Deliveries of services that serve customers, money and people.
import { FRESHDESK } from './business/freshdesk.ts';
import { FRONT } from './business/front.ts';
import { INTERCOM } from './business/intercom.ts';
import { STRIPE } from './business/stripe.ts';
import { plain, type Sample } from './sample.ts';

export const BUSINESS: readonly Sample[] = [
  ...plain('freshdesk', FRESHDESK),
  ...plain('front', FRONT),
  ...plain('intercom', INTERCOM),
  ...plain('stripe', STRIPE),
];
