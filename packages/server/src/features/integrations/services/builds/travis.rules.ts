// Travis CI: https://docs.travis-ci.com/user/notifications/#configuring-webhook-notifications. Pure.
import { z } from 'zod';
import type { PayloadFormat } from '../../integration.rules.ts';
import { inline } from '../../markdown.rules.ts';
import { lookUp, maybe, text } from '../../payload.rules.ts';
import { linksTo } from '../facts.rules.ts';

const Build = z.looseObject({
  type: maybe,
  status_message: text,
  author_name: maybe,
  build_url: maybe,
  compare_url: maybe,
});

const MARKS: Readonly<Record<string, string>> = {
  Broken: ':thumbs_down:',
  Canceled: ':thumbs_down:',
  Errored: ':thumbs_down:',
  Failed: ':thumbs_down:',
  Fixed: ':thumbs_up:',
  Passed: ':thumbs_up:',
  Pending: ':counterclockwise:',
  'Still Failing': ':thumbs_down:',
};

export const travis: PayloadFormat = ({ payload }) => {
  const { type, status_message, author_name, build_url, compare_url } = Build.parse(payload);
  // Builds of every change to a pull request would say too much.
  if (type === 'pull_request') return null;
  const mark = lookUp(MARKS, status_message);
  const pages = linksTo([
    ['changes', compare_url],
    ['build log', build_url],
  ]);
  const lines = [
    ...(author_name ? [`Author: ${inline(author_name)}`] : []),
    `Build status: ${inline(status_message)}${mark ? ` ${mark}` : ''}`,
    ...(pages.length > 0 ? [`Details: ${pages.join(', ')}`] : []),
  ];
  return { topic: 'builds', content: lines.join('\n'), event: 'push' };
};
