// Heroku: https://devcenter.heroku.com/articles/deploy-hooks. Pure.
import { z } from 'zod';
import type { PayloadFormat } from '../../integration.rules.ts';
import { inline, link, topicOf, withQuote } from '../../markdown.rules.ts';
import { maybe, text } from '../../payload.rules.ts';

const Deploy = z.looseObject({ app: text, user: maybe, head: maybe, url: maybe, git_log: maybe });

export const heroku: PayloadFormat = ({ payload }) => {
  const { app, user, head, url, git_log } = Deploy.parse(payload);
  const version = head ? `version ${inline(head)}` : 'a version';
  const content = withQuote(
    `${inline(user || 'Somebody')} deployed ${version} of ${link(app, url)}`,
    git_log?.replace(/^[ \t]+(?=\* )/gm, ''),
  );
  return { topic: topicOf(app), content, event: null };
};
