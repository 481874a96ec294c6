// Types of postgres-cluster.mjs for the benchmark.
export interface Cluster {
  readonly url: string;
  stop(): Promise<void>;
}

export function whyNoCluster(): string | null;

export function startCluster(options: {
  parent: string;
  /** `name=value` settings in addition to the defaults. */
  settings?: readonly string[];
  detached: boolean;
}): Promise<Cluster>;
