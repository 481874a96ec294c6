// Patreon: https://docs.patreon.com/#webhooks. Pure.
import { z } from 'zod';
import { type Delivery, type Notice, type PayloadFormat, UnsupportedEvent } from '../../integration.rules.ts';
import { bold, inline, link } from '../../markdown.rules.ts';
import { maybe, money, text } from './business.rules.ts';

const amount = z.number().nullish();
const Payload = z.looseObject({
  data: z.looseObject({
    attributes: z.looseObject({
      full_name: maybe,
      email: maybe,
      patron_status: maybe,
      currency: maybe,
      currently_entitled_amount_cents: amount,
      will_pay_amount_cents: amount,
      pledge_cadence: amount,
      last_charge_status: maybe,
    }),
  }),
  included: z
    .array(
      z.looseObject({
        type: maybe,
        attributes: z
          .looseObject({ full_name: maybe, url: maybe, title: maybe, patron_count: amount, creation_name: maybe })
          .nullish(),
      }),
    )
    .nullish(),
});
type Payload = z.output<typeof Payload>;
type Attributes = Payload['data']['attributes'];

const TOPIC = 'membership notifications';
const TIERS_SHOWN = 5;

const CADENCES: Readonly<Record<number, string>> = { 1: 'per month', 3: 'per quarter', 12: 'per year' };

/** `$10.00 per month` */
function pledge({ will_pay_amount_cents, currently_entitled_amount_cents, currency, pledge_cadence }: Attributes) {
  const cents = will_pay_amount_cents ?? currently_entitled_amount_cents;
  if (cents == null) return null;
  const per = pledge_cadence != null && Object.hasOwn(CADENCES, pledge_cadence) ? CADENCES[pledge_cadence] : null;
  return `**${[money(cents, currency || 'usd'), per].filter((part) => part).join(' ')}**`;
}

const including = ({ included }: Payload, type: string) =>
  (included ?? []).flatMap((resource) => (resource.type === type && resource.attributes ? [resource.attributes] : []));

function member(payload: Payload): string {
  const { full_name, email } = payload.data.attributes;
  const [user] = including(payload, 'user');
  return link(full_name || user?.full_name || email || 'Somebody', user?.url);
}

const SENTENCES: Readonly<Record<string, (who: string, attributes: Attributes) => string>> = {
  'members:create': (who) => `${who} became a member! :tada:`,
  'members:delete': (who) => `${who} is no longer a member.`,
  'members:pledge:create': (who, attributes) => {
    const amount = pledge(attributes);
    return `${who} pledged${amount === null ? '' : ` ${amount}`}! :tada:`;
  },
  'members:pledge:delete': (who) => `${who} cancelled their pledge.`,
  'members:pledge:update': (who, attributes) => {
    const amount = pledge(attributes);
    return `${who} changed their pledge${amount === null ? '' : ` to ${amount}`}.`;
  },
  'members:update': (who, { patron_status }) => {
    const status = patron_status ? ` They are now ${inline(articled(patron_status.replaceAll('_', ' ')))}.` : '';
    return `The membership of ${who} was updated.${status}`;
  },
};

function articled(noun: string): string {
  return /^[aeiou]/i.test(noun) ? `an ${noun}` : `a ${noun}`;
}

/** What a reader may want to know besides: the tiers of the member, and how many patrons there are now. */
function details(payload: Payload): string[] {
  const tiers = including(payload, 'tier').flatMap(({ title }) => (title ? [bold(title)] : []));
  const rest = tiers.length > TIERS_SHOWN ? ` and ${tiers.length - TIERS_SHOWN} more` : '';
  const patrons = including(payload, 'campaign')[0]?.patron_count;
  return [
    tiers.length > 0 ? `Tier: ${tiers.slice(0, TIERS_SHOWN).join(', ')}${rest}` : '',
    patrons == null ? '' : `Current number of patrons: ${patrons}`,
  ];
}

const Hints = z.looseObject({
  data: z.looseObject({
    attributes: z.looseObject({ patron_status: z.unknown().optional(), last_charge_status: z.unknown().optional() }),
  }),
});
/** The event of a delivery without the header: pledges have been charged or ended. */
function eventOf(payload: unknown): string {
  const { patron_status, last_charge_status } = Hints.parse(payload).data.attributes;
  if (patron_status === 'former_patron' || last_charge_status === 'Deleted') return 'members:pledge:delete';
  return patron_status === 'active_patron' ? 'members:pledge:update' : 'members:update';
}

function format({ headers, payload }: Delivery): Notice {
  const event = text.parse(headers.get('x-patreon-event') ?? eventOf(payload));
  if (!Object.hasOwn(SENTENCES, event)) throw new UnsupportedEvent(event);
  const read = Payload.parse(payload);
  const sentence = SENTENCES[event]!(member(read), read.data.attributes);
  const content = [sentence, ...details(read)].filter((line) => line).join('\n');
  return { topic: TOPIC, content, event };
}

export const patreon: PayloadFormat = format;
