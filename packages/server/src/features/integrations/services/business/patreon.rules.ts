// Patreon: https://docs.patreon.com/#webhooks. Pure.
import { z } from 'zod';
import type { PayloadFormat } from '../../integration.rules.ts';
import { bold, inline, link } from '../../markdown.rules.ts';
import { count, formatOf, items, lookUp, maybe, part } from '../../payload.rules.ts';
import { withArticle } from '../../phrases.rules.ts';
import { listed } from '../facts.rules.ts';
import { money } from './business.rules.ts';

const Payload = z.looseObject({
  data: z.looseObject({
    attributes: z.looseObject({
      full_name: maybe,
      email: maybe,
      patron_status: maybe,
      currency: maybe,
      currently_entitled_amount_cents: count,
      will_pay_amount_cents: count,
      pledge_cadence: maybe,
      last_charge_status: maybe,
    }),
  }),
  included: items(
    z.looseObject({
      type: maybe,
      attributes: part(z.looseObject({ full_name: maybe, url: maybe, title: maybe, patron_count: maybe })),
    }),
  ),
});
type Payload = z.output<typeof Payload>;
type Attributes = Payload['data']['attributes'];

const CADENCES: Readonly<Record<string, string>> = { 1: 'per month', 3: 'per quarter', 12: 'per year' };

/** `$10.00 per month` */
function pledge({ will_pay_amount_cents, currently_entitled_amount_cents, currency, pledge_cadence }: Attributes) {
  const cents = will_pay_amount_cents ?? currently_entitled_amount_cents;
  if (cents == null) return null;
  return bold([money(cents, currency || 'usd'), lookUp(CADENCES, pledge_cadence)].filter((part) => part).join(' '));
}

const including = ({ included }: Payload, type: string) =>
  included.flatMap((resource) => (resource.type === type && resource.attributes ? [resource.attributes] : []));

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
    const status = patron_status ? ` They are now ${inline(withArticle(patron_status.replaceAll('_', ' ')))}.` : '';
    return `The membership of ${who} was updated.${status}`;
  },
};

/** What a reader may want to know besides: the tiers of the member, and how many patrons there are now. */
function details(payload: Payload): string[] {
  const titles = including(payload, 'tier').map(({ title }) => bold(title ?? ''));
  const tiers = listed(titles);
  const [campaign] = including(payload, 'campaign');
  return [
    tiers && `Tier: ${tiers}`,
    campaign?.patron_count ? `Current number of patrons: ${inline(campaign.patron_count)}` : '',
  ];
}

/** The event of a delivery without the header: pledges have been charged or ended. */
function eventOf({ data }: Payload): string {
  const { patron_status, last_charge_status } = data.attributes;
  if (patron_status === 'former_patron' || last_charge_status === 'Deleted') return 'members:pledge:delete';
  return patron_status === 'active_patron' ? 'members:pledge:update' : 'members:update';
}

export const patreon: PayloadFormat = ({ headers, payload }) => {
  const read = Payload.parse(payload);
  const event = headers.get('x-patreon-event') ?? eventOf(read);
  const sentenceOf = formatOf(SENTENCES, event);
  const lines = [sentenceOf(member(read), read.data.attributes), ...details(read)];
  return { topic: 'membership notifications', content: lines.filter((line) => line).join('\n'), event };
};
