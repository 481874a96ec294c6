// Deliveries of services that serve customers, money and people.
import { APPFOLLOW } from './business/appfollow.ts';
import { BEEMINDER } from './business/beeminder.ts';
import { DELIGHTED } from './business/delighted.ts';
import { DIALOGFLOW } from './business/dialogflow.ts';
import { FRESHDESK } from './business/freshdesk.ts';
import { FRONT } from './business/front.ts';
import { GREENHOUSE } from './business/greenhouse.ts';
import { GROOVE, GROOVE_UNNAMED } from './business/groove.ts';
import { HELLOSIGN } from './business/hellosign.ts';
import { INTERCOM } from './business/intercom.ts';
import { OPENCOLLECTIVE } from './business/opencollective.ts';
import { PATREON, PATREON_UNNAMED } from './business/patreon.ts';
import { STRIPE } from './business/stripe.ts';
import { headed, plain, type Sample } from './sample.ts';

export const BUSINESS: readonly Sample[] = [
  ...plain('appfollow', APPFOLLOW),
  ...plain('beeminder', BEEMINDER),
  ...plain('delighted', DELIGHTED),
  ...plain('dialogflow', DIALOGFLOW),
  ...plain('freshdesk', FRESHDESK),
  ...plain('front', FRONT),
  ...plain('greenhouse', GREENHOUSE),
  ...headed('groove', 'x-groove-event', GROOVE, (kind) => kind.split(' ')[0]!),
  ...plain('groove', GROOVE_UNNAMED),
  ...plain('hellosign', HELLOSIGN),
  ...plain('intercom', INTERCOM),
  ...plain('opencollective', OPENCOLLECTIVE),
  ...headed('patreon', 'x-patreon-event', PATREON, (kind) => kind),
  ...plain('patreon', PATREON_UNNAMED),
  ...plain('stripe', STRIPE),
];
