// Semaphore: https://docs.semaphoreci.com/using-semaphore/webhooks. Pure.
import { z } from 'zod';
import { type Notice, type PayloadFormat, UnsupportedEvent } from '../../integration.rules.ts';
import { inline, link, topicOf } from '../../markdown.rules.ts';
import { hasFields, maybe, part, text } from '../../payload.rules.ts';
import { firstLine, inAddress, shortSha } from '../code-hosts/git-host.rules.ts';
import { withFacts } from '../facts.rules.ts';
import { repositoryPage } from './repository-pages.rules.ts';

/** The first version: builds and deploys. */
const Classic = z.looseObject({
  project_name: text,
  branch_name: maybe,
  event: text,
  result: text,
  server_name: maybe,
  number: maybe,
  html_url: maybe,
  build_number: maybe,
  build_url: maybe,
  build_html_url: maybe,
  commit: part(z.looseObject({ id: text, url: maybe, message: maybe, author_name: maybe, author_email: maybe })),
});

function classicSummary(payload: z.output<typeof Classic>): string | null {
  const { event, number, html_url, build_number, build_url, build_html_url } = payload;
  const build = (word: string) => link(`${word} ${build_number ?? ''}`.trim(), build_html_url || build_url);
  const result = inline(payload.result);
  if (event === 'build') return `${build('Build')} ${result}`;
  if (event === 'deploy') return `${link(`Deploy ${number ?? ''}`.trim(), html_url)} of ${build('build')} ${result}`;
  return null;
}

function classic(payload: unknown): Notice {
  const read = Classic.parse(payload);
  const { project_name, branch_name, event, result, server_name, html_url, commit } = read;
  const topic = topicOf(branch_name ? `${project_name}/${branch_name}` : project_name);
  const summary = classicSummary(read);
  if (summary === null) return { topic, content: `${link(event, html_url)}: ${inline(result)}`, event: 'unknown' };
  const content = withFacts(summary, [
    ['Commit', commit && link(`${shortSha(commit.id)}: ${firstLine(commit.message)}`, commit.url)],
    ['Author', commit && inline(commit.author_email || commit.author_name || '')],
    ['Server', event === 'deploy' && server_name ? inline(server_name) : null],
  ]);
  return { topic, content, event };
}

const Pipeline = z.looseObject({
  organization: part(z.looseObject({ name: maybe })),
  project: z.looseObject({ name: text }),
  repository: part(z.looseObject({ url: maybe })),
  revision: z.looseObject({
    reference_type: text,
    sender: part(z.looseObject({ login: maybe })),
    commit_sha: maybe,
    commit_message: maybe,
    branch: part(z.looseObject({ name: maybe })),
    tag: part(z.looseObject({ name: maybe })),
    pull_request: part(z.looseObject({ number: text, name: maybe, branch_name: maybe })),
  }),
  workflow: part(z.looseObject({ id: maybe })),
  pipeline: z.looseObject({ id: maybe, name: text, result: text }),
});
const REFERENCES: ReadonlySet<string> = new Set(['branch', 'pull_request', 'tag']);
type Pipeline = z.output<typeof Pipeline>;

/** The page of a host of people, of which only GitHub is known. */
function hostOf(url: string | null | undefined): string | null {
  const parsed = url ? URL.parse(url) : null;
  return parsed?.hostname === 'github.com' ? parsed.origin : null;
}

function pipelineUrl({ organization, workflow, pipeline }: Pipeline): string | null {
  if (!organization?.name || !workflow?.id) return null;
  const query = pipeline.id ? `?pipeline_id=${inAddress(pipeline.id)}` : '';
  return `https://${inAddress(organization.name)}.semaphoreci.com/workflows/${inAddress(workflow.id)}${query}`;
}

function second(payload: unknown): Notice {
  const read = Pipeline.parse(payload);
  const { project, repository, revision, pipeline } = read;
  const { reference_type: event, sender, commit_sha, commit_message, branch, tag, pull_request } = revision;
  if (!REFERENCES.has(event)) throw new UnsupportedEvent(event);
  const url = repository?.url;
  const branch_name = branch?.name || pull_request?.branch_name;
  const host = hostOf(url);
  const author = sender?.login;
  const commit = commit_sha && [
    link(`(${shortSha(commit_sha)})`, repositoryPage(url, 'commit', commit_sha)),
    inline(firstLine(commit_message)),
  ];
  const request = pull_request && (host ? `${url}/pull/${inAddress(String(pull_request.number))}` : null);
  const summary = `${link(pipeline.name, pipelineUrl(read))} pipeline ${inline(pipeline.result)}`;
  const content = withFacts(summary, [
    ['Commit', event === 'branch' && commit ? commit.join(' ').trim() : null],
    ['Pull request', pull_request && link(pull_request.name || `#${pull_request.number}`, request)],
    ['Tag', tag?.name && link(tag.name, repositoryPage(url, 'tag', tag.name))],
    ['Branch', branch_name ? inline(branch_name) : null],
    ['Author', author ? link(author, host && `${host}/${inAddress(author)}`) : null],
  ]);
  return {
    topic: topicOf(branch_name ? `${project.name}/${branch_name}` : project.name),
    content,
    event,
  };
}

export const semaphore: PayloadFormat = ({ payload }) =>
  hasFields(payload, 'event') ? classic(payload) : second(payload);
