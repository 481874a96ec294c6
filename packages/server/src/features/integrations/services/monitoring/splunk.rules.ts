// Splunk: https://docs.splunk.com/Documentation/Splunk/latest/Alert/Webhooks. Pure.
import { z } from 'zod';
import type { PayloadFormat } from '../../integration.rules.ts';
import { code, codeBlock, link, topicOf } from '../../markdown.rules.ts';
import { facts, maybe, scalar, shown } from './report.rules.ts';

/** Longer events are shown as a block. */
const LINE_MAX = 200;

/** A field of the search: several values where the results differ. */
const field = z.union([scalar, z.array(scalar)]);
const Payload = z.looseObject({
  search_name: maybe,
  results_link: maybe,
  result: z.looseObject({ host: field, source: field, _raw: field }).nullish(),
  sid: maybe,
  app: maybe,
});

const textOf = (value: z.output<typeof field>): string =>
  [value]
    .flat()
    .flatMap((one) => (one == null ? [] : [String(one)]))
    .join(', ');

export const splunk: PayloadFormat = ({ payload }) => {
  const { search_name, results_link, result, sid, app } = Payload.parse(payload);
  if (!search_name && !results_link && !result && !sid && !app) throw new z.ZodError([]);
  const search = search_name || 'Missing search_name';
  const raw = textOf(result?._raw);
  const is_long = raw.length > LINE_MAX || raw.includes('\n');
  const missing = (name: string) => `Missing ${name}`;
  return {
    topic: topicOf(search),
    content: [
      'Splunk alert from saved search:',
      facts([
        ['Search', link(search, results_link)],
        ['Host', shown(textOf(result?.host)) || missing('host')],
        ['Source', code(textOf(result?.source) || missing('source'))],
        ['Raw', is_long ? '' : code(raw || missing('_raw'))],
      ]),
      is_long ? `* **Raw**:\n\n${codeBlock('text', raw)}` : '',
    ]
      .filter((line) => line)
      .join('\n'),
    event: null,
  };
};
