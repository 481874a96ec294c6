// Bitbucket's former POST service: https://support.atlassian.com/bitbucket-cloud/docs/manage-webhooks. Pure.
import { z } from 'zod';
import type { PayloadFormat } from '../../integration.rules.ts';
import { inline, link, topicOf } from '../../markdown.rules.ts';
import { items, maybe, text } from '../../payload.rules.ts';
import { inAddress, isOtherBranch, pushed, pushTopic } from './git-host.rules.ts';

const Push = z.looseObject({
  canon_url: maybe,
  user: maybe,
  repository: z.looseObject({ name: text, absolute_url: maybe }),
  commits: items(z.looseObject({ raw_node: text, message: maybe, branch: maybe, author: maybe })),
});

export const bitbucket: PayloadFormat = ({ payload, options }) => {
  const { canon_url, user, repository, commits } = Push.parse(payload);
  const who = user || 'Someone';
  const url =
    canon_url && repository.absolute_url
      ? `${canon_url.replace(/\/$/, '')}/${repository.absolute_url.replace(/^\//, '')}`
      : null;
  // Forced pushes come without commits.
  if (commits.length === 0) {
    const named = link(repository.name, url);
    return { topic: topicOf(repository.name), content: `${inline(who)} force pushed to ${named}.`, event: null };
  }
  const branch = commits.at(-1)!.branch;
  if (branch && isOtherBranch(options, branch)) return null;
  return {
    topic: branch ? pushTopic(repository.name, branch) : topicOf(repository.name),
    content: pushed({
      who,
      ref: branch || 'unknown',
      compare: url,
      commits: commits.map(({ raw_node, message, author }) => ({
        id: raw_node,
        message,
        url: url && `${url.replace(/\/$/, '')}/commits/${inAddress(raw_node)}`,
        committer: user ? author : null,
      })),
    }),
    event: null,
  };
};
