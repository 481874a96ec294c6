// GoCD: https://plugin-api.gocd.org/current/notifications/#stage-status-changed. Pure.
import { z } from 'zod';
import { type PayloadFormat, UnsupportedEvent } from '../../integration.rules.ts';
import { bold, code, inline, link, topicOf } from '../../markdown.rules.ts';
import { items, lookUp, maybe, part, text } from '../../payload.rules.ts';
import { shortSha } from '../code-hosts/git-host.rules.ts';
import { listed, shown, withFacts } from '../facts.rules.ts';
import { repositoryPage } from './repository-pages.rules.ts';

const Cause = z.looseObject({
  material: part(z.looseObject({ 'git-configuration': part(z.looseObject({ url: maybe, branch: maybe })) })),
  modifications: items(z.looseObject({ revision: maybe })),
});
const Stage = z.looseObject({
  type: text,
  data: z.looseObject({
    pipeline: z.looseObject({
      name: text,
      counter: text,
      'build-cause': items(Cause),
      stage: z.looseObject({
        name: text,
        state: text,
        'create-time': maybe,
        'last-transition-time': maybe,
        jobs: items(z.looseObject({ name: text, result: maybe })),
      }),
    }),
  }),
});

const STATES: Readonly<Record<string, readonly [mark: string, text: string]>> = {
  Building: [':yellow_circle:', 'is building'],
  Cancelled: [':octagonal_sign:', 'was cancelled'],
  Failed: [':red_circle:', 'failed'],
  Passed: [':green_circle:', 'passed'],
};

/** The commit that caused the run. */
function commitOf(causes: readonly z.output<typeof Cause>[]): string | null {
  for (const { material, modifications } of causes) {
    const revision = modifications[0]?.revision;
    const git = material?.['git-configuration'];
    if (!revision || !git) continue;
    const { url, branch } = git;
    const on = branch ? ` on branch ${code(branch)}` : '';
    return `${link(code(shortSha(revision)), repositoryPage(url, 'commit', revision))}${on}`;
  }
  return null;
}

export const gocd: PayloadFormat = ({ payload }) => {
  const { type } = z.looseObject({ type: text }).parse(payload);
  if (type !== 'stage') throw new UnsupportedEvent(type);
  const { name, counter, stage, 'build-cause': causes } = Stage.parse(payload).data.pipeline;
  const [mark, state] = lookUp(STATES, stage.state) ?? [':info:', `changed to ${inline(stage.state)}`];
  const with_result = stage.jobs.filter(({ result }) => result && result !== 'Unknown');
  const jobs = listed(with_result.map(({ name, result }) => `${code(name)} (${shown(result)})`));
  return {
    topic: topicOf(name, stage.name),
    content: withFacts(`${mark} Stage ${bold(stage.name)} of pipeline ${bold(name)} #${inline(counter)} ${state}`, [
      ['Commit', commitOf(causes)],
      ['Started', shown(stage['create-time'])],
      ['Finished', shown(stage['last-transition-time'])],
      ['Jobs', jobs],
    ]),
    event: null,
  };
};
