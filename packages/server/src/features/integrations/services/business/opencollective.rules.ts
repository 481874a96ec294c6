// Open Collective: https://documentation.opencollective.com (webhooks of activities). Pure.
import { z } from 'zod';
import { type Delivery, type Notice, type PayloadFormat, UnsupportedEvent } from '../../integration.rules.ts';
import { bold, inline, link } from '../../markdown.rules.ts';
import { maybe, money, text } from './business.rules.ts';

const Payload = z.looseObject({
  type: text,
  data: z.looseObject({}),
});
const Member = z.looseObject({
  member: z.looseObject({
    role: maybe,
    memberCollective: z.looseObject({ name: maybe, slug: maybe }).nullish(),
  }),
  order: z
    .looseObject({
      totalAmount: z.number().nullish(),
      currency: maybe,
      interval: maybe,
      formattedAmount: maybe,
      formattedAmountWithInterval: maybe,
    })
    .nullish(),
});
type Member = z.output<typeof Member>;

const TOPIC = 'New Member';

/** Members without a page gave anonymously. */
function nameOf({ member: { memberCollective } }: Member): string {
  const { name, slug } = memberCollective ?? {};
  if (!slug) return name && name !== 'Incognito' ? bold(name) : 'An **Incognito** member';
  return link(name || slug, `https://opencollective.com/${encodeURIComponent(slug.toWellFormed())}`);
}

/** `$1.00 / month` */
function amountOf({ order }: Member): string {
  const given = order?.formattedAmountWithInterval || order?.formattedAmount;
  if (given) return bold(given);
  return order?.totalAmount != null && order.currency ? bold(money(order.totalAmount, order.currency)) : '';
}

function contentOf(member: Member): string {
  const amount = amountOf(member);
  if (amount !== '') return `${nameOf(member)} donated ${amount}! :tada:`;
  const role = inline(member.member.role ?? '').toLowerCase();
  return `${nameOf(member)} joined${role === '' ? '' : ` (role: ${role})`}! :tada:`;
}

function format({ payload }: Delivery): Notice {
  const { type, data } = Payload.parse(payload);
  if (type !== 'collective.member.created') throw new UnsupportedEvent(type);
  return { topic: TOPIC, content: contentOf(Member.parse(data)), event: null };
}

export const opencollective: PayloadFormat = format;
