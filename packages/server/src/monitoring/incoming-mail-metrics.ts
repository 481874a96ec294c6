// What became of mail for channels, for servers that receive any. [IC20]
import Counter from 'prom-client/lib/counter.js';
import Gauge from 'prom-client/lib/gauge.js';
import Histogram from 'prom-client/lib/histogram.js';
import type { Metrics } from './metrics.ts';

/** A mail arrives as fast as its sender sends it; a connection has ten minutes. */
const MAIL_SECS = [0.05, 0.1, 0.25, 1, 5, 30, 120, 600];

interface MailListeners {
  onMail(outcome: string): void;
  onReceived(duration_ms: number): void;
}

/** Returns the listeners that count. `outcomes`: all that there are; `connections`: those that are open. */
export function addMailMetrics(
  { registry }: Metrics,
  outcomes: readonly string[],
  connections: () => number,
): MailListeners {
  const registers = [registry];
  const recipients = new Counter({
    name: 'stoa_incoming_mail_total',
    help: 'Recipients of mail for channels by outcome: accepted, repeated, or why they were refused.',
    labelNames: ['outcome'],
    registers,
  });
  // From 0: an alert on an increase would miss the first of a kind.
  for (const outcome of outcomes) recipients.inc({ outcome }, 0);
  const secs = new Histogram({
    name: 'stoa_incoming_mail_duration_seconds',
    help: 'Time of a mail for channels, from its first line to the reply.',
    buckets: MAIL_SECS,
    registers,
  });
  new Gauge({
    name: 'stoa_incoming_mail_connections',
    help: 'Open connections that send mail for channels.',
    registers,
    collect() {
      this.set(connections());
    },
  });
  return {
    onMail: (outcome) => recipients.inc({ outcome }),
    onReceived: (duration_ms) => secs.observe(duration_ms / 1000),
  };
}
