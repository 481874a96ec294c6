import { expect, it } from 'bun:test';
import { mergeMetrics } from './merge-metrics.ts';

const text = (polls: number, hits: number) =>
  `# HELP polls Polls that wait.\n# TYPE polls gauge\npolls ${polls}\n\n# HELP hits Hits.\n# TYPE hits histogram\nhits_bucket{le="+Inf",a="x}y"} ${hits}\nhits_sum 1e-7\n`;

it('[MO10] each metric appears once, with the samples of each worker', () => {
  expect(
    mergeMetrics([
      { worker: 1, text: text(4, 7) },
      { worker: 3, text: text(5, 8) },
    ]),
  ).toBe(
    `# HELP polls Polls that wait.
# TYPE polls gauge
polls{worker="1"} 4
polls{worker="3"} 5

# HELP hits Hits.
# TYPE hits histogram
hits_bucket{worker="1",le="+Inf",a="x}y"} 7
hits_sum{worker="1"} 1e-7
hits_bucket{worker="3",le="+Inf",a="x}y"} 8
hits_sum{worker="3"} 1e-7
`,
  );
});
