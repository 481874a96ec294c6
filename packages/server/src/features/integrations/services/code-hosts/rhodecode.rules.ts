// RhodeCode: https://docs.rhodecode.com/RhodeCode-Enterprise/integrations/webhook.html. Pure.
import { z } from 'zod';
import { type Notice, type PayloadFormat, UnsupportedEvent } from '../../integration.rules.ts';
import { inline, link, topicOf } from '../../markdown.rules.ts';
import { anything, items, maybe, part, text } from '../../payload.rules.ts';
import { CHANGES_SHOWN, isOtherBranch, pushed, pushTopic, taggedPush } from './git-host.rules.ts';

const Common = z.looseObject({ event: z.looseObject({ name: text, push: anything }) });
const Ref = z.looseObject({ name: text, url: maybe });
const Push = z.looseObject({
  event: z.looseObject({
    repo: z.looseObject({ repo_name: text, url: maybe }),
    actor: part(z.looseObject({ username: maybe })),
    push: z.looseObject({
      branches: items(Ref),
      tags: items(Ref),
      commits: items(z.looseObject({ raw_id: text, message: maybe, url: maybe, author: maybe, branch: maybe })),
    }),
  }),
});

const EVENT = 'repo-push';

export const rhodecode: PayloadFormat = ({ payload, options }): Notice[] => {
  const { event } = Common.parse(payload);
  if (event.push === undefined) throw new UnsupportedEvent(event.name);
  const { repo, actor, push } = Push.parse(payload).event;
  const who = actor?.username || 'Somebody';
  const { branches, tags, commits: all } = push;
  const to_branches = branches.slice(0, CHANGES_SHOWN).flatMap(({ name: branch, url }) => {
    if (isOtherBranch(options, branch)) return [];
    const commits = branches.length === 1 ? all : all.filter((commit) => commit.branch === branch);
    const content = pushed({
      who,
      ref: branch,
      compare: commits.length === 1 ? commits[0]!.url : url,
      commits: commits.map(({ raw_id, message, url, author }) => ({
        id: raw_id,
        message,
        url,
        committer: author?.replace(/ *<.*/, ''),
      })),
    });
    return { topic: pushTopic(repo.repo_name, branch), content, event: EVENT };
  });
  const to_tags = tags.slice(0, CHANGES_SHOWN).map((tag) => ({
    topic: topicOf(repo.repo_name),
    content: taggedPush(who, tag.name, tag.url, false),
    event: EVENT,
  }));
  if (branches.length + tags.length > 0) return [...to_branches, ...to_tags];
  const content = `${inline(who)} pushed to ${link(repo.repo_name, repo.url)}.`;
  return [{ topic: topicOf(repo.repo_name), content, event: EVENT }];
};
