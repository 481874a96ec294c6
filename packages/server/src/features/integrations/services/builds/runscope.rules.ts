// Runscope: https://www.blazemeter.com/docs/api-monitoring/notifications/webhooks. Pure.
import { z } from 'zod';
import type { PayloadFormat } from '../../integration.rules.ts';
import { bold, inline, link, topicOf } from '../../markdown.rules.ts';
import { items, lookUp, maybe, text } from '../../payload.rules.ts';
import { listed, shown, withFacts } from '../facts.rules.ts';

const Run = z.looseObject({
  test_name: text,
  test_url: maybe,
  test_run_url: maybe,
  bucket_name: maybe,
  environment_name: maybe,
  region_name: maybe,
  result: text,
  requests: items(z.looseObject({ result: maybe, method: maybe, url: maybe })),
});

const RESULTS: Readonly<Record<string, string>> = { fail: 'failed', pass: 'passed' };

export const runscope: PayloadFormat = ({ payload }) => {
  const { test_name, test_url, test_run_url, bucket_name, environment_name, region_name, result, requests } =
    Run.parse(payload);
  const state = lookUp(RESULTS, result) ?? inline(result);
  const failed = requests.filter((request) => request.result === 'fail');
  const requests_failed = failed.map(({ method, url }) => `${shown(method)} ${link(url || 'request', url)}`.trim());
  return {
    topic: topicOf(test_name),
    content: withFacts(`Test ${link(test_name, test_run_url || test_url)} ${bold(state)}`, [
      ['Bucket', shown(bucket_name)],
      ['Environment', shown(environment_name)],
      ['Location', shown(region_name)],
      ['Failed requests', listed(requests_failed)],
    ]),
    event: null,
  };
};
