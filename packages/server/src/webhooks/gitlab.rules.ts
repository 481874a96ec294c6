// GitLab: https://docs.gitlab.com/user/project/integrations/webhook_events. Pure.
import { z } from 'zod';
import { type Delivery, type Integration, type Notice, UnsupportedEvent } from './integration.ts';
import { bullets, code, inline, link, paragraphs, plural, quote, topicOf } from './markdown.rules.ts';

const text = z.string();
const maybe = z.string().nullish();
const Common = z.looseObject({
  project: z.looseObject({ name: text, web_url: maybe }).optional(),
  repository: z.looseObject({ name: text, homepage: maybe }).optional(),
  user: z.looseObject({ name: maybe, username: maybe }).nullish(),
  user_name: maybe,
});
const Push = z.looseObject({
  ref: text,
  before: text,
  after: text,
  total_commits_count: z.number().default(0),
  commits: z.array(z.looseObject({ id: text, message: text, url: maybe })).default([]),
});
const Attributes = z.looseObject({
  iid: z.number(),
  title: text,
  url: maybe,
  action: maybe,
  description: maybe,
  source_branch: maybe,
  target_branch: maybe,
});
const Object_ = z.looseObject({ object_attributes: Attributes });
const Titled = z.looseObject({ iid: z.number(), title: text }).nullish();
const Note = z.looseObject({
  object_attributes: z.looseObject({ note: text, url: maybe, noteable_type: text }),
  issue: Titled,
  merge_request: Titled,
  commit: z.looseObject({ id: text, message: maybe }).nullish(),
  snippet: z.looseObject({ title: text }).nullish(),
});
const Pipeline = z.looseObject({
  object_attributes: z.looseObject({ id: z.number(), ref: text, status: text, url: maybe }),
  builds: z.array(z.looseObject({ name: text, status: text })).default([]),
});
const Job = z.looseObject({
  ref: text,
  build_name: text,
  build_status: text,
  build_id: z.number(),
  commit: z.unknown(),
});
const Wiki = z.looseObject({ object_attributes: z.looseObject({ title: text, url: maybe, action: text }) });
const Release = z.looseObject({ name: text, tag: text, url: maybe, description: maybe, action: text });

const COMMITS_SHOWN = 20;
const ZEROS = /^0+$/;
const PAST: Readonly<Record<string, string>> = {
  open: 'opened',
  close: 'closed',
  reopen: 'reopened',
  update: 'updated',
  merge: 'merged',
  approved: 'approved',
  unapproved: 'took back the approval of',
  approval: 'approved',
  unapproval: 'took back the approval of',
  create: 'created',
  delete: 'deleted',
};
const past = (action: string | null | undefined) =>
  action && Object.hasOwn(PAST, action) ? PAST[action]! : inline(action || 'changed');

interface Case {
  readonly payload: unknown;
  readonly who: string;
  readonly project: string;
  readonly web_url: string | null | undefined;
}
type Said = { readonly topic: string; readonly content: string } | null;

