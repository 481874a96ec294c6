// Bitbucket Server: https://confluence.atlassian.com/bitbucketserver/event-payload-938025882.html. Pure.
import { z } from 'zod';
import type { Delivery, Message, PayloadFormat } from '../../integration.rules.ts';
import { bold, inline, link, topicOf } from '../../markdown.rules.ts';
import { flag, formatOf, items, maybe, part, text } from '../../payload.rules.ts';
import {
  CHANGES_SHOWN,
  type Comment,
  commented,
  commitLink,
  happened,
  inAddress,
  isOtherBranch,
  nameList,
  noticesOf,
  numberedLink,
  numberedTopic,
  PEOPLE_SHOWN,
  personOf,
  pushTopic,
  taggedPush,
  titleFor,
} from './git-host.rules.ts';

const Links = part(z.looseObject({ self: items(part(z.looseObject({ href: maybe }))) }));
const Person = z.looseObject({ name: maybe, displayName: maybe, links: Links });
const Repository = z.looseObject({ name: text, links: Links });
const Common = z.looseObject({ eventKey: maybe, actor: part(Person), test: flag });
const InRepository = z.looseObject({ repository: Repository });
const Commented = z.looseObject({ comment: z.looseObject({ id: maybe, text: maybe }) });
const CommitComment = InRepository.extend(Commented.shape).extend({ commit: text });
const Forked = z.looseObject({ repository: Repository.extend({ origin: Repository }) });
const Modified = z.looseObject({ old: Repository, new: Repository });
const Pushed = InRepository.extend({
  changes: items(
    z.looseObject({
      type: text,
      toHash: maybe,
      ref: z.looseObject({ type: maybe, displayId: text }),
    }),
  ),
});
const Branch = part(z.looseObject({ displayId: maybe, repository: part(Repository) }));
const Reviewer = z.looseObject({ user: Person });
const Request = z.looseObject({
  pullRequest: z.looseObject({
    id: text,
    title: text,
    description: maybe,
    reviewers: items(Reviewer),
    fromRef: Branch,
    toRef: z.looseObject({ displayId: maybe, repository: Repository }),
    links: Links,
  }),
});
const Reviewers = z.looseObject({ addedReviewers: items(Person) });

interface Case extends Delivery {
  readonly who: string;
  readonly who_url: string | null;
}
type EventFormat = (delivery: Case) => Message | readonly Message[];

const pageOf = (links: z.output<typeof Links>): string | null => links?.self?.[0]?.href || null;
const by = ({ who, who_url }: Case): string => personOf(who, who_url);
type PersonOf = z.output<typeof Person>;
const nameOf = (person: PersonOf | null | undefined): string => person?.name || person?.displayName || 'Someone';
const linked = (person: PersonOf): string => personOf(nameOf(person), pageOf(person.links));
const people = (all: readonly PersonOf[]): string => nameList(all.slice(0, PEOPLE_SHOWN).map(linked));

const ping: EventFormat = () => ({
  topic: 'Bitbucket Server Ping',
  content: 'Congratulations! The Bitbucket Server webhook was configured successfully!',
});

const commitComment =
  (action: Comment['action']): EventFormat =>
  ({ payload, who, who_url }) => {
    const { comment, commit, repository } = CommitComment.parse(payload);
    const commit_url = pageOf(repository.links)?.replace(/\/browse$/, `/commits/${inAddress(commit)}`);
    const url = commit_url && comment.id != null ? `${commit_url}?commentId=${comment.id}` : commit_url;
    const on = commitLink(commit, commit_url);
    return {
      topic: topicOf(repository.name),
      content: commented({ who, who_url, url, body: comment.text, on, action }),
    };
  };

const forked: EventFormat = (delivery) => {
  const { repository } = Forked.parse(delivery.payload);
  const fork = link(repository.name, pageOf(repository.links));
  return { topic: topicOf(repository.origin.name), content: `${by(delivery)} forked the repository into ${fork}.` };
};

const modified: EventFormat = (delivery) => {
  const { old: before, new: after } = Modified.parse(delivery.payload);
  const change =
    before.name === after.name
      ? `modified the ${link(after.name, pageOf(after.links))} repo.`
      : `changed the name of the ${bold(before.name)} repo from ${bold(before.name)} to ${bold(after.name)}.`;
  return { topic: topicOf(after.name), content: `${by(delivery)} ${change}` };
};

