// What became of mail for channels, for servers that receive any.
import Counter from 'prom-client/lib/counter.js';
import type { Metrics } from './metrics.ts';

/** Returns what counts a recipient of a mail, by one of a fixed number of outcomes. */
export function addMailMetrics({ registry }: Metrics): (outcome: string) => void {
  const mails = new Counter({
    name: 'stoa_incoming_mail_total',
    help: 'Recipients of mail for channels by outcome: accepted, repeated, or why they were refused.',
    labelNames: ['outcome'],
    registers: [registry],
  });
  return (outcome) => mails.inc({ outcome });
}
