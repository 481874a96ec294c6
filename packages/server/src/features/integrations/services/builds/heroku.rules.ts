// Heroku: https://devcenter.heroku.com/articles/deploy-hooks. Pure.
import { z } from 'zod';
import type { PayloadFormat } from '../../integration.rules.ts';
import { inline, link, paragraphs, quote, topicOf } from '../../markdown.rules.ts';

const maybe = z.string().nullish();
const Deploy = z.looseObject({ app: z.string(), user: maybe, head: z.string(), url: maybe, git_log: maybe });

export const heroku: PayloadFormat = ({ payload }) => {
  const { app, user, head, url, git_log } = Deploy.parse(payload);
  const commits = quote(git_log?.replace(/^[ \t]+(?=\* )/gm, ''));
  const summary = `${inline(user || 'Somebody')} deployed version ${inline(head)} of ${link(app, url)}`;
  return {
    topic: topicOf(app),
    content: commits === '' ? `${summary}.` : paragraphs(`${summary}:`, commits),
    event: null,
  };
};
