// Pieces that formats of business services share: amounts of money, and messages that name their subject. Pure.

import type { Delivery, Notice } from '../../integration.rules.ts';
import { bold, inline, paragraphs } from '../../markdown.rules.ts';
import { lookUp } from '../../payload.rules.ts';

/** Currencies whose smallest unit is not a hundredth. */
const DECIMALS: Readonly<Record<string, number>> = {
  ...Object.fromEntries(
    'bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' ').map((code) => [code, 0]),
  ),
  ...Object.fromEntries('bhd jod kwd omr tnd'.split(' ').map((code) => [code, 3])),
};

/** An amount in the smallest unit of its currency: `$1.00`, `10.50 EUR`. */
export function money(amount: number, currency: string): string {
  const code = currency.trim().toLowerCase();
  const decimals = lookUp(DECIMALS, code) ?? 2;
  const value = (Math.abs(amount) / 10 ** decimals).toFixed(decimals);
  const shown = code === 'usd' || code === '' ? `$${value}` : `${value} ${inline(currency).toUpperCase()}`;
  return amount < 0 ? `-${shown}` : shown;
}

/** Names the subject in the message if the topic does not. [WH13] */
export function titled({ has_topic }: Delivery, notice: Notice, title = notice.topic): Notice {
  return has_topic ? { ...notice, content: paragraphs(bold(title), notice.content) } : notice;
}
