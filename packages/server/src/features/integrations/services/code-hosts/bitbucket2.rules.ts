// Bitbucket Cloud: https://support.atlassian.com/bitbucket-cloud/docs/event-payloads. Pure.
import { z } from 'zod';
import type { Delivery, Message, PayloadFormat } from '../../integration.rules.ts';
import { bold, inline, link, topicOf } from '../../markdown.rules.ts';
import { anything, flag, formatOf, items, lookUp, maybe, part, text } from '../../payload.rules.ts';
import {
  authorName,
  CHANGES_SHOWN,
  type Comment,
  commented,
  commitLink,
  happened,
  inAddress,
  isOtherBranch,
  noticesOf,
  numberedLink,
  numberedTopic,
  pushed,
  pushTopic,
  taggedPush,
  titleFor,
} from './git-host.rules.ts';

const Links = part(z.looseObject({ html: part(z.looseObject({ href: maybe })) }));
const Person = z.looseObject({ display_name: maybe, nickname: maybe, username: maybe });
const Common = z.looseObject({ actor: part(Person), repository: z.looseObject({ name: text, links: Links }) });
const CommitOf = z.looseObject({
  hash: text,
  message: maybe,
  links: Links,
  author: part(z.looseObject({ raw: maybe, user: part(Person) })),
});
const Ref = part(z.looseObject({ type: maybe, name: text, links: Links, target: part(CommitOf) }));
const Push = z.looseObject({
  push: z.looseObject({
    changes: items(
      z.looseObject({
        old: Ref,
        new: Ref,
        forced: flag,
        truncated: flag,
        commits: items(CommitOf),
        links: Links,
      }),
    ),
  }),
});
const Forked = z.looseObject({ fork: z.looseObject({ full_name: text, links: Links }) });
const Content = part(z.looseObject({ raw: maybe }));
const Commented = z.looseObject({ comment: z.looseObject({ content: Content, links: Links }) });
const CommitComment = Commented.extend({ commit: CommitOf });
const Status = z.looseObject({
  commit_status: z.looseObject({
    key: maybe,
    name: maybe,
    state: text,
    url: maybe,
    links: part(z.looseObject({ commit: part(z.looseObject({ href: maybe })) })),
  }),
});
const Issue = z.looseObject({
  issue: z.looseObject({
    id: text,
    title: text,
    content: Content,
    assignee: part(Person),
    links: Links,
  }),
});
const Branch = part(z.looseObject({ branch: part(z.looseObject({ name: maybe })) }));
const Request = z.looseObject({
  pullrequest: z.looseObject({
    id: text,
    title: text,
    description: maybe,
    reason: maybe,
    reviewers: items(Person),
    source: Branch,
    destination: Branch,
    links: Links,
  }),
});
const Updated = z.looseObject({ changes: z.record(z.string(), z.unknown()) });
const Change = z.looseObject({ old: anything, new: anything });

interface Case extends Delivery {
  readonly who: string;
  readonly repo: string;
  readonly repo_url: string | null;
}
type EventFormat = (delivery: Case) => Message | readonly Message[] | null;

const nameOf = (person: z.output<typeof Person> | null | undefined): string | null =>
  person?.display_name || person?.nickname || person?.username || null;
const pageOf = (links: z.output<typeof Links>): string | null => links?.html?.href || null;
const commitUrl = ({ repo_url }: Case, hash: string) => (repo_url ? `${repo_url}/commits/${inAddress(hash)}` : null);

type ChangeOf = z.output<typeof Push>['push']['changes'][number];

