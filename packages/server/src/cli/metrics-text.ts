// Reads the text form of Prometheus, and sums what a view needs. Pure.

export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

export function parseMetrics(text: string): Sample[] {
  return text.split('\n').flatMap((line) => {
    const [, name, labels = '', value] = /^([A-Za-z_:][\w:]*)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
    if (name === undefined) return [];
    const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, key, text]) => [key!, text!] as const);
    return [{ name, labels: Object.fromEntries(pairs), value: Number(value === '+Inf' ? Infinity : value) }];
  });
}

type Labels = Readonly<Record<string, string>>;

/** The sum of all samples with this name and these labels; 0 if there is none. */
export function sumOf(samples: readonly Sample[], name: string, labels: Labels = {}): number {
  const fits = (sample: Sample) =>
    sample.name === name && Object.entries(labels).every(([key, value]) => sample.labels[key] === value);
  return samples.filter(fits).reduce((sum, { value }) => sum + value, 0);
}

/** The bound of the bucket that a quantile of what came since `before` lies in; null if nothing came. */
export function quantileOf(
  before: readonly Sample[],
  after: readonly Sample[],
  name: string,
  quantile: number,
): number | null {
  const bounds = [
    ...new Set(after.filter((sample) => sample.name === `${name}_bucket`).map(({ labels }) => labels.le!)),
  ];
  const counts = bounds.map((le) => {
    const count = (samples: readonly Sample[]) => sumOf(samples, `${name}_bucket`, { le });
    return [le === '+Inf' ? Number.POSITIVE_INFINITY : Number(le), count(after) - count(before)] as const;
  });
  counts.sort(([a], [b]) => a - b);
  const total = counts.at(-1)?.[1] ?? 0;
  if (total <= 0) return null;
  return counts.find(([, count]) => count >= total * quantile)![0];
}
