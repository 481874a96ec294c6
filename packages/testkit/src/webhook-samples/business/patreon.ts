// Payloads of Patreon, written from its public documentation, with the fields that the formats read.

const free = {
  full_name: 'Mira M',
  email: 'mira@acme.example',
  patron_status: null,
  pledge_cadence: null,
  last_charge_status: null,
  currently_entitled_amount_cents: 0,
  will_pay_amount_cents: 0,
};
const paying = {
  ...free,
  patron_status: 'active_patron',
  pledge_cadence: 1,
  last_charge_status: 'Paid',
  currently_entitled_amount_cents: 1000,
  will_pay_amount_cents: 1000,
};
const former = { ...paying, patron_status: 'former_patron', will_pay_amount_cents: 0 };

const campaign = { id: '1', type: 'campaign', attributes: { patron_count: 4, url: 'https://www.patreon.com/acme' } };
const person = {
  id: '2',
  type: 'user',
  attributes: { full_name: 'Mira M', url: 'https://www.patreon.com/user?u=2' },
};
const tier = { id: '3', type: 'tier', attributes: { title: 'Gold', amount_cents: 1000 } };

const member = (attributes: unknown, ...included: readonly unknown[]) => ({
  data: { id: '38c264ba', type: 'member', attributes },
  included: [campaign, person, ...included],
});

export const PATREON = {
  'members:create': member(free),
  'members:delete': member(former),
  'members:pledge:create': member(paying, tier),
  'members:pledge:delete': member(former),
  'members:pledge:update': member({ ...paying, pledge_cadence: 12, currency: 'EUR' }, tier),
  'members:update': member(paying, tier),
};

export const PATREON_UNNAMED = {
  'end of a pledge': PATREON['members:pledge:delete'],
  pledge: PATREON['members:pledge:update'],
  membership: { data: { type: 'member', attributes: free } },
};