function push({ payload, who, project, web_url }: Case): Said {
  const { ref, before, after, commits, total_commits_count } = Push.parse(payload);
  const is_tag = ref.startsWith('refs/tags/');
  const name = ref.replace(/^refs\/(heads|tags)\//, '');
  const what = `${is_tag ? 'tag' : 'branch'} ${code(name)}`;
  const topic = topicOf(project, is_tag ? null : name);
  if (ZEROS.test(after)) return { topic, content: `${who} deleted ${what}.` };
  if (is_tag || commits.length === 0)
    return { topic, content: `${who} ${ZEROS.test(before) ? 'created' : 'updated'} ${what}.` };
  const compare = web_url && !ZEROS.test(before) ? `${web_url}/-/compare/${before}...${after}` : null;
  const list = commits
    .slice(-COMMITS_SHOWN)
    .map(({ id, message, url }) => `${inline(message.split('\n')[0]!)} (${link(id.slice(0, 9), url)})`);
  const count = Math.max(total_commits_count, commits.length);
  return {
    topic,
    content: paragraphs(
      `${who} ${link('pushed', compare)} ${plural(count, 'commit')} to ${what}.`,
      bullets([...list].reverse(), commits.length),
    ),
  };
}

function numbered({ payload, who, project }: Case, kind: string, sign: string): Said {
  const { object_attributes: one } = Object_.parse(payload);
  const title = `${sign}${one.iid} ${one.title}`;
  const branches =
    one.action === 'open' && one.source_branch && one.target_branch
      ? ` from ${code(one.source_branch)} to ${code(one.target_branch)}`
      : '';
  return {
    topic: topicOf(project, `${kind} ${title}`),
    content: paragraphs(
      `${who} ${past(one.action)} ${link(`${kind} ${title}`, one.url)}${branches}.`,
      one.action === 'open' ? quote(one.description) : '',
    ),
  };
}

function note({ payload, who, project }: Case): Said {
  const { object_attributes, issue, merge_request, commit, snippet } = Note.parse(payload);
  const on = merge_request
    ? `MR !${merge_request.iid} ${merge_request.title}`
    : issue
      ? `issue #${issue.iid} ${issue.title}`
      : snippet
        ? `snippet ${snippet.title}`
        : `commit ${(commit?.id ?? '').slice(0, 9)}`;
  return {
    topic: topicOf(project, commit ? null : on),
    content: paragraphs(
      `${who} ${link('commented', object_attributes.url)} on ${inline(on)}:`,
      quote(object_attributes.note),
    ),
  };
}

/** What a pipeline or a job ends with; what is under way is worth no message. */
const ENDS: ReadonlySet<string> = new Set(['success', 'failed', 'canceled']);

function pipeline({ payload, project, web_url }: Case): Said {
  const { object_attributes: one, builds } = Pipeline.parse(payload);
  if (!ENDS.has(one.status)) return null;
  const url = one.url ?? (web_url ? `${web_url}/-/pipelines/${one.id}` : null);
  const jobs = builds.slice(0, COMMITS_SHOWN).map(({ name, status }) => `${code(name)}: ${inline(status)}`);
  return {
    topic: topicOf(project, one.ref),
    content: paragraphs(
      `${link(`Pipeline #${one.id}`, url)} on ${code(one.ref)}: ${code(one.status)}.`,
      bullets(jobs, builds.length),
    ),
  };
}

function job({ payload, project, web_url }: Case): Said {
  const { ref, build_name, build_status, build_id } = Job.parse(payload);
  if (!ENDS.has(build_status)) return null;
  const named = link(`Job ${build_name}`, web_url ? `${web_url}/-/jobs/${build_id}` : null);
  return { topic: topicOf(project, ref), content: `${named} on ${code(ref)}: ${code(build_status)}.` };
}

const FORMATS: Readonly<Record<string, (one: Case) => Said>> = {
  'Push Hook': push,
  'Tag Push Hook': push,
  'Issue Hook': (one) => numbered(one, 'issue', '#'),
  'Confidential Issue Hook': (one) => numbered(one, 'issue', '#'),
  'Merge Request Hook': (one) => numbered(one, 'MR', '!'),
  'Note Hook': note,
  'Confidential Note Hook': note,
  'Pipeline Hook': pipeline,
  'Job Hook': job,
  'Wiki Page Hook'({ payload, who, project }) {
    const { title, url, action } = Wiki.parse(payload).object_attributes;
    return { topic: topicOf(project), content: `${who} ${past(action)} the wiki page ${link(title, url)}.` };
  },
  'Release Hook'({ payload, who, project }) {
    const { name, tag, url, description, action } = Release.parse(payload);
    const words = action === 'create' ? quote(description) : '';
    return {
      topic: topicOf(project),
      content: paragraphs(`${who} ${past(action)} the release ${link(name || tag, url)}.`, words),
    };
  },
};

function format({ headers, payload }: Delivery): Notice | null {
  const event = headers.get('x-gitlab-event');
  if (event === null || !Object.hasOwn(FORMATS, event)) throw new UnsupportedEvent(event);
  const { project, repository, user, user_name } = Common.parse(payload);
  const said = FORMATS[event]!({
    payload,
    who: inline(user?.name || user?.username || user_name || 'Somebody'),
    project: topicOf(project?.name ?? repository?.name ?? 'GitLab'),
    web_url: project?.web_url ?? repository?.homepage,
  });
  return said && { ...said, event };
}

export const gitlab: Integration = {
  name: 'gitlab',
  display_name: 'GitLab',
  event_types: Object.keys(FORMATS),
  format,
};
