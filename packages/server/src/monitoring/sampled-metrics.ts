// Metrics of what happens with every request. prom-client finds a value by the text of its labels, which takes 2 us each time; here
// whoever counts holds the numbers, and they become samples when somebody reads them.
import type { Sampled } from 'prom-client/lib/registry.js';

type Labels = Readonly<Record<string, string | number>>;

/** Counts by bucket; the last one has no upper bound. */
export class Distribution {
  readonly counts: number[];
  sum = 0;

  constructor(readonly bounds: readonly number[]) {
    this.counts = new Array(bounds.length + 1).fill(0);
  }

  observe(value: number, count = 1): void {
    let bucket = 0;
    while (bucket < this.bounds.length && value > this.bounds[bucket]!) bucket++;
    this.counts[bucket]! += count;
    this.sum += value * count;
  }

  get count(): number {
    return this.counts.reduce((sum, count) => sum + count, 0);
  }
}

export function sampledCounter(name: string, help: string, read: () => (readonly [Labels, number])[]): Sampled {
  const samples = () => read().map(([labels, value]) => ({ labels, value }));
  return { name, get: async () => ({ name, help, type: 'counter', values: samples() }) };
}

export function sampledHistogram(name: string, help: string, read: () => (readonly [Labels, Distribution])[]): Sampled {
  const samples = ([labels, distribution]: readonly [Labels, Distribution]) => {
    let count = 0;
    const buckets = distribution.counts.map((n, at) => {
      count += n;
      return {
        metricName: `${name}_bucket`,
        labels: { ...labels, le: distribution.bounds[at] ?? '+Inf' },
        value: count,
      };
    });
    const sum = { metricName: `${name}_sum`, labels, value: distribution.sum };
    return [...buckets, sum, { metricName: `${name}_count`, labels, value: count }];
  };
  return { name, get: async () => ({ name, help, type: 'histogram', values: read().flatMap(samples) }) };
}
