// GitHub: https://docs.github.com/webhooks. Pure.
import { z } from 'zod';
import { type Delivery, type Integration, type Notice, UnsupportedEvent } from './integration.ts';
import { bullets, code, inline, link, paragraphs, plural, quote, topicOf } from './markdown.rules.ts';

const text = z.string();
const maybe = z.string().nullish();
const Person = z.looseObject({ login: text, html_url: maybe });
const Repository = z.looseObject({ name: text, full_name: maybe, html_url: maybe });
const Numbered = z.looseObject({ number: z.number(), title: text, html_url: maybe, body: maybe });
const Common = z.looseObject({ sender: Person, repository: Repository.optional(), action: z.string().optional() });
type Common = z.output<typeof Common>;

const COMMITS_SHOWN = 20;

const Push = z.looseObject({
  ref: text,
  before: maybe,
  after: maybe,
  compare: maybe,
  created: z.boolean().optional(),
  deleted: z.boolean().optional(),
  forced: z.boolean().optional(),
  commits: z.array(z.looseObject({ id: text, message: text, url: maybe })).default([]),
});
const Ref = z.looseObject({ ref: text, ref_type: text });
const Issue = z.looseObject({
  issue: Numbered.extend({ pull_request: z.unknown().optional() }),
  assignee: Person.nullish(),
  label: z.looseObject({ name: text }).nullish(),
});
const PullRequest = z.looseObject({
  pull_request: Numbered.extend({
    merged: z.boolean().nullish(),
    draft: z.boolean().nullish(),
    head: z.looseObject({ ref: text }).optional(),
    base: z.looseObject({ ref: text }).optional(),
  }),
  assignee: Person.nullish(),
  label: z.looseObject({ name: text }).nullish(),
  requested_reviewer: Person.nullish(),
});
const Comment = z.looseObject({
  comment: z.looseObject({ body: text, html_url: maybe, commit_id: maybe, path: maybe }),
});
const Discussion = z.looseObject({
  discussion: Numbered.extend({ category: z.looseObject({ name: text }).nullish() }),
  answer: z.looseObject({ html_url: maybe, body: maybe }).nullish(),
});
const Review = z.looseObject({ review: z.looseObject({ state: text, body: maybe, html_url: maybe }) });
const Release = z.looseObject({
  release: z.looseObject({ name: maybe, tag_name: text, html_url: maybe, body: maybe }),
});
const Forked = z.looseObject({ forkee: Repository });
const Status = z.looseObject({ sha: text, state: text, context: text, description: maybe, target_url: maybe });
const Run = z.looseObject({ name: maybe, conclusion: maybe, html_url: maybe, head_branch: maybe, head_sha: maybe });

interface Case {
  readonly common: Common;
  readonly payload: unknown;
  readonly who: string;
  readonly repo: string;
  readonly action: string;
}
type Said = { readonly topic: string; readonly content: string } | null;

