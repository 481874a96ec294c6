// Azure DevOps: https://learn.microsoft.com/azure/devops/service-hooks/events. Pure.
import { z } from 'zod';
import type { Delivery, Message, Notice, PayloadFormat } from '../../integration.rules.ts';
import { inline, topicOf } from '../../markdown.rules.ts';
import { formatOf, items, maybe, part, text } from '../../payload.rules.ts';
import {
  CHANGES_SHOWN,
  happened,
  inAddress,
  isNothing,
  isOtherBranch,
  isRemoval,
  noticesOf,
  numberedLink,
  numberedTopic,
  pushed,
  pushTopic,
  refName,
  taggedPush,
  titleFor,
} from './git-host.rules.ts';

const Person = part(z.looseObject({ displayName: maybe }));
const Repository = z.looseObject({ name: text, remoteUrl: maybe, webUrl: maybe });
const Common = z.looseObject({ eventType: text });
const Push = z.looseObject({
  resource: z.looseObject({
    repository: Repository,
    pushedBy: Person,
    refUpdates: items(z.looseObject({ name: text, oldObjectId: maybe, newObjectId: maybe })),
    commits: items(z.looseObject({ commitId: text, comment: maybe, author: part(z.looseObject({ name: maybe })) })),
  }),
});
const Request = z.looseObject({
  message: part(z.looseObject({ text: maybe })),
  resource: z.looseObject({
    repository: Repository,
    pullRequestId: text,
    title: text,
    description: maybe,
    status: maybe,
    mergeStatus: maybe,
    sourceRefName: maybe,
    targetRefName: maybe,
    createdBy: Person,
    closedBy: Person,
    reviewers: items(Person),
    _links: part(z.looseObject({ web: part(z.looseObject({ href: maybe })) })),
  }),
});
type RequestOf = z.output<typeof Request>;

type EventFormat = (delivery: Delivery) => Message | readonly Message[] | null;

/** The page of a repository, without the account in its address for Git. */
const pageOf = ({ webUrl, remoteUrl }: z.output<typeof Repository>): string | null =>
  (webUrl || remoteUrl)?.replace(/^(https?:\/\/)[^/@]*@/, '$1').replace(/\/$/, '') || null;

const push: EventFormat = ({ payload, options }) => {
  const { repository, pushedBy, refUpdates, commits } = Push.parse(payload).resource;
  const page = pageOf(repository);
  const who = pushedBy?.displayName || 'Somebody';
  return refUpdates.slice(0, CHANGES_SHOWN).flatMap(({ name, oldObjectId, newObjectId }) => {
    const branch = refName(name);
    const is_deletion = isRemoval(newObjectId);
    if (name.startsWith('refs/tags/')) {
      const url = page && `${page}?version=GT${inAddress(branch)}`;
      return { topic: topicOf(repository.name), content: taggedPush(who, branch, url, is_deletion) };
    }
    if (isOtherBranch(options, branch)) return [];
    const address = isNothing(oldObjectId)
      ? `?version=GB${inAddress(branch)}`
      : `/branchCompare?baseVersion=GC${oldObjectId}&targetVersion=GC${newObjectId}&_a=files`;
    const content = pushed({
      who,
      ref: name,
      compare: page && !is_deletion ? page + address : page,
      is_deletion,
      // A push to several branches doesn't say whose the commits are.
      commits: (refUpdates.length === 1 ? commits : []).map(({ commitId, comment, author }) => ({
        id: commitId,
        message: comment,
        url: page && `${page}/commit/${inAddress(commitId)}`,
        committer: author?.name,
      })),
    });
    return { topic: pushTopic(repository.name, name), content };
  });
};

const nameOf = ({ pullRequestId }: RequestOf['resource']): string => `PR #${pullRequestId}`;
const topicFor = ({ repository, pullRequestId, title }: RequestOf['resource']): string =>
  numberedTopic(repository.name, 'PR #', pullRequestId, title);

function urlOf({ repository, pullRequestId, _links }: RequestOf['resource']): string | null {
  const page = pageOf(repository);
  return _links?.web?.href || (page && `${page}/pullrequest/${pullRequestId}`);
}

function request(delivery: Delivery, who: string | null | undefined, action: string, detail = true): Message {
  const about = Request.parse(delivery.payload).resource;
  return {
    topic: topicFor(about),
    content: happened({
      who: who || 'Somebody',
      action,
      name: nameOf(about),
      url: urlOf(about),
      title: titleFor(delivery, about.title),
      body: detail ? about.description : null,
      from: about.sourceRefName && refName(about.sourceRefName),
      to: about.targetRefName && refName(about.targetRefName),
    }),
  };
}

/** Updates don't name their author, except at the beginning of a sentence. */
function updater({ message, resource: { createdBy, closedBy, reviewers } }: RequestOf): string | null | undefined {
  const all = [createdBy, closedBy, ...reviewers].map((person) => person?.displayName);
  return all.find((name) => name && message?.text?.startsWith(`${name} `)) ?? createdBy?.displayName;
}

const updated: EventFormat = (delivery) => {
  const read = Request.parse(delivery.payload);
  const { status } = read.resource;
  const is_closed = status === 'abandoned' || status === 'completed';
  return request(delivery, updater(read), is_closed ? status : 'updated', !is_closed);
};

/** An attempt to merge, also one that only tries whether the branches have conflicts. */
const merged: EventFormat = (delivery) => {
  const about = Request.parse(delivery.payload).resource;
  const { closedBy, createdBy, status, mergeStatus, title } = about;
  if (status === 'completed' || !mergeStatus)
    return request(delivery, closedBy?.displayName || createdBy?.displayName, 'merged');
  if (mergeStatus === 'succeeded' || mergeStatus === 'queued') return null;
  const named = numberedLink(nameOf(about), titleFor(delivery, title), urlOf(about));
  return { topic: topicFor(about), content: `${named} could not be merged (${inline(mergeStatus)}).` };
};

const FORMATS: Readonly<Record<string, EventFormat>> = {
  'git.push': push,
  'git.pullrequest.created': (delivery) =>
    request(delivery, Request.parse(delivery.payload).resource.createdBy?.displayName, 'created'),
  'git.pullrequest.merged': merged,
  'git.pullrequest.updated': updated,
};

export const azuredevops: PayloadFormat = (delivery): Notice[] => {
  const { eventType: event } = Common.parse(delivery.payload);
  return noticesOf(event, formatOf(FORMATS, event)(delivery));
};
