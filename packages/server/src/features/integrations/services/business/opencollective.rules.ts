// Open Collective: https://documentation.opencollective.com (webhooks of activities). Pure.
import { z } from 'zod';
import { type PayloadFormat, UnsupportedEvent } from '../../integration.rules.ts';
import { bold, inline, link } from '../../markdown.rules.ts';
import { count, maybe, part, text } from '../../payload.rules.ts';
import { inAddress } from '../code-hosts/git-host.rules.ts';
import { money } from './business.rules.ts';

const Payload = z.looseObject({ type: text, data: z.looseObject({}) });
const Member = z.looseObject({
  member: z.looseObject({
    role: maybe,
    memberCollective: part(z.looseObject({ name: maybe, slug: maybe })),
  }),
  order: part(
    z.looseObject({
      totalAmount: count,
      currency: maybe,
      interval: maybe,
      formattedAmount: maybe,
      formattedAmountWithInterval: maybe,
    }),
  ),
});
type Member = z.output<typeof Member>;

/** Members without a page gave anonymously. */
function nameOf({ member: { memberCollective } }: Member): string {
  const { name, slug } = memberCollective ?? {};
  if (!slug) return name && name !== 'Incognito' ? bold(name) : 'An **Incognito** member';
  return link(name || slug, `https://opencollective.com/${inAddress(slug)}`);
}

/** `$1.00 / month` */
function amountOf({ order }: Member): string {
  const { totalAmount, currency, interval, formattedAmount, formattedAmountWithInterval } = order ?? {};
  const given = formattedAmountWithInterval || formattedAmount;
  if (given) return bold(given);
  if (totalAmount == null || !currency) return '';
  return bold([money(totalAmount, currency), interval].filter((part) => part).join(' / '));
}

function contentOf(member: Member): string {
  const amount = amountOf(member);
  if (amount !== '') return `${nameOf(member)} donated ${amount}! :tada:`;
  const role = inline(member.member.role ?? '').toLowerCase();
  return `${nameOf(member)} joined${role === '' ? '' : ` (role: ${role})`}! :tada:`;
}

export const opencollective: PayloadFormat = ({ payload }) => {
  const { type, data } = Payload.parse(payload);
  if (type !== 'collective.member.created') throw new UnsupportedEvent(type);
  return { topic: 'New Member', content: contentOf(Member.parse(data)), event: null };
};
