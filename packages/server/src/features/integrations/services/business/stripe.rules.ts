// Stripe: https://docs.stripe.com/webhooks and https://docs.stripe.com/api/events/types. Pure.
import { z } from 'zod';
import { type PayloadFormat, UnsupportedEvent } from '../../integration.rules.ts';
import { bullets, inline, link, paragraphs, topicOf } from '../../markdown.rules.ts';
import { count, flag, items, lookUp, maybe, part, required, text } from '../../payload.rules.ts';
import { capitalized } from '../../phrases.rules.ts';
import { inAddress } from '../code-hosts/git-host.rules.ts';
import { timeOfSeconds } from '../facts.rules.ts';
import { money } from './business.rules.ts';

/** A thing by its id, or the thing itself where the webhook expands it. */
const Reference = part(z.union([text, z.looseObject({ id: text }).transform(({ id }) => id)]));
const Event = z.looseObject({
  type: text,
  data: z.looseObject({
    object: z.looseObject({ customer: Reference }),
    previous_attributes: part(z.record(z.string(), z.unknown())),
  }),
});
const Thing = z.looseObject({ id: text });
const Priced = Thing.extend({
  amount: count.transform(required),
  currency: text,
  status: maybe,
  failure_code: maybe,
  charge: Reference,
});
const Customer = Thing.extend({ email: maybe });
const Discount = z.looseObject({ coupon: part(z.looseObject({ id: maybe, name: maybe })) });
const Plan = part(z.looseObject({ id: maybe, nickname: maybe, name: maybe }));
const Subscription = Thing.extend({
  plan: Plan,
  quantity: count,
  /** Newer versions have plans and quantities here only. */
  items: part(z.looseObject({ data: items(z.looseObject({ plan: Plan, price: Plan, quantity: count })) })),
  billing: maybe,
  collection_method: maybe,
  trial_end: count,
});
const Invoice = z.looseObject({
  id: maybe,
  currency: maybe,
  total: count,
  amount_due: count,
  amount_paid: count,
  amount_remaining: count,
  paid: flag,
  billing_reason: maybe,
});
const File = Thing.extend({ purpose: maybe, title: maybe });

interface StripeEvent {
  /** The last part of the type: `updated`. */
  readonly verb: string;
  /** The id, from an expanded or unexpanded reference. */
  readonly customer: string | null;
  readonly object: Readonly<Record<string, unknown>>;
  readonly previous: Readonly<Record<string, unknown>>;
}
/** The topic is the customer's id if null. */
type FormattedMessage = { readonly topic: string | null; readonly content: string };

const CHANGES_SHOWN = 20;
/** Numbers above are times: seconds since 1970. */
const TIMES_FROM = 1_000_000_000;
const AMOUNTS = /(^|_)(amount|balance|total|subtotal|tax)(_|$)/;

const spaced = (name: string) => inline(name.replaceAll('_', ' '));
const dashboard = (page: string, id: string) => `https://dashboard.stripe.com/${page}/${inAddress(id)}`;
const named = (name: string, page: string, id: string) => link(name, dashboard(page, id));
const charge = (id: string) =>
  id.startsWith('py_') ? named('Payment', 'payments', id) : named('Charge', 'charges', id);

/** What an attribute was changed to. */
function change(name: string, { [name]: value, currency }: StripeEvent['object']): string {
  const attribute = capitalized(spaced(name).replace(/\b(id|pdf|url)\b/g, (short) => short.toUpperCase()));
  if (typeof value === 'number' && AMOUNTS.test(name) && typeof currency === 'string')
    return `${attribute} is now ${money(value, currency)}`;
  if (typeof value === 'number' && value > TIMES_FROM)
    return `${attribute} is now ${timeOfSeconds(value) ?? inline(String(value))}`;
  if (value === null || value === undefined || value === '') return `${attribute} was removed`;
  return typeof value === 'object' ? `${attribute} changed` : `${attribute} is now ${inline(String(value))}`;
}

/** The event as a headline, with the changed attributes; null if only `unimportant` ones changed. */
function happened(
  { verb, object, previous }: StripeEvent,
  name: string,
  unimportant: readonly string[] = [],
): string | null {
  const headline = `${name} ${spaced(verb)}`;
  if (verb !== 'updated') return headline;
  const changed = Object.keys(previous)
    .filter((attribute) => !unimportant.includes(attribute))
    .sort();
  if (changed.length === 0) return null;
  const shown = changed.slice(0, CHANGES_SHOWN).map((attribute) => change(attribute, object));
  return `${headline}\n${bullets(shown, changed.length)}`;
}