function push({ payload, who, repo }: Case): Said {
  const { ref, compare, created, deleted, forced, commits } = Push.parse(payload);
  const is_tag = ref.startsWith('refs/tags/');
  const name = ref.replace(/^refs\/(heads|tags)\//, '');
  const what = `${is_tag ? 'tag' : 'branch'} ${code(name)}`;
  const topic = topicOf(repo, is_tag ? null : name);
  if (deleted) return { topic, content: `${who} deleted ${what}.` };
  if (commits.length === 0) return { topic, content: `${who} ${created ? 'created' : 'updated'} ${what}.` };
  const verb = link(forced ? 'force-pushed' : 'pushed', compare);
  const list = commits
    .slice(0, COMMITS_SHOWN)
    .map(({ id, message, url }) => `${inline(message.split('\n')[0]!)} (${link(id.slice(0, 9), url)})`);
  return {
    topic,
    content: paragraphs(
      `${who} ${verb} ${plural(commits.length, 'commit')} to ${what}.`,
      bullets(list, commits.length),
    ),
  };
}

function ref({ payload, who, repo }: Case, verb: string): Said {
  const { ref, ref_type } = Ref.parse(payload);
  return { topic: repo, content: `${who} ${verb} ${inline(ref_type)} ${code(ref)}.` };
}

const WITH_BODY: ReadonlySet<string> = new Set(['opened', 'edited', 'reopened']);

/** What happened to an issue or a pull request, in the words of the action. */
function changed(
  action: string,
  more: { assignee?: unknown; label?: { name: string } | null; reviewer?: string },
): string {
  const person = (more.assignee as { login?: string } | null | undefined)?.login;
  if (person && action === 'assigned') return `assigned ${inline(person)} to`;
  if (person && action === 'unassigned') return `unassigned ${inline(person)} from`;
  if (more.label && action === 'labeled') return `added the label ${code(more.label.name)} to`;
  if (more.label && action === 'unlabeled') return `removed the label ${code(more.label.name)} from`;
  if (more.reviewer && action === 'review_requested') return `asked ${inline(more.reviewer)} to review`;
  if (action === 'ready_for_review') return 'marked as ready for review';
  if (action === 'synchronize') return 'updated';
  return inline(action.replaceAll('_', ' '));
}

function issue({ payload, who, repo, action }: Case): Said {
  const { issue, assignee, label } = Issue.parse(payload);
  const named = link(`issue #${issue.number} ${issue.title}`, issue.html_url);
  return {
    topic: topicOf(repo, `issue #${issue.number} ${issue.title}`),
    content: paragraphs(
      `${who} ${changed(action, { assignee, label })} ${named}.`,
      WITH_BODY.has(action) ? quote(issue.body) : '',
    ),
  };
}

function pullRequest({ payload, who, repo, action }: Case): Said {
  const { pull_request: request, assignee, label, requested_reviewer } = PullRequest.parse(payload);
  const done = action === 'closed' && request.merged ? 'merged' : action;
  const verb = changed(done, { assignee, label, reviewer: requested_reviewer?.login });
  const branches =
    action === 'opened' && request.head && request.base
      ? ` from ${code(request.head.ref)} to ${code(request.base.ref)}`
      : '';
  const named = `${link(`PR #${request.number} ${request.title}`, request.html_url)}${request.draft ? ' (draft)' : ''}`;
  return {
    topic: topicOf(repo, `PR #${request.number} ${request.title}`),
    content: paragraphs(`${who} ${verb} ${named}${branches}.`, WITH_BODY.has(action) ? quote(request.body) : ''),
  };
}

function said({ action }: Case, url: string | null | undefined): string {
  if (action === 'edited') return `edited a ${link('comment', url)}`;
  return action === 'deleted' ? 'deleted a comment' : link('commented', url);
}

function issueComment(one: Case): Said {
  const { issue } = Issue.parse(one.payload);
  const { comment } = Comment.parse(one.payload);
  const kind = issue.pull_request ? 'PR' : 'issue';
  const title = `${kind} #${issue.number} ${issue.title}`;
  const words = one.action === 'deleted' ? '' : quote(comment.body);
  return {
    topic: topicOf(one.repo, title),
    content: paragraphs(`${one.who} ${said(one, comment.html_url)} on ${link(title, issue.html_url)}:`, words),
  };
}

function discussion({ payload, who, repo, action }: Case): Said {
  const { discussion: one, answer } = Discussion.parse(payload);
  const title = `discussion #${one.number} ${one.title}`;
  const named = link(title, one.html_url);
  const topic = topicOf(repo, title);
  if (action === 'answered')
    return {
      topic,
      content: paragraphs(`${who} chose ${link('an answer', answer?.html_url)} to ${named}:`, quote(answer?.body)),
    };
  const where = action === 'created' && one.category ? ` in ${code(one.category.name)}` : '';
  const verb = action === 'created' ? 'began' : changed(action, {});
  const words = action === 'created' || action === 'edited' ? quote(one.body) : '';
  return { topic, content: paragraphs(`${who} ${verb} ${named}${where}.`, words) };
}

function discussionComment(one: Case): Said {
  const { discussion: about } = Discussion.parse(one.payload);
  const { comment } = Comment.parse(one.payload);
  const title = `discussion #${about.number} ${about.title}`;
  const words = one.action === 'deleted' ? '' : quote(comment.body);
  return {
    topic: topicOf(one.repo, title),
    content: paragraphs(`${one.who} ${said(one, comment.html_url)} on ${link(title, about.html_url)}:`, words),
  };
}

function reviewComment(one: Case): Said {
  const { pull_request: request } = PullRequest.parse(one.payload);
  const { comment } = Comment.parse(one.payload);
  const title = `PR #${request.number} ${request.title}`;
  const where = comment.path ? ` at ${code(comment.path)}` : '';
  return {
    topic: topicOf(one.repo, title),
    content: paragraphs(
      `${one.who} ${said(one, comment.html_url)}${where} on ${link(title, request.html_url)}:`,
      quote(comment.body),
    ),
  };
}

const VERDICTS: Readonly<Record<string, string>> = {
  approved: 'approved',
  changes_requested: 'asked for changes of',
  dismissed: 'dismissed a review of',
};

function review({ payload, who, repo }: Case): Said {
  const { pull_request: request } = PullRequest.parse(payload);
  const { review: given } = Review.parse(payload);
  const title = `PR #${request.number} ${request.title}`;
  const state = given.state.toLowerCase();
  const verdict = Object.hasOwn(VERDICTS, state) ? VERDICTS[state]! : 'reviewed';
  return {
    topic: topicOf(repo, title),
    content: paragraphs(`${who} ${link(verdict, given.html_url)} ${link(title, request.html_url)}.`, quote(given.body)),
  };
}

function commitComment(one: Case): Said {
  const { comment } = Comment.parse(one.payload);
  const on = code((comment.commit_id ?? '').slice(0, 9));
  return {
    topic: one.repo,
    content: paragraphs(`${one.who} ${said(one, comment.html_url)} on ${on}:`, quote(comment.body)),
  };
}

function release({ payload, who, repo, action }: Case): Said {
  const { release: one } = Release.parse(payload);
  const words = action === 'published' || action === 'released' ? quote(one.body) : '';
  return {
    topic: repo,
    content: paragraphs(`${who} ${inline(action)} the release ${link(one.name || one.tag_name, one.html_url)}.`, words),
  };
}

function run(one: Case, key: 'check_run' | 'workflow_run'): Said {
  // What only begins is worth no message.
  if (one.action !== 'completed') return null;
  const found = z.looseObject({ [key]: Run }).parse(one.payload)[key] as z.output<typeof Run>;
  const at = found.head_branch ? ` on ${code(found.head_branch)}` : ` for ${code((found.head_sha ?? '').slice(0, 9))}`;
  return {
    topic: topicOf(one.repo, found.head_branch ?? 'checks'),
    content: `${link(found.name || key, found.html_url)} ended with ${code(found.conclusion ?? 'no result')}${at}.`,
  };
}

const FORMATS: Readonly<Record<string, (one: Case) => Said>> = {
  check_run: (one) => run(one, 'check_run'),
  commit_comment: commitComment,
  create: (one) => ref(one, 'created'),
  delete: (one) => ref(one, 'deleted'),
  discussion,
  discussion_comment: discussionComment,
  fork({ payload, who, repo }) {
    const { forkee } = Forked.parse(payload);
    return {
      topic: repo,
      content: `${who} forked the repository as ${link(forkee.full_name || forkee.name, forkee.html_url)}.`,
    };
  },
  issue_comment: issueComment,
  issues: issue,
  ping: ({ who, repo }) => ({ topic: repo, content: `${who} has set up the GitHub webhook.` }),
  pull_request: pullRequest,
  pull_request_review: review,
  pull_request_review_comment: reviewComment,
  push,
  release,
  repository: ({ who, repo, action, common }) => ({
    topic: repo,
    content: `${who} ${inline(action.replaceAll('_', ' '))} the repository ${link(repo, common.repository?.html_url)}.`,
  }),
  star: ({ who, repo, action }) => ({
    topic: repo,
    content: `${who} ${action === 'deleted' ? 'took back a star from' : 'starred'} the repository.`,
  }),
  status({ payload, repo }) {
    const { sha, state, context, description, target_url } = Status.parse(payload);
    if (state === 'pending') return null;
    const why = description ? `: ${inline(description)}` : '.';
    return {
      topic: topicOf(repo, 'checks'),
      content: `${link(context, target_url)} for ${code(sha.slice(0, 9))}: ${code(state)}${why}`,
    };
  },
  workflow_run: (one) => run(one, 'workflow_run'),
};

function format({ headers, payload }: Delivery): Notice | null {
  const event = headers.get('x-github-event');
  if (event === null || !Object.hasOwn(FORMATS, event)) throw new UnsupportedEvent(event);
  const common = Common.parse(payload);
  const one = {
    common,
    payload,
    who: link(common.sender.login, common.sender.html_url),
    repo: topicOf(common.repository?.name ?? 'GitHub'),
    action: common.action ?? '',
  };
  const said = FORMATS[event]!(one);
  return said && { ...said, event };
}

export const github: Integration = {
  name: 'github',
  display_name: 'GitHub',
  event_types: Object.keys(FORMATS),
  format,
};
