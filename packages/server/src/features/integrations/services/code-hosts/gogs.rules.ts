// Gogs: https://gogs.io/docs/features/webhook. Pure.
import { z } from 'zod';
import type { Delivery, Message, PayloadFormat } from '../../integration.rules.ts';
import { inline, link, topicOf } from '../../markdown.rules.ts';
import { anything, count, flag, formatOf, hasFields, items, lookUp, maybe, part, text } from '../../payload.rules.ts';
import {
  commentAction,
  commented,
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
} from './git-host.rules.ts';

const Person = z.looseObject({ username: maybe, login: maybe });
const Common = z.looseObject({ repository: z.looseObject({ name: text, html_url: maybe }), sender: part(Person) });
const Signature = part(z.looseObject({ username: maybe, name: maybe }));
const Push = z.looseObject({
  ref: text,
  after: maybe,
  compare_url: maybe,
  total_commits: count,
  commits: items(z.looseObject({ id: text, message: maybe, url: maybe, author: Signature })),
  pusher: part(Person),
});
const Created = z.looseObject({ ref: text, ref_type: text });
const Numbered = z.looseObject({
  number: text,
  title: text,
  body: maybe,
  assignee: part(Person),
  assignees: items(Person),
});
const Issue = z.looseObject({ action: text, issue: Numbered.extend({ pull_request: anything }) });
const Branch = part(z.looseObject({ ref: maybe }));
const Request = z.looseObject({
  action: text,
  number: maybe,
  pull_request: Numbered.extend({
    id: maybe,
    html_url: maybe,
    merged: flag,
    merged_by: part(Person),
    head_branch: maybe,
    base_branch: maybe,
    head: Branch,
    base: Branch,
  }),
});
const Commented = Issue.extend({
  comment: z.looseObject({ body: maybe, html_url: maybe }),
  is_pull: flag,
});
const Release = z.looseObject({
  action: text,
  release: z.looseObject({ tag_name: text, name: maybe, html_url: maybe, author: part(Person) }),
});

interface Case extends Delivery {
  readonly who: string;
  readonly repo: string;
  readonly repo_url: string | null | undefined;
}

const nameOf = (person: z.output<typeof Person> | null | undefined): string | null =>
  person?.username || person?.login || null;

/** Actions whose name does not read as what somebody did to the issue or pull request. */
const ACTIONS: Readonly<Record<string, string>> = {
  demilestoned: 'removed the milestone of',
  label_cleared: 'removed the labels of',
  label_updated: 'changed the labels of',
  milestoned: 'set the milestone of',
  review_request_removed: 'withdrew a review request for',
  review_requested: 'requested a review of',
};
const isMinor = (action: string): boolean => lookUp(ACTIONS, action) !== undefined;
const done = (action: string): string => lookUp(ACTIONS, action) ?? action;

function assigneesOf({ assignee, assignees }: z.output<typeof Numbered>): string[] {
  const all = assignees.length > 0 ? assignees : assignee ? [assignee] : [];
  return all.flatMap((person) => nameOf(person) ?? []);
}

function push({ payload, who, repo, repo_url, options }: Case): Message | null {
  const { ref, after, compare_url, total_commits, commits, pusher } = Push.parse(payload);
  const name = refName(ref);
  const topic = pushTopic(repo, ref);
  const by = nameOf(pusher) ?? who;
  if (ref.startsWith('refs/tags/')) {
    const url = repo_url && `${repo_url}/src/tag/${inAddress(name)}`;
    return { topic, content: taggedPush(by, name, url, isRemoval(after)) };
  }
  if (isOtherBranch(options, name)) return null;
  return {
    topic,
    content: pushed({
      who: by,
      ref,
      compare: compare_url,
      commits: commits.map(({ id, message, url, author }) => ({
        id,
        message,
        url,
        committer: author?.username || author?.name?.split(' ')[0],
      })),
      commits_total: total_commits ?? 0,
      is_deletion: isRemoval(after),
    }),
  };
}

