// What the formats of business services do besides the expected message of each event kind.
import { expect, it } from 'bun:test';
import { FRONT } from '../../../../../../testkit/src/webhook-samples/business/front.ts';
import { INTERCOM } from '../../../../../../testkit/src/webhook-samples/business/intercom.ts';
import { STRIPE } from '../../../../../../testkit/src/webhook-samples/business/stripe.ts';
import { NO_OPTIONS } from '../../../../../../testkit/src/webhook-samples/options.ts';
import type { Notice, PayloadFormat } from '../../integration.rules.ts';
import { timeOfSeconds } from '../facts.rules.ts';
import { money } from './business.rules.ts';
import { freshdesk } from './freshdesk.rules.ts';
import { front } from './front.rules.ts';
import { intercom } from './intercom.rules.ts';
import { stripe } from './stripe.rules.ts';

const formatted = (format: PayloadFormat, payload: unknown, has_topic = false) =>
  format({ headers: new Headers(), payload, options: NO_OPTIONS, has_topic }) as Notice | null;

it('[WH13] messages name their customer or conversation if the topic does not', () => {
  expect(formatted(stripe, STRIPE['charge.succeeded'], true)!.content).toEndWith(
    ' succeeded\n\nCustomer: [cus_7](https://dashboard.stripe.com/customers/cus_7)',
  );
  expect(formatted(intercom, INTERCOM['user.deleted'], true)!.content).toBe('**User: Mira M**\n\nUser deleted.');
  expect(formatted(front, FRONT.tag, true)!.content).toStartWith('**Your next delivery**\n\n**Mira M** added tag');
});

it('[WH3] kinds of events that change nothing worth a message are silent, others are named as unsupported', () => {
  expect(formatted(stripe, STRIPE['customer.updated in unimportant ways'])).toBeNull();
  expect(formatted(stripe, { type: 'payout.paid', data: { object: {} } })).toBeNull();
  const refused = (format: PayloadFormat, payload: unknown) => () => formatted(format, payload);
  expect(refused(stripe, { type: 'vault.opened', data: { object: {} } })).toThrow('vault.opened');
  expect(refused(stripe, { type: 'constructor', data: { object: {} } })).toThrow('constructor');
  expect(refused(intercom, { topic: 'ticket.created', data: { item: {} } })).toThrow('ticket.created');
  const ticket = { triggered_event: '{agent:{from:1,to:2}}', ticket_id: 1 };
  expect(refused(freshdesk, { freshdesk_webhook: ticket })).toThrow('agent');
});

it('[WH16] amounts and times of any size are shown', () => {
  expect([money(1250, 'usd'), money(-1250, 'usd'), money(1250, 'JPY'), money(1250, 'kwd'), money(5, 'eur')]).toEqual([
    '$12.50',
    '-$12.50',
    '1250 JPY',
    '1.250 KWD',
    '0.05 EUR',
  ]);
  expect([timeOfSeconds(1e308), timeOfSeconds(-1), timeOfSeconds(null), timeOfSeconds(1796186096)]).toEqual([
    null,
    null,
    null,
    '<time:2026-12-02T04:34:56.000Z>',
  ]);
});
