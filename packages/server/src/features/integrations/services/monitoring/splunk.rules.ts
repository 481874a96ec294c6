// Splunk: https://docs.splunk.com/Documentation/Splunk/latest/Alert/Webhooks. Pure.
import { z } from 'zod';
import type { PayloadFormat } from '../../integration.rules.ts';
import { code, codeBlock, link, topicOf } from '../../markdown.rules.ts';
import { anything, maybe, part, required } from '../../payload.rules.ts';
import { facts, shown, textsOf } from '../facts.rules.ts';

/** Longer events are shown as a block. */
const LINE_MAX = 200;

const Payload = z.looseObject({
  search_name: maybe,
  results_link: maybe,
  /** A field has several values where the results differ. */
  result: part(z.looseObject({ host: anything, source: anything, _raw: anything })),
  sid: maybe,
  app: maybe,
});

export const splunk: PayloadFormat = ({ payload }) => {
  const { search_name, results_link, result, sid, app } = Payload.parse(payload);
  required(search_name || results_link || result || sid || app || null);
  const search = search_name || 'Missing search_name';
  const field = (name: 'host' | 'source' | '_raw') => textsOf(result?.[name]).join(', ');
  const raw = field('_raw');
  const is_long = raw.length > LINE_MAX || raw.includes('\n');
  const missing = (name: string) => `Missing ${name}`;
  return {
    topic: topicOf(search),
    content: [
      'Splunk alert from saved search:',
      facts([
        ['Search', link(search, results_link)],
        ['Host', shown(field('host')) || missing('host')],
        ['Source', code(field('source') || missing('source'))],
        ['Raw', is_long ? '' : code(raw || missing('_raw'))],
      ]),
      is_long ? `* **Raw**:\n\n${codeBlock('text', raw)}` : '',
    ]
      .filter((line) => line)
      .join('\n'),
    event: null,
  };
};