const asMessage = (content: string | null, topic: string | null = null): FormattedMessage | null =>
  content === null ? null : { topic, content };

const lines = (...parts: readonly (string | null | undefined | false)[]) => parts.filter((part) => part).join('\n');

function account(event: StripeEvent): FormattedMessage | null {
  if (event.verb !== 'updated') throw new UnsupportedEvent(`account.${event.verb}`);
  return asMessage(happened(event, 'Account'), 'account updates');
}

function charged({ verb, object, customer }: StripeEvent): FormattedMessage {
  const { id, amount, currency, failure_code } = Priced.parse(object);
  const failure = failure_code ? `. Failure code: ${inline(failure_code)}` : '';
  return {
    topic: customer === null ? 'charges' : null,
    content: `${charge(id)} for ${money(amount, currency)} ${spaced(verb)}${failure}`,
  };
}

function dispute({ verb, object }: StripeEvent): FormattedMessage {
  const { id, amount, currency, status } = Priced.parse(object);
  const now = status ? ` Current status: ${spaced(status)}.` : '';
  const what = `${named('Dispute', 'disputes', id)} for ${money(amount, currency)}`;
  return { topic: 'disputes', content: `${what} ${spaced(verb)}.${now}` };
}

function refund({ verb, object }: StripeEvent): FormattedMessage {
  const { id, amount, currency, charge, failure_code } = Priced.parse(object);
  const refunded = named('refund', 'refunds', id);
  const of = charge ? ` for a ${named('charge', 'charges', charge)}` : '';
  const failure = failure_code ? ` Failure code: ${inline(failure_code)}.` : '';
  const did = verb === 'failed' ? 'failed' : `was ${spaced(verb)}`;
  return { topic: 'refunds', content: `A ${refunded}${of} of ${money(amount, currency)} ${did}.${failure}` };
}

function customer(event: StripeEvent): FormattedMessage | null {
  const { id, email } = Customer.parse(event.object);
  const content = happened(event, named('Customer', 'customers', id), ['currency', 'default_source', 'delinquent']);
  if (content === null) return null;
  return { topic: id, content: lines(content, event.verb === 'created' && email && `Email: ${inline(email)}`) };
}

function discount({ verb, object }: StripeEvent): FormattedMessage {
  const { coupon } = Discount.parse(object);
  const of = coupon?.id ? ` (${named(coupon.name || coupon.id, 'coupons', coupon.id)})` : '';
  return { topic: null, content: `Discount ${spaced(verb)}${of}.` };
}

const BANKING: Readonly<Record<string, string>> = { card: 'Card', ba: 'Bank account', src: 'Source', txi: 'Tax ID' };
const Belonging = Thing.extend({ last4: maybe });
/** A card, bank account or tax number of a customer. */
function belonging(event: StripeEvent): FormattedMessage | null {
  const { id, last4 } = Belonging.parse(event.object);
  const name = lookUp(BANKING, id.split('_')[0]) ?? 'Source';
  return asMessage(happened(event, last4 ? `${name} ending in ${inline(last4)}` : name));
}

function subscription(event: StripeEvent): FormattedMessage | null {
  const read = Subscription.parse(event.object);
  const { id, items, billing, collection_method, trial_end } = read;
  const [item] = items?.data ?? [];
  const plan = read.plan ?? item?.plan ?? item?.price;
  const quantity = read.quantity ?? item?.quantity;
  const name = named('Subscription', 'subscriptions', id);
  if (event.verb === 'trial_will_end') {
    const end = timeOfSeconds(trial_end);
    return asMessage(end === null ? `${name} trial will end soon` : `${name} trial will end at ${end}`);
  }
  const content = happened(event, name, ['current_period_end', 'current_period_start']);
  if (event.verb !== 'created') return asMessage(content);
  const method = billing || collection_method;
  return asMessage(
    lines(
      content,
      plan?.id && `Plan: ${named(plan.nickname || plan.name || plan.id, 'plans', plan.id)}`,
      quantity != null && `Quantity: ${quantity}`,
      method && `Billing method: ${spaced(method)}`,
    ),
  );
}

