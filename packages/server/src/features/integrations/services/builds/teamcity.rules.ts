// TeamCity: https://github.com/tcplugins/tcWebHooks/wiki. Pure.
import { z } from 'zod';
import type { PayloadFormat } from '../../integration.rules.ts';
import { inline, link, topicOf } from '../../markdown.rules.ts';

const maybe = z.string().nullish();
const Build = z.looseObject({
  build: z.looseObject({
    buildFullName: z.string(),
    buildNumber: z.union([z.string(), z.number()]),
    buildStatus: maybe,
    buildStatusUrl: maybe,
    buildResult: z.string(),
    buildResultDelta: maybe,
    rootUrl: maybe,
    buildTypeId: maybe,
    buildId: z.union([z.string(), z.number()]).nullish(),
    teamcityProperties: z.array(z.looseObject({ name: maybe, value: maybe })).nullish(),
  }),
});
const OtherFormat = z.looseObject({ attachments: z.array(z.unknown()) });
type BuildOf = z.output<typeof Build>['build'];

const withStatus = (text: string, { buildStatus }: BuildOf): string =>
  buildStatus ? `${text} with status ${inline(buildStatus)}` : text;

function stateOf(build: BuildOf): string {
  const { buildResult, buildResultDelta } = build;
  if (buildResult === 'success')
    return buildResultDelta === 'fixed' ? 'has been fixed! :thumbs_up:' : 'was successful! :thumbs_up:';
  if (buildResult === 'failure') {
    return `${withStatus(buildResultDelta === 'broken' ? 'is broken' : 'is still broken', build)}! :thumbs_down:`;
  }
  return `${withStatus(buildResult === 'running' ? 'is running' : `has the result ${inline(buildResult)}`, build)}.`;
}

/** What nobody but a developer waits for. */
const isPersonal = ({ teamcityProperties }: BuildOf): boolean =>
  (teamcityProperties ?? []).some(({ name, value }) => name === 'env.BUILD_IS_PERSONAL' && value === 'true');

function pageOf({ rootUrl, buildTypeId, buildId }: BuildOf, tab: string): string | null {
  if (!rootUrl || !buildTypeId || buildId == null) return null;
  return `${rootUrl.replace(/\/$/, '')}/viewLog.html?${new URLSearchParams({ buildTypeId, buildId: String(buildId), tab })}`;
}

export const teamcity: PayloadFormat = ({ payload }) => {
  if (OtherFormat.safeParse(payload).success)
    return {
      topic: 'TeamCity',
      content: 'TeamCity sends this webhook in a format for Slack. Set its payload format to Generic in TeamCity.',
      event: null,
    };
  const { build } = Build.parse(payload);
  if (isPersonal(build)) return null;
  const pages = [
    ['changes', pageOf(build, 'buildChangesDiv')],
    ['build log', pageOf(build, 'buildLog') ?? build.buildStatusUrl],
  ].flatMap(([word, url]) => (url ? [link(word!, url)] : []));
  const see = pages.length > 0 ? ` See ${pages.join(' and ')}.` : '';
  const name = inline(build.buildFullName);
  return {
    topic: topicOf(build.buildFullName),
    content: `${name} build ${inline(String(build.buildNumber))} ${stateOf(build)}${see}`,
    event: null,
  };
};
