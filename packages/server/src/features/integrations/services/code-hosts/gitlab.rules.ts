// GitLab: https://docs.gitlab.com/user/project/integrations/webhook_events. Pure.
import { z } from 'zod';
import type { Delivery, Message, PayloadFormat } from '../../integration.rules.ts';
import { bold, bullets, inline, link, topicOf } from '../../markdown.rules.ts';
import { count, flag, formatOf, items, lookUp, maybe, part, required, text } from '../../payload.rules.ts';
import {
  commented,
  commitLink,
  happened,
  inAddress,
  isOtherBranch,
  isRemoval,
  numberedLink,
  numberedTopic,
  pushed,
  pushTopic,
  refName,
  released,
  taggedPush,
  titleFor,
  withoutHiddenComments,
} from './git-host.rules.ts';

const User = z.looseObject({ name: maybe, username: maybe });
const Common = z.looseObject({
  object_kind: maybe,
  event_name: maybe,
  project: part(z.looseObject({ name: text, web_url: maybe })),
  repository: part(z.looseObject({ name: text, homepage: maybe })),
  user: part(User),
  user_name: maybe,
  object_attributes: part(z.looseObject({ action: maybe, noteable_type: maybe })),
});
const Push = z.looseObject({
  ref: text,
  before: maybe,
  after: maybe,
  total_commits_count: count,
  commits: items(z.looseObject({ id: text, message: maybe, url: maybe, author: part(z.looseObject({ name: maybe })) })),
});
const Work = z.looseObject({
  object_attributes: z.looseObject({
    iid: text,
    title: text,
    url: maybe,
    action: maybe,
    description: maybe,
    source_branch: maybe,
    target_branch: maybe,
    oldrev: maybe,
  }),
  assignee: part(User),
  assignees: items(User),
});
const Titled = z.looseObject({ iid: text, title: text });
const Note = z.looseObject({
  object_attributes: z.looseObject({ note: maybe, url: maybe }),
  issue: part(Titled),
  merge_request: part(Titled),
  commit: part(z.looseObject({ id: text, url: maybe })),
  snippet: part(z.looseObject({ id: text, title: text, url: maybe })),
});
const Pipeline = z.looseObject({
  object_attributes: z.looseObject({ id: text, ref: text, status: text, url: maybe }),
  builds: items(
    z.looseObject({
      id: text,
      name: text,
      status: text,
      artifacts_file: part(z.looseObject({ filename: maybe })),
    }),
  ),
});
const Job = z.looseObject({ ref: text, build_name: text, build_stage: maybe, build_status: text });
const Wiki = z.looseObject({ object_attributes: z.looseObject({ title: text, url: maybe }) });
const Release = z.looseObject({ name: maybe, tag: text, url: maybe, action: maybe });
const FeatureFlag = z.looseObject({ object_attributes: z.looseObject({ name: text, active: flag }) });
const AccessToken = z.looseObject({ object_attributes: z.looseObject({ name: text, expires_at: maybe }) });

const JOBS_SHOWN = 20;

interface Case extends Delivery {
  readonly who: string;
  readonly project: string;
  readonly web_url: string | null | undefined;
}
type EventFormat = (delivery: Case) => Message | null;

function push({ payload, who, project, web_url, options }: Case): Message | null {
  const { ref, before, after, commits, total_commits_count } = Push.parse(payload);
  const branch = refName(ref);
  if (isOtherBranch(options, branch)) return null;
  const topic = pushTopic(project, ref);
  if (isRemoval(after)) return { topic, content: `${inline(who)} deleted branch ${inline(branch)}.` };
  const compare = web_url && before ? `${web_url}/-/compare/${before}...${after}` : null;
  return {
    topic,
    content: pushed({
      who,
      ref,
      compare,
      commits: commits.map(({ id, message, url, author }) => ({ id, message, url, committer: author?.name })),
      commits_total: total_commits_count ?? 0,
    }),
  };
}

function tag({ payload, who, project, web_url }: Case): Message {
  const { ref, after } = Push.parse(payload);
  const name = refName(ref);
  const url = web_url ? `${web_url}/-/tags/${inAddress(name)}` : null;
  return { topic: topicOf(project), content: taggedPush(who, name, url, isRemoval(after)) };
}

const namesOf = ({ assignees, assignee }: z.output<typeof Work>): string[] =>
  (assignees.length > 0 ? assignees : assignee ? [assignee] : []).flatMap(
    ({ name, username }) => name || username || [],
  );

/** How issues and merge requests are named in topics and messages. */
const SIGNS = { issue: 'issue #', request: 'MR !' } as const;