const INVOICE_NOISE = [
  'description',
  'finalized_at',
  'lines',
  'number',
  'payment_intent',
  'status_transitions',
  'webhooks_delivered_at',
];

/** The amounts that an event of an invoice is about. */
function amounts(verb: string, { currency, total, amount_due, amount_paid }: z.output<typeof Invoice>): string {
  const row = (label: string, value: number | null | undefined, is_about: boolean) =>
    is_about && value != null && currency ? `${label}: ${money(value, currency)}` : null;
  return lines(
    row('Total', total, verb === 'created'),
    row('Amount due', amount_due, /^(created|finalized|payment_failed|upcoming)$/.test(verb)),
    row('Amount paid', amount_paid, /^(paid|payment_succeeded)$/.test(verb)),
  );
}

function invoice(event: StripeEvent): FormattedMessage | null {
  const read = Invoice.parse(event.object);
  const { verb, previous } = event;
  const sums = amounts(verb, read);
  if (verb === 'upcoming' || read.id == null) return asMessage(lines('Upcoming invoice created', sums));
  const name = named('Invoice', 'invoices', read.id);
  const is_paid = read.paid === true && read.amount_paid !== 0 && read.amount_remaining === 0;
  if (verb === 'updated' && previous.paid === false && is_paid) return asMessage(`${name} is now paid`);
  const content = happened(event, name, INVOICE_NOISE);
  if (content === null) return null;
  const reason = verb === 'created' && read.billing_reason ? ` (${spaced(read.billing_reason)})` : '';
  return asMessage(lines(`${content}${reason}`, sums));
}

function invoiceItem(event: StripeEvent): FormattedMessage | null {
  const { id, amount, currency } = Priced.parse(event.object);
  const content = happened(event, named('Invoice item', 'invoiceitems', id), ['description', 'invoice']);
  if (content === null) return null;
  return asMessage(event.verb === 'created' ? `${content} for ${money(amount, currency)}` : content);
}

function file(event: StripeEvent): FormattedMessage | null {
  const { id, purpose, title } = File.parse(event.object);
  const content = happened(event, named('File', 'files', id));
  const of = purpose ? ` (${spaced(purpose)})` : '';
  return asMessage(content && lines(`${content}${of}`, title && `Title: ${inline(title)}`), 'files');
}

/** Keyed by the type without its last part. */
const FORMATS: Readonly<Record<string, (event: StripeEvent) => FormattedMessage | null>> = {
  account,
  charge: charged,
  'charge.dispute': dispute,
  'charge.refund': refund,
  customer,
  'customer.bank_account': belonging,
  'customer.card': belonging,
  'customer.discount': discount,
  'customer.source': belonging,
  'customer.subscription': subscription,
  'customer.tax_id': belonging,
  file,
  invoice,
  invoiceitem: invoiceItem,
  refund,
};
/** What is routine, or is told by the charges and invoices that belong to it: the first part of the types. */
const SILENT: ReadonlySet<string> = new Set(
  `account application_fee balance balance_settings billing billing_portal bitcoin capability cash_balance charge
  checkout climate coupon credit_note customer entitlements financial_connections fx_quote identity invoice_payment
  issuing_authorization issuing_card issuing_cardholder issuing_dispute issuing_personalization_design issuing_token
  issuing_transaction mandate order order_return payment_intent payment_link payment_method payout person plan price
  product promotion_code quote radar recipient reporting review setup_intent sigma sku source subscription_schedule
  tax tax_rate terminal test_helpers topup transfer treasury`.split(/\s+/),
);

export const stripe: PayloadFormat = ({ payload, has_topic }) => {
  const { type, data } = Event.parse(payload);
  const at = type.lastIndexOf('.');
  const kind = type.slice(0, Math.max(0, at));
  const format = lookUp(FORMATS, kind);
  if (!format) {
    if (SILENT.has(type.split('.')[0]!)) return null;
    throw new UnsupportedEvent(type);
  }
  const { object, previous_attributes } = data;
  const customer = object.customer ?? null;
  const message = format({ verb: type.slice(at + 1), customer, object, previous: previous_attributes ?? {} });
  if (message === null) return null;
  const whose = has_topic && customer && `Customer: ${named(customer, 'customers', customer)}`;
  const content = paragraphs(message.content, whose || null);
  return { topic: topicOf(message.topic ?? customer ?? kind), content, event: type };
};
