// GoCD: https://plugin-api.gocd.org/current/notifications/#stage-status-changed. Pure.
import { z } from 'zod';
import { type PayloadFormat, UnsupportedEvent } from '../../integration.rules.ts';
import { bold, code, inline, link, topicOf } from '../../markdown.rules.ts';
import { shortSha } from '../code-hosts/git-host.rules.ts';
import { withFacts } from './facts.rules.ts';
import { repositoryPage } from './repository-pages.rules.ts';

const maybe = z.string().nullish();
const Cause = z.looseObject({
  material: z.looseObject({ 'git-configuration': z.looseObject({ url: maybe, branch: maybe }).nullish() }).nullish(),
  modifications: z.array(z.looseObject({ revision: maybe })).nullish(),
});
const Stage = z.looseObject({
  type: z.string(),
  data: z.looseObject({
    pipeline: z.looseObject({
      name: z.string(),
      counter: z.union([z.number(), z.string()]),
      'build-cause': z.array(Cause).nullish(),
      stage: z.looseObject({
        name: z.string(),
        state: z.string(),
        'create-time': maybe,
        'last-transition-time': maybe,
        jobs: z.array(z.looseObject({ name: z.string(), result: maybe })).nullish(),
      }),
    }),
  }),
});

const JOBS_SHOWN = 20;
const STATES: Readonly<Record<string, readonly [mark: string, text: string]>> = {
  Building: [':yellow_circle:', 'is building'],
  Cancelled: [':octagonal_sign:', 'was cancelled'],
  Failed: [':red_circle:', 'failed'],
  Passed: [':green_circle:', 'passed'],
};

/** The commit that caused the run. */
function commitOf(causes: z.output<typeof Cause>[]): string | null {
  for (const { material, modifications } of causes) {
    const revision = modifications?.[0]?.revision;
    const git = material?.['git-configuration'];
    if (!revision || !git) continue;
    const { url, branch } = git;
    const on = branch ? ` on branch ${code(branch)}` : '';
    return `${link(code(shortSha(revision)), repositoryPage(url, 'commit', revision))}${on}`;
  }
  return null;
}

export const gocd: PayloadFormat = ({ payload }) => {
  const { type } = z.looseObject({ type: z.string() }).parse(payload);
  if (type !== 'stage') throw new UnsupportedEvent(type);
  const { name, counter, stage, 'build-cause': causes } = Stage.parse(payload).data.pipeline;
  const [mark, text] = Object.hasOwn(STATES, stage.state)
    ? STATES[stage.state]!
    : [':info:', `changed to ${inline(stage.state)}`];
  const with_result = (stage.jobs ?? []).filter(({ result }) => result && result !== 'Unknown');
  const jobs = with_result.slice(0, JOBS_SHOWN).map((job) => `${code(job.name)} (${inline(job.result!)})`);
  if (with_result.length > jobs.length) jobs.push(`and ${with_result.length - jobs.length} more`);
  return {
    topic: topicOf(name, stage.name),
    content: withFacts(
      `${mark} Stage ${bold(stage.name)} of pipeline ${bold(name)} #${inline(String(counter))} ${text}`,
      [
        ['Commit', commitOf(causes ?? [])],
        ['Started', inline(stage['create-time'] ?? '')],
        ['Finished', inline(stage['last-transition-time'] ?? '')],
        ['Jobs', jobs.join(', ')],
      ],
    ),
    event: null,
  };
};
