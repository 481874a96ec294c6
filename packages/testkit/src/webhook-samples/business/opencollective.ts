// Payloads of Open Collective, written from its public documentation, with the fields that the formats read.

const donation = {
  member: { role: 'BACKER', memberCollective: { type: 'USER', slug: 'mira', name: 'Mira M' } },
  order: { totalAmount: 100, currency: 'EUR', interval: null, formattedAmount: '€1.00' },
};
const opencollective = (data: unknown) => ({ type: 'collective.member.created', CollectiveId: 1, data });
export const OPENCOLLECTIVE = {
  donation: opencollective(donation),
  'monthly donation': opencollective({
    ...donation,
    member: { role: 'BACKER', memberCollective: { type: 'USER', name: 'Incognito' } },
    order: { ...donation.order, interval: 'month', formattedAmountWithInterval: '€1.00 / month' },
  }),
  'amount without text': opencollective({ ...donation, order: { totalAmount: 250, currency: 'USD' } }),
  'monthly amount without text': opencollective({
    ...donation,
    order: { totalAmount: '250', currency: 'EUR', interval: 'month' },
  }),
  follower: opencollective({ member: { ...donation.member, role: 'FOLLOWER' }, order: null }),
};