function pushedChange(delivery: Case, change: ChangeOf): Message | null {
  const ref = change.new ?? change.old;
  if (!ref) return null;
  const { who, repo } = delivery;
  if (ref.type === 'tag')
    return { topic: topicOf(repo), content: taggedPush(who, ref.name, pageOf(ref.links), !change.new) };
  if (isOtherBranch(delivery.options, ref.name)) return null;
  const topic = pushTopic(repo, ref.name);
  if (!change.new) return { topic, content: `${inline(who)} deleted branch ${inline(ref.name)}.` };
  return {
    topic,
    content: pushed({
      who,
      ref: ref.name,
      compare: pageOf(change.links) ?? pageOf(ref.links),
      forced_to: change.forced ? ref.target?.hash : null,
      has_more: change.truncated === true,
      commits: change.commits.map(({ hash, message, links, author }) => ({
        id: hash,
        message,
        url: pageOf(links),
        committer: nameOf(author?.user) ?? authorName(author?.raw),
      })),
    }),
  };
}

const push: EventFormat = (delivery) =>
  Push.parse(delivery.payload)
    .push.changes.slice(0, CHANGES_SHOWN)
    .flatMap((change) => pushedChange(delivery, change) ?? []);

const fork: EventFormat = ({ payload, who, repo }) => {
  const { full_name, links } = Forked.parse(payload).fork;
  const named = link(full_name, pageOf(links));
  return { topic: topicOf(repo), content: `${inline(who)} forked the repository into ${named}.` };
};

const commitComment: EventFormat = (delivery) => {
  const { comment, commit } = CommitComment.parse(delivery.payload);
  const on = commitLink(commit.hash, pageOf(commit.links) ?? commitUrl(delivery, commit.hash));
  const content = commented({
    who: delivery.who,
    url: pageOf(comment.links),
    body: comment.content?.raw,
    on,
  });
  return { topic: topicOf(delivery.repo), content };
};

const status: EventFormat = (delivery) => {
  const { key, name, state, url, links } = Status.parse(delivery.payload).commit_status;
  const hash = links?.commit?.href?.split('/').at(-1);
  const system = link(`System ${key || name || ''}`.trim(), url);
  const commit = hash ? commitLink(hash, commitUrl(delivery, hash)) : 'a commit';
  return { topic: topicOf(delivery.repo), content: `${system} changed status of ${commit} to ${inline(state)}.` };
};

const issueTopic = (repo: string, { id, title }: z.output<typeof Issue>['issue']) =>
  numberedTopic(repo, 'issue #', id, title);
const requestTopic = (repo: string, { id, title }: z.output<typeof Request>['pullrequest']) =>
  numberedTopic(repo, 'PR #', id, title);

const issue =
  (action: string, with_more: boolean): EventFormat =>
  (delivery) => {
    const { issue: about } = Issue.parse(delivery.payload);
    const assignee = nameOf(about.assignee);
    return {
      topic: issueTopic(delivery.repo, about),
      content: happened({
        who: delivery.who,
        action,
        name: `issue #${about.id}`,
        url: pageOf(about.links),
        title: titleFor(delivery, about.title),
        body: with_more ? about.content?.raw : null,
        assignees: with_more && assignee ? [assignee] : [],
      }),
    };
  };

const issueComment: EventFormat = (delivery) => {
  const { issue: about } = Issue.parse(delivery.payload);
  const { comment } = Commented.parse(delivery.payload);
  const on = numberedLink(`issue #${about.id}`, titleFor(delivery, about.title), pageOf(about.links));
  return {
    topic: issueTopic(delivery.repo, about),
    content: commented({ who: delivery.who, url: pageOf(comment.links), body: comment.content?.raw, on }),
  };
};

const request =
  (action: string, more: 'all' | 'reason' | 'nothing' = 'nothing'): EventFormat =>
  (delivery) => {
    const { pullrequest: about } = Request.parse(delivery.payload);
    const with_all = more === 'all';
    return {
      topic: requestTopic(delivery.repo, about),
      content: happened({
        who: delivery.who,
        action,
        name: `PR #${about.id}`,
        url: pageOf(about.links),
        title: titleFor(delivery, about.title),
        body: with_all ? about.description : more === 'reason' ? about.reason : null,
        assignees: with_all ? about.reviewers.flatMap((person) => nameOf(person) ?? []) : [],
        from: with_all ? about.source?.branch?.name : null,
        to: with_all ? about.destination?.branch?.name : null,
      }),
    };
  };

