// P13: rendering a message of 300 characters, and the slowest of several hostile ones of 10,000. One process, no server.
import createMarkdownIt from 'markdown-it';
import { type RenderContext, render } from '../../packages/markdown/src/index.ts';
import { type Figure, figure, type Options, type Row } from '../figure.ts';
import { interleave, median } from '../statistics.ts';

const MESSAGE = `Hey @**Zoe|7**, the build of \`stoa-server\` on **main** is green again :tada: — see #**engineering>releases** and https://ci.example.com/builds/4711 for details.

* fixed the *flaky* queue test
* bumped \`markdown-it\` to 15

\`\`\`
npm test
\`\`\`
Thanks @*ops* for the quick help, ship it when ready :rocket:!`;

const CONTEXT: RenderContext = {
  realm_url: 'https://chat.example',
  findUser: () => ({ id: 7, full_name: 'Zoe' }),
  findGroup: () => ({ id: 1, name: 'ops', can_mention: true }),
  findChannel: () => ({ id: 1, name: 'engineering' }),
};

const HOSTILE = [
  '|a|b\n|-|-\n',
  '* a\n  * b\n',
  '$$\\frac{a}{b}$$ ',
  '+ a\n\n',
  '[a](',
  'a.com/(',
  '**a',
  '😀',
  '@**a',
  '> ',
  '```js\nvar a = /x/;\n```\n',
  ':a:',
  '---\n',
];

const microseconds = (work: () => void): number => {
  const start = Bun.nanoseconds();
  work();
  return (Bun.nanoseconds() - start) / 1000;
};

function medianOf(count: number, work: () => void): number {
  const times: number[] = [];
  for (let n = 0; n < count; n++) times.push(microseconds(work));
  return median(times);
}

async function measure({ rounds }: Options): Promise<Figure[]> {
  const bare = createMarkdownIt();
  const limit = () => medianOf(2000, () => bare.render(MESSAGE));
  const ours = () => medianOf(2000, () => render(MESSAGE, CONTEXT));
  limit();
  ours();
  const measured = await interleave(rounds, limit, ours);
  const work = `rendering ${MESSAGE.length} characters with mentions, links, emoji, a list and code, p50`;
  const common = { work, unit: 'us', rounds: measured, limit_is: 'markdown-it alone, without linking addresses' };
  const slowest = () => {
    const best = HOSTILE.map((unit) => {
      const source = unit.repeat(10_000 / unit.length);
      return Math.min(...[1, 2, 3].map(() => microseconds(() => render(source, CONTEXT))));
    });
    return Math.max(...best) / 1000;
  };
  slowest();
  const hostile = await interleave(rounds, () => Number.NaN, slowest);
  return [
    figure({ id: 'P13', ...common, goal: { of: 'ratio', at: 'most', value: 3 } }),
    figure({ id: 'P13 time', ...common, goal: { of: 'ours', at: 'most', value: 100 } }),
    figure({
      id: 'P13 hostile',
      work: `the slowest of ${HOSTILE.length} hostile messages of 10,000 characters`,
      unit: 'ms',
      rounds: { limit: [], ours: hostile.ours },
      goal: { of: 'ours', at: 'most', value: 50 },
    }),
  ];
}

export const rendering: Row = { id: 'P13', title: 'rendering messages', run: measure };
