// The metrics of processes that share a port as one text: each sample has the number of its worker as a label. Pure.
import { getOrSet } from '../kit/collections/get-or-set.ts';

export interface WorkerMetrics {
  readonly worker: number;
  /** In the text form of Prometheus. */
  readonly text: string;
}

interface Family {
  /** HELP and TYPE. */
  readonly head: string[];
  readonly samples: string[];
}

const HEAD = /^# (?:HELP|TYPE) (\S+) /;
const SAMPLE = /^([A-Za-z_:][\w:]*)(?:\{(.*)\})? (\S+)$/;

/** A metric comes once, with the samples of all workers, as the format wants it. [MO10] */
export function mergeMetrics(all: readonly WorkerMetrics[]): string {
  const families = new Map<string, Family>();
  for (const { worker, text } of all) {
    let family: Family | null = null;
    for (const line of text.split('\n')) {
      const name = HEAD.exec(line)?.[1];
      if (name !== undefined) {
        family = getOrSet(families, name, () => ({ head: [], samples: [] }));
        if (!family.head.includes(line)) family.head.push(line);
      }
      const [, sample, labels, value] = SAMPLE.exec(line) ?? [];
      if (sample === undefined || family === null) continue;
      family.samples.push(`${sample}{worker="${worker}"${labels ? `,${labels}` : ''}} ${value}`);
    }
  }
  return `${[...families.values()].map(({ head, samples }) => [...head, ...samples].join('\n')).join('\n\n')}\n`;
}
