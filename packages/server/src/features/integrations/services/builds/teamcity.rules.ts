// TeamCity: https://github.com/tcplugins/tcWebHooks/wiki. Pure.
import { z } from 'zod';
import type { PayloadFormat } from '../../integration.rules.ts';
import { inline, topicOf } from '../../markdown.rules.ts';
import { items, maybe, text } from '../../payload.rules.ts';
import { linksTo, shown } from '../facts.rules.ts';

const Build = z.looseObject({
  build: z.looseObject({
    buildFullName: text,
    buildNumber: maybe,
    buildStatus: maybe,
    buildStatusUrl: maybe,
    buildResult: text,
    buildResultDelta: maybe,
    rootUrl: maybe,
    buildTypeId: maybe,
    buildId: maybe,
    teamcityProperties: items(z.looseObject({ name: maybe, value: maybe })),
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
  teamcityProperties.some(({ name, value }) => name === 'env.BUILD_IS_PERSONAL' && value === 'true');

function pageOf({ rootUrl, buildTypeId, buildId }: BuildOf, tab: string): string | null {
  if (!rootUrl || !buildTypeId || buildId == null) return null;
  return `${rootUrl.replace(/\/$/, '')}/viewLog.html?${new URLSearchParams({ buildTypeId, buildId, tab })}`;
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
  const pages = linksTo([
    ['changes', pageOf(build, 'buildChangesDiv')],
    ['build log', pageOf(build, 'buildLog') ?? build.buildStatusUrl],
  ]);
  const see = pages.length > 0 ? ` See ${pages.join(' and ')}.` : '';
  const name = `${inline(build.buildFullName)} build ${shown(build.buildNumber)}`.trim();
  return {
    topic: topicOf(build.buildFullName),
    content: `${name} ${stateOf(build)}${see}`,
    event: null,
  };
};
