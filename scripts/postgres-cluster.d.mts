// What the benchmark sees of postgres-cluster.mjs.
export interface Cluster {
  readonly url: string;
  stop(): Promise<void>;
}

export function whyNoCluster(): string | null;

export function startCluster(options: {
  parent: string;
  /** `name=value`, on top of what every cluster gets. */
  settings?: readonly string[];
  detached: boolean;
}): Promise<Cluster>;
