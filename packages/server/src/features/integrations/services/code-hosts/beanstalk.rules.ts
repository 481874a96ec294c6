// Beanstalk: https://support.beanstalkapp.com/article/937-classic-webhooks-integration. Pure.
import { z } from 'zod';
import type { Notice, PayloadFormat } from '../../integration.rules.ts';
import { inline, link, topicOf, withQuote } from '../../markdown.rules.ts';
import { hasFields, items, maybe, part, text } from '../../payload.rules.ts';
import { isOtherBranch, pushed, pushTopic, refName } from './git-host.rules.ts';

const Push = z.looseObject({
  branch: maybe,
  ref: maybe,
  pusher_name: maybe,
  repository: z.looseObject({ name: text, url: maybe }),
  commits: items(z.looseObject({ id: text, message: maybe, url: maybe, author: part(z.looseObject({ name: maybe })) })),
});
/** A change of a Subversion repository. */
const Revision = z.looseObject({
  revision: text,
  author: maybe,
  author_full_name: maybe,
  message: maybe,
  changeset_url: maybe,
});

function revised(payload: unknown): Notice {
  const { revision, author, author_full_name, message, changeset_url } = Revision.parse(payload);
  const who = inline(author_full_name || author || 'Somebody');
  const content = withQuote(`${who} pushed ${link(`revision ${revision}`, changeset_url)}`, message);
  return { topic: topicOf(`svn r${revision}`), content, event: null };
}

export const beanstalk: PayloadFormat = ({ payload, options }) => {
  if (!hasFields(payload, 'commits')) return revised(payload);
  const { branch, ref, pusher_name, repository, commits } = Push.parse(payload);
  const named = branch || refName(ref ?? '') || 'unknown';
  if (isOtherBranch(options, named)) return null;
  return {
    topic: pushTopic(repository.name, named),
    content: pushed({
      who: pusher_name || 'Somebody',
      ref: named,
      compare: repository.url,
      commits: commits.map(({ id, message, url, author }) => ({ id, message, url, committer: author?.name })),
    }),
    event: null,
  };
};
