// CircleCI: https://circleci.com/docs/webhooks. Pure.
import { z } from 'zod';
import { type PayloadFormat, UnsupportedEvent } from '../../integration.rules.ts';
import { code, inline, link, paragraphs, topicOf } from '../../markdown.rules.ts';
import { lookUp, maybe, part, required, text } from '../../payload.rules.ts';
import { commitLink, shortSha } from '../code-hosts/git-host.rules.ts';
import { repositoryPage } from './repository-pages.rules.ts';

const Common = z.looseObject({ type: text });
const Named = z.looseObject({ name: text, status: maybe, url: maybe });
/** What triggered a pipeline on Bitbucket, and on GitHub without CircleCI's app. */
const Vcs = z.looseObject({
  target_repository_url: maybe,
  revision: maybe,
  branch: maybe,
  tag: maybe,
  commit: part(z.looseObject({ subject: maybe, author: part(z.looseObject({ name: maybe })) })),
});
/** What triggered a pipeline on GitLab, and on GitHub with CircleCI's app. */
const Parameters = z.looseObject({
  type: maybe,
  web_url: maybe,
  repo_url: maybe,
  commit_sha: maybe,
  checkout_sha: maybe,
  commit_title: maybe,
  branch: maybe,
  tag: maybe,
  commit_author_name: maybe,
  user_name: maybe,
});
const Completed = z.looseObject({
  project: z.looseObject({ name: text }),
  pipeline: z.looseObject({
    number: maybe,
    vcs: part(Vcs),
    trigger_parameters: part(
      z.looseObject({ gitlab: part(Parameters), git: part(Parameters), github_app: part(Parameters) }),
    ),
  }),
  workflow: part(Named),
  job: part(Named),
});

const STATES: Readonly<Record<string, string>> = {
  canceled: 'was canceled',
  error: 'has encountered an error',
  failed: 'has failed',
  not_run: 'was not run',
  on_hold: 'is on hold',
  success: 'has succeeded',
  unauthorized: 'is unauthorized',
};

function stateOf(status: string | null | undefined): string {
  if (!status) return 'has completed';
  return lookUp(STATES, status) ?? `has the status ${inline(status)}`;
}

interface Trigger {
  readonly url: string | null | undefined;
  readonly sha: string | null | undefined;
  readonly subject: string | null | undefined;
  readonly branch: string | null | undefined;
  readonly tag: string | null | undefined;
  readonly author: string | null | undefined;
}

function triggerOf({ vcs, trigger_parameters }: z.output<typeof Completed>['pipeline']): Trigger | null {
  const { gitlab, git, github_app } = trigger_parameters ?? {};
  const source = gitlab ?? git ?? github_app;
  if (source) {
    const { commit_title: subject, branch, tag } = source;
    const [url, sha] = [source.web_url || source.repo_url, source.commit_sha || source.checkout_sha];
    return { url, sha, subject, branch, tag, author: source.commit_author_name || source.user_name };
  }
  if (!vcs) return null;
  const { target_repository_url: url, revision: sha, commit, branch, tag } = vcs;
  return { url, sha, subject: commit?.subject, branch, tag, author: commit?.author?.name };
}

function triggered({ url, sha, subject, branch, tag, author }: Trigger): string {
  if (!sha) return '';
  const page = repositoryPage(url, 'commit', sha);
  const by = author ? ` by ${inline(author)}` : '';
  if (!branch) {
    const which = tag ? `tag ${link(tag, repositoryPage(url, 'tag', tag))}` : 'the latest tag';
    return `Triggered on ${which} on ${commitLink(sha, page)}${by}.`;
  }
  const commit = subject ? link(code(`${shortSha(sha)}: ${subject}`), page) : commitLink(sha, page);
  return `Triggered on ${commit} on branch ${link(code(branch), repositoryPage(url, 'branch', branch))}${by}.`;
}

export const circleci: PayloadFormat = ({ payload }) => {
  const { type: event } = Common.parse(payload);
  if (event === 'ping') return { topic: 'Test event', content: 'Test event from CircleCI received.', event };
  if (event !== 'job-completed' && event !== 'workflow-completed') throw new UnsupportedEvent(event);
  const { project, pipeline, workflow, job } = Completed.parse(payload);
  const about = required(event === 'job-completed' ? job : workflow);
  const what = event === 'job-completed' ? `Job ${code(about.name)}` : `Workflow ${link(code(about.name), about.url)}`;
  const trigger = triggerOf(pipeline);
  return {
    topic: topicOf(project.name),
    content: paragraphs(
      `${what} within Pipeline #${pipeline.number} ${stateOf(about.status)}.`,
      trigger && triggered(trigger),
    ),
    event,
  };
};
