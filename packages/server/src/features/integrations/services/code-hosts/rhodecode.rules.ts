// RhodeCode: https://docs.rhodecode.com/RhodeCode-Enterprise/integrations/webhook.html. Pure.
import { z } from 'zod';
import { type PayloadFormat, UnsupportedEvent } from '../../integration.rules.ts';
import { inline, link, topicOf } from '../../markdown.rules.ts';
import { anything, items, maybe, part, text } from '../../payload.rules.ts';
import {
  authorName,
  CHANGES_SHOWN,
  isOtherBranch,
  noticesOf,
  pushed,
  pushTopic,
  taggedPush,
} from './git-host.rules.ts';

const Common = z.looseObject({ event: z.looseObject({ name: text, push: anything }) });
const Ref = z.looseObject({ name: text, url: maybe });
const Push = z.looseObject({
  event: z.looseObject({
    repo: z.looseObject({ repo_name: text, url: maybe }),
    actor: part(z.looseObject({ username: maybe })),
    push: z.looseObject({
      branches: items(Ref),
      tags: items(Ref),
      commits: items(
        z.looseObject({
          raw_id: text,
          message: maybe,
          url: maybe,
          author: maybe,
          branch: maybe,
          git_ref_change: maybe,
        }),
      ),
    }),
  }),
});
type PushOf = z.output<typeof Push>['event']['push'];

/** The service lists new tags and removed branches among the commits. */
const isCommit = ({ git_ref_change }: PushOf['commits'][number]): boolean => !git_ref_change;

function removedBranches({ commits }: PushOf): ReadonlySet<string> {
  const removed = commits.filter(({ git_ref_change }) => git_ref_change === 'branch_delete');
  return new Set(removed.map(({ branch, raw_id }) => branch || raw_id.replace(/^.*=>/, '')));
}

function pushedBranch(who: string, { branches, commits }: PushOf, { name, url }: PushOf['branches'][number]): string {
  const own = commits.filter((commit) => isCommit(commit) && (branches.length === 1 || commit.branch === name));
  return pushed({
    who,
    ref: name,
    compare: own.length === 1 ? own[0]!.url : url,
    commits: own.map(({ raw_id, message, url, author }) => ({
      id: raw_id,
      message,
      url,
      committer: authorName(author),
    })),
  });
}

export const rhodecode: PayloadFormat = ({ payload, options }) => {
  const { event } = Common.parse(payload);
  if (event.push === undefined) throw new UnsupportedEvent(event.name);
  const { repo, actor, push } = Push.parse(payload).event;
  const who = actor?.username || 'Somebody';
  const removed = removedBranches(push);
  const changed = push.branches.filter(({ name }) => !removed.has(name));
  const shown = (name: string) => !isOtherBranch(options, name);
  const messages = [
    ...changed
      .filter(({ name }) => shown(name))
      .slice(0, CHANGES_SHOWN)
      .map((ref) => ({ topic: pushTopic(repo.repo_name, ref.name), content: pushedBranch(who, push, ref) })),
    ...[...removed].filter(shown).map((name) => ({
      topic: pushTopic(repo.repo_name, name),
      content: pushed({ who, ref: name, compare: null, commits: [], is_deletion: true }),
    })),
    ...push.tags.map(({ name, url }) => ({
      topic: topicOf(repo.repo_name),
      content: taggedPush(who, name, url, false),
    })),
  ];
  const is_empty = changed.length + removed.size + push.tags.length === 0;
  const unnamed = {
    topic: topicOf(repo.repo_name),
    content: `${inline(who)} pushed to ${link(repo.repo_name, repo.url)}.`,
  };
  return noticesOf('repo-push', is_empty ? unnamed : messages.slice(0, CHANGES_SHOWN));
};