function worked(delivery: Case, kind: keyof typeof SIGNS, action: string, with_more: boolean): Message {
  const read = Work.parse(delivery.payload);
  const { iid, title, url, description, source_branch, target_branch } = read.object_attributes;
  const sign = SIGNS[kind];
  const in_topic = kind === 'issue' || delivery.options.use_merge_request_title;
  return {
    topic: numberedTopic(delivery.project, sign, iid, in_topic ? title : null),
    content: happened({
      who: delivery.who,
      action,
      name: `${sign}${iid}`,
      url,
      title: delivery.has_topic || !in_topic ? title : null,
      body: with_more ? withoutHiddenComments(description) : null,
      assignees: with_more ? namesOf(read) : [],
      from: with_more ? source_branch : null,
      to: with_more ? target_branch : null,
    }),
  };
}

const issue =
  (action: string, with_more = false): EventFormat =>
  (delivery) =>
    worked(delivery, 'issue', action, with_more);
const request =
  (action: string, with_more = false): EventFormat =>
  (delivery) =>
    worked(delivery, 'request', action, with_more);

function updatedRequest(delivery: Case): Message {
  const { oldrev } = Work.parse(delivery.payload).object_attributes;
  return oldrev
    ? worked(delivery, 'request', 'added commit(s) to', false)
    : worked(delivery, 'request', 'updated', true);
}

function note(delivery: Case): Message {
  const { object_attributes, issue, merge_request, commit, snippet } = Note.parse(delivery.payload);
  const { note: body, url } = object_attributes;
  // The comment's URL is that of its object plus a fragment.
  const object_url = url?.split('#')[0];
  const commentOn = (on: string) => commented({ who: delivery.who, url, body, on });
  if (merge_request) {
    const { iid, title } = merge_request;
    const in_topic = delivery.options.use_merge_request_title;
    return {
      topic: numberedTopic(delivery.project, 'MR !', iid, in_topic ? title : null),
      content: commentOn(numberedLink(`MR !${iid}`, in_topic ? titleFor(delivery, title) : title, object_url)),
    };
  }
  if (issue) {
    const on = numberedLink(`issue #${issue.iid}`, titleFor(delivery, issue.title), object_url);
    return { topic: numberedTopic(delivery.project, 'issue #', issue.iid, issue.title), content: commentOn(on) };
  }
  if (snippet) {
    const on = numberedLink(`snippet #${snippet.id}`, titleFor(delivery, snippet.title), object_url);
    return { topic: numberedTopic(delivery.project, 'snippet #', snippet.id, snippet.title), content: commentOn(on) };
  }
  const { id, url: commit_url } = required(commit);
  return { topic: topicOf(delivery.project), content: commentOn(commitLink(id, commit_url ?? object_url)) };
}

/** Texts for states of pipelines and jobs; other states are reported as changes. */
const STATES: Readonly<Record<string, string>> = { created: 'was created', pending: 'was created', running: 'started' };
const statusText = (status: string): string => lookUp(STATES, status) ?? `changed status to ${inline(status)}`;

function pipeline({ payload, project, web_url }: Case): Message {
  const { object_attributes: pipeline, builds } = Pipeline.parse(payload);
  const address = (way: string) => (web_url ? `${web_url}/-/${way}` : null);
  const rows = builds.slice(0, JOBS_SHOWN).map(({ id, name, status, artifacts_file }) => {
    const job = `${link(name, address(`jobs/${id}`))} - ${inline(status)}`;
    const file = artifacts_file?.filename;
    if (!file) return job;
    const browse = link('Browse', address(`jobs/${id}/artifacts/browse`));
    const download = link('Download', address(`jobs/${id}/artifacts/download`));
    return `${job}\n  * built artifact: *${inline(file).replaceAll('*', '')}* [${browse}|${download}]`;
  });
  const name = link(`Pipeline (${pipeline.id})`, pipeline.url ?? address(`pipelines/${pipeline.id}`));
  const summary = `${name} ${statusText(pipeline.status)}`;
  return {
    topic: topicOf(project, pipeline.ref),
    content: rows.length > 0 ? `${summary} with build(s):\n${bullets(rows, builds.length)}.` : `${summary}.`,
  };
}

function job({ payload, project }: Case): Message {
  const { ref, build_name, build_stage, build_status } = Job.parse(payload);
  const stage = build_stage ? ` from ${inline(build_stage)} stage` : '';
  return { topic: topicOf(project, ref), content: `Build ${inline(build_name)}${stage} ${statusText(build_status)}.` };
}

const wiki =
  (action: string): EventFormat =>
  ({ payload, who, project }) => {
    const { title, url } = Wiki.parse(payload).object_attributes;
    return { topic: topicOf(project), content: `${inline(who)} ${action} ${link(`wiki page "${title}"`, url)}.` };
  };

const RELEASE_ACTIONS: Readonly<Record<string, string>> = { create: 'created', update: 'updated', delete: 'deleted' };

function release({ payload, project }: Case): Message {
  const { name: title, tag, url, action } = Release.parse(payload);
  const name = title || tag;
  const done = lookUp(RELEASE_ACTIONS, action) ?? action ?? 'published';
  return {
    topic: topicOf(project, `${tag} ${name}`),
    content: released({ who: null, action: done, name, tag, url: action === 'delete' ? null : url }),
  };
}

