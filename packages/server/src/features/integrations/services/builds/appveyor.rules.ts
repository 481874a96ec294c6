// AppVeyor: https://www.appveyor.com/docs/notifications/#webhook-payload-default. Pure.
import { z } from 'zod';
import type { PayloadFormat } from '../../integration.rules.ts';
import { link, topicOf } from '../../markdown.rules.ts';
import { maybe, text } from '../../payload.rules.ts';
import { firstLine } from '../code-hosts/git-host.rules.ts';
import { shown, withFacts } from '../facts.rules.ts';

const Build = z.looseObject({
  eventName: maybe,
  eventData: z.looseObject({
    projectName: text,
    buildVersion: maybe,
    status: text,
    buildUrl: maybe,
    commitId: maybe,
    commitMessage: maybe,
    commitUrl: maybe,
    started: maybe,
    finished: maybe,
    environmentName: maybe,
    deploymentUrl: maybe,
  }),
});

export const appveyor: PayloadFormat = ({ payload }) => {
  const { eventName, eventData: about } = Build.parse(payload);
  const { projectName, buildVersion, status, commitId, commitMessage } = about;
  const kind = eventName?.startsWith('deployment_') ? 'Deployment' : 'Build';
  const title = [kind, projectName, buildVersion, status.toLowerCase() === 'success' ? 'succeeded' : status]
    .filter((part) => part)
    .join(' ');
  const commit = commitId && [commitId, firstLine(commitMessage)].filter((part) => part).join(': ');
  const summary = link(title, about.deploymentUrl || about.buildUrl);
  return {
    topic: topicOf(projectName),
    content: withFacts(summary, [
      ['Commit', commit ? link(commit, about.commitUrl) : null],
      ['Environment', shown(about.environmentName)],
      ['Started', shown(about.started)],
      ['Finished', shown(about.finished)],
    ]),
    event: null,
  };
};