function create({ payload, who, repo, repo_url, options }: Case): Message | null {
  const { ref, ref_type } = Created.parse(payload);
  const name = refName(ref);
  const is_branch = ref_type === 'branch';
  if (is_branch && isOtherBranch(options, name)) return null;
  const url = repo_url && `${repo_url}/src/${inAddress(name)}`;
  return {
    topic: is_branch ? topicOf(repo, name) : topicOf(repo),
    content: `${inline(who)} created ${link(name, url)} ${inline(ref_type)}.`,
  };
}

function request(delivery: Case): Message {
  const { action, number, pull_request: about } = Request.parse(delivery.payload);
  const is_merge = action === 'closed' && about.merged === true;
  return {
    // With the id of the pull request, as topics on other servers have it.
    topic: numberedTopic(delivery.repo, 'PR #', about.id ?? about.number, about.title),
    content: happened({
      who: (is_merge ? nameOf(about.merged_by) : null) ?? delivery.who,
      action: is_merge ? 'merged' : done(action),
      name: `PR #${number ?? about.number}`,
      url: about.html_url,
      title: titleFor(delivery, about.title),
      assignees: action === 'assigned' ? assigneesOf(about) : [],
      from: isMinor(action) ? null : about.head?.ref || about.head_branch,
      to: about.base?.ref || about.base_branch,
    }),
  };
}

const issueUrl = ({ repo_url }: Case, number: string): string | null =>
  repo_url ? `${repo_url}/issues/${number}` : null;

function issue(delivery: Case): Message {
  const { action, issue: about } = Issue.parse(delivery.payload);
  return {
    topic: numberedTopic(delivery.repo, 'issue #', about.number, about.title),
    content: happened({
      who: delivery.who,
      action: done(action),
      name: `issue #${about.number}`,
      url: issueUrl(delivery, about.number),
      title: titleFor(delivery, about.title),
      body: isMinor(action) ? null : about.body,
      assignees: assigneesOf(about),
    }),
  };
}

function comment(delivery: Case): Message {
  const { action, issue: about, comment, is_pull } = Commented.parse(delivery.payload);
  const kind = is_pull || about.pull_request ? 'PR' : 'issue';
  const url = comment.html_url?.replace(/(\/files)?#.*/, '') || issueUrl(delivery, about.number);
  return {
    topic: numberedTopic(delivery.repo, 'issue #', about.number, about.title),
    content: commented({
      who: delivery.who,
      url: comment.html_url,
      body: comment.body,
      action: commentAction(action),
      on: numberedLink(`${kind} #${about.number}`, titleFor(delivery, about.title), url),
    }),
  };
}

function release({ payload, who, repo, repo_url }: Case): Message {
  const { action, release: about } = Release.parse(payload);
  const name = about.name || about.tag_name;
  return {
    topic: topicOf(repo, `${about.tag_name} ${about.name ?? ''}`),
    content: released({
      who: nameOf(about.author) ?? who,
      action,
      name,
      tag: about.tag_name,
      url: about.html_url || (repo_url && `${repo_url}/releases`),
    }),
  };
}

/** The order in which payloads without the header are recognized by their fields. */
const FORMATS: Readonly<
  Record<string, { readonly field: string; readonly format: (delivery: Case) => Message | null }>
> = {
  create: { field: 'ref_type', format: create },
  push: { field: 'commits', format: push },
  issue_comment: { field: 'comment', format: comment },
  pull_request: { field: 'pull_request', format: request },
  issues: { field: 'issue', format: issue },
  release: { field: 'release', format: release },
};

function eventOf(payload: unknown): string | undefined {
  z.looseObject({}).parse(payload);
  return Object.keys(FORMATS).find((event) => hasFields(payload, FORMATS[event]!.field));
}

/** Gogs and its descendants, which differ in the name of the header. */
export const gogsLike =
  (header: string): PayloadFormat =>
  (delivery) => {
    const event = delivery.headers.get(header) ?? eventOf(delivery.payload);
    const { format } = formatOf(FORMATS, event);
    const { repository, sender } = Common.parse(delivery.payload);
    const message = format({
      ...delivery,
      who: nameOf(sender) ?? 'Somebody',
      repo: repository.name,
      repo_url: repository.html_url,
    });
    return message && { ...message, event: event ?? null };
  };

export const gogs: PayloadFormat = gogsLike('x-gogs-event');
