// GitHub events of issues, pull requests, reviews, discussions and comments. Pure.
import { z } from 'zod';
import type { Message } from '../../integration.rules.ts';
import { bold, inline, link, quote, topicOf, withQuote } from '../../markdown.rules.ts';
import { anything, flag, items, lookUp, maybe, part, text } from '../../payload.rules.ts';
import { commentAction, commented, happened, numberedLink, numberedTopic, titleFor } from './git-host.rules.ts';
import { type Case, type Format, Person } from './github-payload.rules.ts';

const Numbered = z.looseObject({
  number: text,
  title: text,
  html_url: maybe,
  body: maybe,
  user: part(Person),
  assignee: part(Person),
  assignees: items(Person),
});
const Changes = z.looseObject({
  new_issue: part(z.looseObject({ number: text, html_url: maybe })),
  new_repository: part(z.looseObject({ full_name: text })),
  old_issue: part(z.looseObject({ number: text, html_url: maybe })),
  old_repository: part(z.looseObject({ full_name: text })),
  title: part(z.looseObject({ from: maybe })),
  body: part(z.looseObject({ from: maybe })),
});
const Issue = z.looseObject({
  issue: Numbered.extend({ pull_request: anything }),
  assignee: part(Person),
  label: part(z.looseObject({ name: text })),
  milestone: part(z.looseObject({ title: text, html_url: maybe })),
  changes: part(Changes),
  sender: part(Person),
});
const Branch = part(z.looseObject({ ref: maybe }));
const PullRequest = z.looseObject({
  pull_request: Numbered.extend({
    merged: flag,
    head: Branch,
    base: Branch,
    active_lock_reason: maybe,
  }),
  assignee: part(Person),
  requested_reviewer: part(Person),
  requested_team: part(z.looseObject({ name: text, html_url: maybe })),
});
const Commented = z.looseObject({
  comment: z.looseObject({ body: maybe, html_url: maybe, commit_id: maybe, user: part(Person) }),
  changes: part(Changes),
});
const Discussion = z.looseObject({
  discussion: Numbered.extend({ category: part(z.looseObject({ name: text })) }),
  answer: part(z.looseObject({ html_url: maybe, body: maybe })),
});
const Review = z.looseObject({
  review: z.looseObject({ state: maybe, body: maybe, html_url: maybe }),
  changes: part(z.record(z.string(), z.unknown())),
});

const issueTopic = (repo: string, { number, title }: z.output<typeof Numbered>) =>
  numberedTopic(repo, 'issue #', number, title);
const requestTopic = (repo: string, { number, title }: z.output<typeof Numbered>) =>
  numberedTopic(repo, 'PR #', number, title);

type IssueOf = z.output<typeof Issue>;
type RequestOf = z.output<typeof PullRequest>;

const capital = (named: string): string => named.replace('issue', 'Issue');

/** What a sentence about an issue or pull request names. */
interface Subject {
  readonly who: string;
  /** The author, linked. */
  readonly by: string;
  readonly named: string;
}

/** Issue actions whose sentence has more than the action; null if the payload lacks what it names. */
const ISSUE_SENTENCES: Readonly<Record<string, (read: IssueOf, subject: Subject) => string | null | undefined>> = {
  assigned: ({ assignee }, { who, named }) => assignee && `${who} assigned ${inline(assignee.login)} to ${named}.`,
  unassigned: ({ assignee }, { who, named }) =>
    assignee && `${who} unassigned ${inline(assignee.login)} from ${named}.`,
  labeled: ({ label }, { by, named }) => label && `${by} added the ${inline(label.name)} label to ${capital(named)}.`,
  unlabeled: ({ label }, { by, named }) =>
    label && `${by} removed the ${inline(label.name)} label from ${capital(named)}.`,
  milestoned: ({ milestone }, { by, named }) =>
    milestone && `${by} added milestone ${link(milestone.title, milestone.html_url)} to ${named}.`,
  demilestoned: ({ milestone }, { by, named }) =>
    milestone && `${by} removed milestone ${link(milestone.title, milestone.html_url)} from ${named}.`,
  opened({ issue, changes }, { who, named }) {
    const { old_issue, old_repository } = changes ?? {};
    if (!old_issue || !old_repository) return null;
    const from = link(`${old_repository.full_name}#${old_issue.number}`, old_issue.html_url);
    return withQuote(`${who} opened ${named}, transferred from ${from}`, issue.body);
  },
  transferred({ changes }, { who, named }) {
    const { new_issue, new_repository } = changes ?? {};
    if (!new_issue || !new_repository) return null;
    return `${who} transferred ${named} to ${link(`${new_repository.full_name}#${new_issue.number}`, new_issue.html_url)}.`;
  },
};

