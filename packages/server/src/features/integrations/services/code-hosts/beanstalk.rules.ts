// Beanstalk: https://support.beanstalkapp.com/article/937-classic-webhooks-integration. Pure.
import { z } from 'zod';
import type { Notice, PayloadFormat } from '../../integration.rules.ts';
import { inline, link, paragraphs, quote, topicOf } from '../../markdown.rules.ts';
import { isOtherBranch, maybe, pushed, pushTopic, text } from './git-host.rules.ts';

const Push = z.looseObject({
  branch: maybe,
  ref: text,
  pusher_name: maybe,
  repository: z.looseObject({ name: text, url: maybe }),
  commits: z.array(
    z.looseObject({ id: text, message: text, url: maybe, author: z.looseObject({ name: maybe }).nullish() }),
  ),
});
/** A change of a Subversion repository. */
const Revision = z.looseObject({
  revision: z.number(),
  author: maybe,
  author_full_name: maybe,
  message: maybe,
  changeset_url: maybe,
});

function revised(payload: unknown): Notice {
  const { revision, author, author_full_name, message, changeset_url } = Revision.parse(payload);
  const who = inline(author_full_name || author || 'Somebody');
  const words = quote(message);
  const summary = `${who} pushed ${link(`revision ${revision}`, changeset_url)}`;
  return {
    topic: topicOf(`svn r${revision}`),
    content: words === '' ? `${summary}.` : paragraphs(`${summary}:`, words),
    event: null,
  };
}

export const beanstalk: PayloadFormat = ({ payload, options }) => {
  if (!Object.hasOwn(z.looseObject({}).parse(payload), 'commits')) return revised(payload);
  const { branch, ref, pusher_name, repository, commits } = Push.parse(payload);
  const named = branch || ref.replace(/^refs\/heads\//, '');
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
