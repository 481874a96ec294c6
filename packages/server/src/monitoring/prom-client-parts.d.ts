// The parts of prom-client that we load: the whole takes ten times as long, for metrics of Node.js that this runtime lacks.
declare module 'prom-client/lib/counter.js' {
  export { Counter as default } from 'prom-client';
}
declare module 'prom-client/lib/gauge.js' {
  export { Gauge as default } from 'prom-client';
}
declare module 'prom-client/lib/histogram.js' {
  export { Histogram as default } from 'prom-client';
}
declare module 'prom-client/lib/registry.js' {
  import { type Metric, Registry } from 'prom-client';

  /** All that the registry asks of a metric. */
  export interface Sampled {
    readonly name: string;
    get(): Promise<{
      readonly name: string;
      readonly help: string;
      readonly type: 'counter' | 'histogram';
      readonly values: readonly {
        readonly metricName?: string;
        readonly labels: Readonly<Record<string, string | number>>;
        readonly value: number;
      }[];
    }>;
  }
  export default class SampledRegistry extends Registry {
    registerMetric<T extends string>(metric: Metric<T> | Sampled): void;
  }
}
