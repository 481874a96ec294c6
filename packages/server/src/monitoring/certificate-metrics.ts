// Metrics of the server's own certificate.
import Counter from 'prom-client/lib/counter.js';
import Gauge from 'prom-client/lib/gauge.js';
import type { Metrics } from './metrics.ts';

export function addCertificateMetrics(
  { registry }: Metrics,
  keeper: { readonly expires_at: number; readonly failures?: number },
): void {
  const registers = [registry];
  new Gauge({
    name: 'stoa_tls_certificate_expiry_seconds',
    help: 'When the certificate of the server expires, in seconds since 1970.',
    registers,
    collect() {
      this.set(keeper.expires_at / 1000);
    },
  });
  // Those that the operator keeps in files are not ordered.
  if (keeper.failures === undefined) return;
  new Counter({
    name: 'stoa_tls_orders_failed_total',
    help: 'Attempts to get a certificate that failed.',
    registers,
    collect() {
      this.reset();
      this.inc(keeper.failures ?? 0);
    },
  });
}