const issues = (kind: string) => ({
  [`${kind} open`]: issue('created', true),
  [`${kind} close`]: issue('closed'),
  [`${kind} reopen`]: issue('reopened'),
  [`${kind} update`]: issue('updated'),
});
const notes = (kind: string, on: readonly string[]) => Object.fromEntries(on.map((type) => [`${kind} ${type}`, note]));

const FORMATS: Readonly<Record<string, EventFormat>> = {
  'Push Hook': push,
  'Tag Push Hook': tag,
  'Test Hook': ({ project }) => ({
    topic: topicOf(project),
    content: `Webhook for ${bold(project)} has been configured successfully! :tada:`,
  }),
  ...issues('Issue Hook'),
  ...issues('Confidential Issue Hook'),
  ...notes('Note Hook', ['Commit', 'MergeRequest', 'Issue', 'Snippet']),
  ...notes('Confidential Note Hook', ['Issue', 'MergeRequest']),
  'Merge Request Hook approved': request('approved'),
  'Merge Request Hook unapproved': request('unapproved'),
  'Merge Request Hook approval': request('added approval for'),
  'Merge Request Hook unapproval': request('removed approval for'),
  'Merge Request Hook open': request('created', true),
  'Merge Request Hook update': updatedRequest,
  'Merge Request Hook merge': request('merged'),
  'Merge Request Hook close': request('closed'),
  'Merge Request Hook reopen': request('reopened'),
  'Wiki Page Hook create': wiki('created'),
  'Wiki Page Hook update': wiki('updated'),
  'Wiki Page Hook delete': wiki('deleted'),
  'Job Hook': job,
  'Build Hook': job,
  'Pipeline Hook': pipeline,
  'Release Hook': release,
  'Feature Flag Hook'({ payload, who, project, web_url }) {
    const { name, active } = FeatureFlag.parse(payload).object_attributes;
    const flag = link(name, web_url ? `${web_url}/-/feature_flags` : null);
    return {
      topic: topicOf(project),
      content: `${inline(who)} ${active ? 'activated' : 'deactivated'} the feature flag ${flag}.`,
    };
  },
  'Resource Access Token Hook'({ payload, project }) {
    const { name, expires_at } = AccessToken.parse(payload).object_attributes;
    const when = expires_at ? ` on ${inline(expires_at)}` : ' soon';
    return { topic: topicOf(project), content: `The access token ${inline(name)} will expire${when}.` };
  },
};

/** Headers whose event kinds are distinguished by the payload. */
const BY_ACTION: ReadonlySet<string> = new Set([
  'Issue Hook',
  'Confidential Issue Hook',
  'Merge Request Hook',
  'Wiki Page Hook',
]);
const BY_SUBJECT: ReadonlySet<string> = new Set(['Note Hook', 'Confidential Note Hook']);

const inTitleCase = (name: string): string =>
  name
    .split('_')
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join(' ');

/** The fields of what is commented on. */
const NOTED: Readonly<Record<string, string>> = {
  merge_request: 'MergeRequest',
  issue: 'Issue',
  snippet: 'Snippet',
  commit: 'Commit',
};

/** Old versions don't name the kind, and new ones name the kinds of issues. */
function subjectOf(payload: unknown, noteable_type: string | null | undefined): string {
  if (noteable_type && Object.values(NOTED).includes(noteable_type)) return noteable_type;
  const fields = z.looseObject({}).parse(payload);
  const field = Object.keys(NOTED).find((name) => fields[name] != null);
  return lookUp(NOTED, field) ?? noteable_type ?? '';
}

function eventOf({ headers, payload }: Delivery, read: z.output<typeof Common>): string | null {
  const { object_kind, event_name, object_attributes: about } = read;
  const named = headers.get('x-gitlab-event');
  const kind = event_name ?? object_kind;
  // System hooks, and services compatible with GitLab, name the event only in the payload.
  const header = (named === 'System Hook' || named === null) && kind ? `${inTitleCase(kind)} Hook` : named;
  if (header === null) return null;
  if (BY_ACTION.has(header)) return `${header} ${about?.action || 'open'}`;
  return BY_SUBJECT.has(header) ? `${header} ${subjectOf(payload, about?.noteable_type)}` : header;
}

export const gitlab: PayloadFormat = (delivery) => {
  const read = Common.parse(delivery.payload);
  const event = eventOf(delivery, read);
  // Other system events are not about anybody's work.
  if (event === 'Repository Update Hook') return null;
  const format = formatOf(FORMATS, event);
  const { project, repository, user, user_name } = read;
  const message = format({
    ...delivery,
    who: user?.name || user?.username || user_name || 'Somebody',
    project: topicOf(project?.name ?? repository?.name ?? 'GitLab'),
    web_url: project?.web_url ?? repository?.homepage,
  });
  return message && { ...message, event };
};
