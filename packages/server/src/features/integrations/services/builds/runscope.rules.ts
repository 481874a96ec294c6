// Runscope: https://www.blazemeter.com/docs/api-monitoring/notifications/webhooks. Pure.
import { z } from 'zod';
import type { PayloadFormat } from '../../integration.rules.ts';
import { bold, inline, link, topicOf } from '../../markdown.rules.ts';
import { withFacts } from './facts.rules.ts';

const maybe = z.string().nullish();
const Run = z.looseObject({
  test_name: z.string(),
  test_url: maybe,
  test_run_url: maybe,
  bucket_name: maybe,
  environment_name: maybe,
  region_name: maybe,
  result: z.string(),
  requests: z.array(z.looseObject({ result: maybe, method: maybe, url: maybe })).nullish(),
});

const RESULTS: Readonly<Record<string, string>> = { fail: 'failed', pass: 'passed' };
const REQUESTS_SHOWN = 10;

export const runscope: PayloadFormat = ({ payload }) => {
  const { test_name, test_url, test_run_url, bucket_name, environment_name, region_name, result, requests } =
    Run.parse(payload);
  const state = Object.hasOwn(RESULTS, result) ? RESULTS[result]! : inline(result);
  const failed = (requests ?? []).filter((request) => request.result === 'fail');
  const shown = failed
    .slice(0, REQUESTS_SHOWN)
    .map(({ method, url }) => [inline(method ?? ''), link(url || 'request', url)].filter((part) => part).join(' '));
  if (failed.length > shown.length) shown.push(`and ${failed.length - shown.length} more`);
  return {
    topic: topicOf(test_name),
    content: withFacts(`Test ${link(test_name, test_run_url || test_url)} ${bold(state)}`, [
      ['Bucket', inline(bucket_name ?? '')],
      ['Environment', inline(environment_name ?? '')],
      ['Location', inline(region_name ?? '')],
      ['Failed requests', shown.join(', ')],
    ]),
    event: null,
  };
};