const requestComment =
  (action: Comment['action']): EventFormat =>
  (delivery) => {
    const { pullrequest: about } = Request.parse(delivery.payload);
    const { comment } = Commented.parse(delivery.payload);
    const on = numberedLink(`PR #${about.id}`, titleFor(delivery, about.title), pageOf(about.links));
    const url = pageOf(comment.links);
    const content = commented({ who: delivery.who, url, body: comment.content?.raw, on, action });
    return { topic: requestTopic(delivery.repo, about), content };
  };

const CHANGES = ['website', 'name', 'language', 'full_name', 'description'];

/** What changed of a repository, a message for all changes. */
const updated: EventFormat = ({ payload, who, repo }) => {
  const { changes } = Updated.parse(payload);
  const lines = CHANGES.flatMap((name) => {
    const read = Change.safeParse(lookUp(changes, name));
    if (!read.success || typeof read.data.new !== 'string' || bold(read.data.new) === '') return [];
    const before = typeof read.data.old === 'string' ? bold(read.data.old) : '';
    const from = before === '' ? '' : ` from ${before}`;
    return [
      `${inline(who)} changed the ${name.replace('_', ' ')} of the ${bold(repo)} repo${from} to ${bold(read.data.new)}.`,
    ];
  });
  return lines.length > 0 ? { topic: topicOf(repo), content: lines.join('\n') } : null;
};

const FORMATS: Readonly<Record<string, EventFormat>> = {
  push,
  fork,
  commit_comment: commitComment,
  change_commit_status: status,
  issue_created: issue('created', true),
  issue_updated: issue('updated', false),
  issue_commented: issueComment,
  pull_request_created: request('created', 'all'),
  pull_request_updated: request('updated', 'all'),
  pull_request_approved: request('approved'),
  pull_request_unapproved: request('unapproved'),
  pull_request_fulfilled: request('merged'),
  pull_request_rejected: request('rejected', 'reason'),
  pull_request_comment_created: requestComment('created'),
  pull_request_comment_updated: requestComment('edited'),
  pull_request_comment_deleted: requestComment('deleted'),
  'repo:updated': updated,
};

/** The kind of a delivery about a pull request whose header is missing or names no kind. */
function requestKind(payload: object): string {
  if ('comment' in payload) return 'comment_created';
  if ('approval' in payload) return 'approved';
  const read = z.looseObject({ pullrequest: z.looseObject({ state: text }) }).safeParse(payload);
  const state = read.success ? read.data.pullrequest.state : '';
  return state === 'MERGED' ? 'fulfilled' : state === 'DECLINED' ? 'rejected' : 'created';
}

/** The headers of kinds of pull request events without a message are named as they are. */
function eventOf(headers: Headers, payload: object): string {
  const key = headers.get('x-event-key') ?? '';
  if ('push' in payload) return 'push';
  if ('fork' in payload) return 'fork';
  if ('comment' in payload && 'commit' in payload) return 'commit_comment';
  if ('commit_status' in payload) return 'change_commit_status';
  if ('issue' in payload) {
    if ('changes' in payload) return 'issue_updated';
    return 'comment' in payload ? 'issue_commented' : 'issue_created';
  }
  if ('pullrequest' in payload) {
    const kind = key.startsWith('pullrequest:') ? key.slice('pullrequest:'.length) : requestKind(payload);
    return `pull_request_${kind}`;
  }
  return 'changes' in payload && (key === '' || key === 'repo:updated') ? 'repo:updated' : key;
}

export const bitbucket2: PayloadFormat = (delivery) => {
  const event = eventOf(delivery.headers, z.looseObject({}).parse(delivery.payload));
  const format = formatOf(FORMATS, event);
  const { actor, repository } = Common.parse(delivery.payload);
  const messages = format({
    ...delivery,
    who: nameOf(actor) ?? 'Someone',
    repo: repository.name,
    repo_url: pageOf(repository.links),
  });
  return noticesOf(event, messages);
};
