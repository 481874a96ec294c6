// Payloads of Stripe, written from its public documentation, with the fields that the formats read.

const event = (type: string, object: unknown, previous_attributes?: unknown) => ({
  id: 'evt_1',
  object: 'event',
  type,
  livemode: false,
  data: { object, previous_attributes },
});

const charge = {
  id: 'ch_1',
  amount: 1250,
  currency: 'usd',
  customer: 'cus_7',
  failure_code: null,
  status: 'succeeded',
};
const dispute = { id: 'dp_1', amount: 1000, currency: 'jpy', charge: 'ch_1', status: 'needs_response' };
const refund = { id: 're_1', amount: 1250, currency: 'eur', charge: 'py_1', status: 'succeeded', failure_code: null };
const customer = {
  id: 'cus_7',
  email: 'mira@acme.example',
  currency: 'usd',
  account_balance: 250,
  description: 'Acme',
};
const subscription = {
  id: 'sub_1',
  customer: 'cus_7',
  plan: { id: 'plan_1', nickname: 'Yearly' },
  quantity: 3,
  billing: 'send_invoice',
  current_period_end: 1796186096,
  trial_end: 1796186096,
  status: 'trialing',
};
const invoice = {
  id: 'in_1',
  customer: 'cus_7',
  currency: 'usd',
  billing_reason: 'manual',
  total: 3000,
  amount_due: 3000,
  amount_paid: 0,
  amount_remaining: 3000,
  paid: false,
  due_date: null,
  status: 'open',
};
const item = { id: 'ii_1', customer: { id: 'cus_7', object: 'customer' }, amount: 1000, currency: 'cad', quantity: 2 };
const coupon = { id: 'quarter', name: '25% off' };

const EVENTS = [
  event(
    'account.updated',
    { id: 'acct_1', display_name: 'Acme', payouts_enabled: true, metadata: {} },
    {
      display_name: 'Acme & Co',
      metadata: { a: '1' },
      payouts_enabled: false,
    },
  ),
  event('charge.dispute.closed', { ...dispute, status: 'won' }),
  event('charge.dispute.created', dispute),
  event('charge.failed', { ...charge, customer: null, failure_code: 'card_declined' }),
  event('charge.refund.updated', refund),
  event('charge.refunded', charge),
  event('charge.succeeded', charge),
  event('customer.created', customer),
  event('customer.deleted', customer),
  event('customer.discount.created', { coupon, customer: 'cus_7' }),
  event('customer.source.created', { id: 'card_1', customer: 'cus_7', last4: '4242' }),
  event('customer.subscription.created', subscription),
  event('customer.subscription.deleted', subscription),
  event('customer.subscription.trial_will_end', subscription),
  event('customer.subscription.updated', subscription, { current_period_end: 1, status: 'active', trial_end: null }),
  event('customer.updated', customer, { account_balance: 0, delinquent: true }),
  event('file.created', { id: 'file_1', purpose: 'dispute_evidence', title: 'Receipt' }),
  event('invoice.created', invoice),
  event('invoice.paid', { ...invoice, paid: true, amount_paid: 3000 }),
  event('invoice.payment_failed', invoice),
  event('invoice.upcoming', { ...invoice, id: undefined }),
  event('invoice.updated', invoice, { due_date: 1560063585, lines: {}, status: 'draft' }),
  event('invoiceitem.created', item),
  event('invoiceitem.updated', item, { quantity: 1 }),
  event('refund.created', { ...refund, charge: { id: 'ch_1', object: 'charge' } }),
  event('refund.failed', { ...refund, id: 'pyr_1', failure_code: 'lost_or_stolen_card' }),
];

export const STRIPE: Readonly<Record<string, unknown>> = {
  ...Object.fromEntries(EVENTS.map((payload) => [payload.type, payload])),
  'charge.succeeded by a bank': event('charge.succeeded', { ...charge, id: 'py_1' }),
  'customer.updated in unimportant ways': event('customer.updated', customer, { delinquent: true }),
  'account.updated without attributes': event('account.updated', { id: 'acct_1' }),
  'customer.subscription.created of a plan without a name': event('customer.subscription.created', {
    ...subscription,
    plan: { id: 'plan_1', nickname: null },
  }),
  'customer.subscription.created of newer versions': event('customer.subscription.created', {
    ...subscription,
    plan: undefined,
    quantity: undefined,
    items: { data: [{ price: { id: 'price_1', nickname: 'Monthly' }, quantity: 5 }] },
  }),
  'customer.discount.created without its coupon': event('customer.discount.created', { customer: 'cus_7' }),
  'payment_intent.succeeded': event('payment_intent.succeeded', { id: 'pi_1', amount: 1250, currency: 'usd' }),
  'invoice.updated paid': event(
    'invoice.updated',
    { ...invoice, paid: true, amount_paid: 3000, amount_remaining: 0, status: 'paid' },
    { paid: false, status: 'draft' },
  ),
};