function pushedChange(
  delivery: Case,
  repo: string,
  { type, toHash, ref }: z.output<typeof Pushed>['changes'][number],
): Message | null {
  const name = ref.displayId;
  if (ref.type === 'TAG') {
    const content = taggedPush(delivery.who, name, null, type === 'DELETE', delivery.who_url);
    return { topic: topicOf(repo), content };
  }
  if (isOtherBranch(delivery.options, name)) return null;
  const topic = pushTopic(repo, name);
  const branch = inline(name);
  if (type === 'DELETE') return { topic, content: `${by(delivery)} deleted branch ${branch}.` };
  const head = toHash ? ` Head is now ${inline(toHash)}.` : '';
  const did = type === 'ADD' ? `created branch ${branch}` : `pushed to branch ${branch}`;
  return { topic, content: `${by(delivery)} ${did}.${head}` };
}

const pushed: EventFormat = (delivery) => {
  const { repository, changes } = Pushed.parse(delivery.payload);
  return changes.slice(0, CHANGES_SHOWN).flatMap((change) => pushedChange(delivery, repository.name, change) ?? []);
};

type RequestOf = z.output<typeof Request>['pullRequest'];

const topicFor = ({ id, title, toRef }: RequestOf): string => numberedTopic(toRef.repository.name, 'PR #', id, title);
const requestLink = (delivery: Case, { id, title, links }: RequestOf): string =>
  numberedLink(`PR #${id}`, titleFor(delivery, title), pageOf(links));

const request =
  (action: string, detail: 'all' | 'branches' | 'nothing' = 'nothing'): EventFormat =>
  (delivery) => {
    const { pullRequest: about } = Request.parse(delivery.payload);
    const { id, title, description, reviewers, fromRef, toRef, links } = about;
    const { who, who_url } = delivery;
    return {
      topic: topicFor(about),
      content: happened({
        who,
        who_url,
        action,
        name: `PR #${id}`,
        url: pageOf(links),
        title: titleFor(delivery, title),
        body: detail === 'all' ? description : null,
        assignees: detail === 'all' ? reviewers.map(({ user }) => nameOf(user)) : [],
        from: detail === 'nothing' ? null : fromRef?.displayId,
        to: detail === 'nothing' ? null : toRef.displayId,
      }),
    };
  };

const reviewers: EventFormat = (delivery) => {
  const { pullRequest: about } = Request.parse(delivery.payload);
  const { addedReviewers } = Reviewers.parse(delivery.payload);
  const named = requestLink(delivery, about);
  const assigned = about.reviewers.map(({ user }) => user);
  const all = addedReviewers.length > 0 ? addedReviewers : assigned;
  const did = all.length > 0 ? `reassigned ${named} to ${people(all)}` : `removed all reviewers from ${named}`;
  return { topic: topicFor(about), content: `${by(delivery)} ${did}.` };
};

const reviewed =
  (verdict: (named: string) => string): EventFormat =>
  (delivery) => {
    const { pullRequest: about } = Request.parse(delivery.payload);
    return { topic: topicFor(about), content: `${by(delivery)} ${verdict(requestLink(delivery, about))}.` };
  };

const requestComment =
  (action: Comment['action']): EventFormat =>
  (delivery) => {
    const { pullRequest: about } = Request.parse(delivery.payload);
    const { id, text: body } = Commented.parse(delivery.payload).comment;
    const page = pageOf(about.links);
    const url = page && id != null ? `${page}/overview?commentId=${id}` : page;
    const { who, who_url } = delivery;
    return {
      topic: topicFor(about),
      content: commented({ who, who_url, url, body, on: requestLink(delivery, about), action }),
    };
  };

const FORMATS: Readonly<Record<string, EventFormat>> = {
  'diagnostics:ping': ping,
  'repo:comment:added': commitComment('created'),
  'repo:comment:edited': commitComment('edited'),
  'repo:comment:deleted': commitComment('deleted'),
  'repo:forked': forked,
  'repo:modified': modified,
  'repo:refs_changed': pushed,
  'pr:comment:added': requestComment('created'),
  'pr:comment:edited': requestComment('edited'),
  'pr:comment:deleted': requestComment('deleted'),
  'pr:declined': request('declined', 'branches'),
  'pr:deleted': request('deleted', 'branches'),
  'pr:merged': request('merged', 'branches'),
  'pr:modified': request('modified', 'all'),
  'pr:opened': request('opened', 'all'),
  'pr:reviewer:updated': reviewers,
  'pr:reviewer:approved': reviewed((named) => `approved ${named}`),
  'pr:reviewer:unapproved': reviewed((named) => `unapproved ${named}`),
  'pr:reviewer:needs_work': reviewed((named) => `marked ${named} as "needs work"`),
};

export const bitbucket3: PayloadFormat = (delivery) => {
  const { eventKey, actor, test } = Common.parse(delivery.payload);
  // The test of a connection has no other field.
  const event = eventKey ?? delivery.headers.get('x-event-key') ?? (test ? 'diagnostics:ping' : '');
  const format = formatOf(FORMATS, event);
  return noticesOf(event, format({ ...delivery, who: nameOf(actor), who_url: pageOf(actor?.links) }));
};