function issue(delivery: Case): Message {
  const read = Issue.parse(delivery.payload);
  const { number, title, html_url, body } = read.issue;
  const name = `issue #${number}`;
  const shown_title = titleFor(delivery, title);
  const subject = {
    who: inline(delivery.who),
    by: link(delivery.who, read.sender?.html_url),
    named: numberedLink(name, shown_title, html_url),
  };
  const sentence = lookUp(ISSUE_SENTENCES, delivery.action)?.(read, subject);
  const action = delivery.action.replaceAll('_', ' ');
  return {
    topic: issueTopic(delivery.repo, read.issue),
    content: sentence || happened({ who: delivery.who, action, name, url: html_url, title: shown_title, body }),
  };
}

function issueEvent({ action }: Case): string {
  if (/^(un)?labeled$/.test(action)) return 'issue_labeled_or_unlabeled';
  if (/^(de)?milestoned$/.test(action)) return 'issue_milestoned_or_demilestoned';
  return 'issues';
}

const UPDATES: ReadonlySet<string> = new Set(['opened', 'synchronize', 'reopened', 'edited']);
const PULL_REQUEST_EVENTS: Readonly<Record<string, string>> = {
  assigned: 'assigned_or_unassigned_pull_request',
  unassigned: 'assigned_or_unassigned_pull_request',
  closed: 'closed_pull_request',
  review_requested: 'pull_request_review_requested',
  ready_for_review: 'pull_request_ready_for_review',
  locked: 'locked_or_unlocked_pull_request',
  unlocked: 'locked_or_unlocked_pull_request',
  auto_merge_enabled: 'pull_request_auto_merge',
  auto_merge_disabled: 'pull_request_auto_merge',
};
/** Labels, milestones, drafts and merge queues are frequent and say little. */
function pullRequestEvent({ action }: Case): string | null {
  if (UPDATES.has(action)) return 'opened_or_update_pull_request';
  return lookUp(PULL_REQUEST_EVENTS, action) ?? null;
}

/** Pull request actions with a sentence of their own. */
const REQUEST_SENTENCES: Readonly<Record<string, (read: RequestOf, subject: Subject) => string>> = {
  assigned({ pull_request, assignee }, { who, named }) {
    const to = (pull_request.assignee ?? assignee)?.login;
    return `${who} assigned ${named}${to ? ` to ${inline(to)}` : ''}.`;
  },
  unassigned({ pull_request: { assignee } }, { who, named }) {
    return `${who} unassigned ${named}${assignee ? ` to ${inline(assignee.login)}` : ''}.`;
  },
  auto_merge_disabled: (_, { who, named }) => `${who} has disabled auto merge for ${named}.`,
  auto_merge_enabled: (_, { who, named }) => `${who} has enabled auto merge for ${named}.`,
  locked({ pull_request: { active_lock_reason } }, { who, named }) {
    const why = active_lock_reason ? ` as ${inline(active_lock_reason)}` : '';
    return `${who} has locked ${named}${why} and limited conversation to collaborators.`;
  },
  unlocked: (_, { who, named }) => `${who} has unlocked ${named}.`,
  ready_for_review: (_, { who, named }) => `${bold(who)} has marked ${named} as ready for review.`,
  review_requested({ requested_reviewer, requested_team }, { who, named }) {
    const reviewer = requested_reviewer
      ? link(requested_reviewer.login, requested_reviewer.html_url)
      : link(requested_team?.name ?? 'a reviewer', requested_team?.html_url);
    return `${bold(who)} requested ${reviewer} for a review on ${named}.`;
  },
};

function requestAction({ action }: Case, { merged }: RequestOf['pull_request']): string {
  if (action === 'synchronize') return 'updated';
  if (action === 'closed') return merged ? 'merged' : 'closed without merge';
  return action;
}

function pullRequest(delivery: Case): Message {
  const read = PullRequest.parse(delivery.payload);
  const { number, html_url, body, assignee, head, base, title } = read.pull_request;
  const name = `PR #${number}`;
  const shown_title = titleFor(delivery, title);
  const topic = requestTopic(delivery.repo, read.pull_request);
  const who = inline(delivery.who);
  const sentence = lookUp(REQUEST_SENTENCES, delivery.action);
  if (sentence)
    return { topic, content: sentence(read, { who, by: who, named: numberedLink(name, shown_title, html_url) }) };
  const is_update = UPDATES.has(delivery.action);
  return {
    topic,
    content: happened({
      who: delivery.who,
      action: requestAction(delivery, read.pull_request),
      name,
      url: html_url,
      title: shown_title,
      body: is_update && delivery.action !== 'synchronize' ? body : null,
      assignees: is_update && assignee ? [assignee.login] : [],
      from: is_update ? head?.ref : null,
      to: is_update ? base?.ref : null,
    }),
  };
}

function commentOn({ who, action, payload }: Case, on: string): string {
  const { comment } = Commented.parse(payload);
  return commented({ who, url: comment.html_url, body: comment.body, on, action: commentAction(action) });
}

function issueComment(delivery: Case): Message {
  const { issue } = Issue.parse(delivery.payload);
  const kind = issue.pull_request ? 'PR' : 'issue';
  const on = numberedLink(`${kind} #${issue.number}`, titleFor(delivery, issue.title), issue.html_url);
  return {
    topic: numberedTopic(delivery.repo, `${kind} #`, issue.number, issue.title),
    content: commentOn(delivery, on),
  };
}

/** GitHub reports a comment as edited even if only its storage format changed. */
function isUnchanged({ action, payload }: Case): boolean {
  if (action !== 'edited') return false;
  const { comment, changes } = Commented.parse(payload);
  const before = changes?.body?.from;
  return before != null && before === comment.body;
}

/** Actions whose name does not read as what somebody did to the discussion. */
const DISCUSSION_ACTIONS: Readonly<Record<string, string>> = {
  category_changed: 'changed the category of',
  unanswered: 'withdrew the answer to',
};

function discussion(delivery: Case): Message {
  const { discussion: about, answer } = Discussion.parse(delivery.payload);
  const topic = topicOf(`${delivery.repo} discussion #${about.number}: ${about.title}`);
  const named = numberedLink(`discussion #${about.number}`, titleFor(delivery, about.title), about.html_url);
  const who = inline(delivery.who);
  if (delivery.action === 'answered') {
    const chosen = `${who} chose ${link('an answer', answer?.html_url)} to ${named}`;
    return { topic, content: withQuote(chosen, answer?.body) };
  }
  if (delivery.action !== 'created' && delivery.action !== 'edited')
    return {
      topic,
      content: `${who} ${lookUp(DISCUSSION_ACTIONS, delivery.action) ?? inline(delivery.action.replaceAll('_', ' '))} ${named}.`,
    };
  const where = about.category ? ` in ${inline(about.category.name)}` : '';
  const words = quote(`### ${inline(about.title)}\n${about.body ?? ''}`);
  return { topic, content: `${who} ${delivery.action} ${named}${where}:\n\n${words}` };
}

function discussionComment(delivery: Case): Message {
  const { discussion: about } = Discussion.parse(delivery.payload);
  const on = numberedLink(`discussion #${about.number}`, titleFor(delivery, about.title), about.html_url);
  return {
    topic: topicOf(`${delivery.repo} discussion #${about.number}: ${about.title}`),
    content: commentOn(delivery, on),
  };
}

/** `PR review`, with the author of the PR if the topic does not say it. */
const reviewed = (kind: string, preposition: string, delivery: Case, request: z.output<typeof Numbered>) =>
  delivery.has_topic ? `${kind} ${preposition} #${request.number} ${request.title}` : kind;

function review(delivery: Case): Message {
  const { pull_request: request } = PullRequest.parse(delivery.payload);
  const { review } = Review.parse(delivery.payload);
  const named = link(reviewed('PR review', 'for', delivery, request), review.html_url);
  const summary = `${inline(delivery.who)} ${inline(delivery.action || 'submitted')} ${named}`;
  return { topic: requestTopic(delivery.repo, request), content: withQuote(summary, review.body) };
}

const isEmptyReview = ({ action, payload }: Case): boolean =>
  action === 'edited' && Object.keys(Review.parse(payload).changes ?? {}).length === 0;

function reviewComment(delivery: Case): Message {
  const { pull_request: request } = PullRequest.parse(delivery.payload);
  const { comment } = Commented.parse(delivery.payload);
  const named = link(reviewed('PR review comment', 'on', delivery, request), comment.html_url);
  const summary = `${inline(delivery.who)} ${inline(delivery.action || 'created')} ${named}`;
  return { topic: requestTopic(delivery.repo, request), content: withQuote(summary, comment.body) };
}

const unless = (event: string, isSilent: (delivery: Case) => boolean) => (delivery: Case) =>
  isSilent(delivery) ? null : event;

export const GITHUB_WORK: Readonly<Record<string, Format>> = {
  discussion: { format: discussion },
  discussion_comment: { format: discussionComment },
  issue_comment: { event: unless('issue_comment', isUnchanged), format: issueComment },
  issues: { event: issueEvent, format: issue },
  pull_request: { event: pullRequestEvent, format: pullRequest },
  pull_request_review: { event: unless('pull_request_review', isEmptyReview), format: review },
  pull_request_review_comment: { format: reviewComment },
};
