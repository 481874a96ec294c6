// Canarytokens: https://docs.canarytokens.org/guide/webhook.html. Pure.
import { z } from 'zod';
import type { PayloadFormat } from '../../integration.rules.ts';
import { code, link, paragraphs, quote } from '../../markdown.rules.ts';
import { facts, maybe, scalar, shown, utcTime } from './report.rules.ts';

const Payload = z.looseObject({
  memo: z.string(),
  manage_url: maybe,
  channel: maybe,
  time: maybe,
  additional_data: z.looseObject({ src_ip: scalar, useragent: scalar, referer: scalar, location: scalar }).nullish(),
  src_ip: scalar,
});

export const canarytoken: PayloadFormat = ({ payload }) => {
  const { memo, manage_url, channel, time, additional_data, src_ip } = Payload.parse(payload);
  const at = utcTime(time);
  const manage = link('Manage this canarytoken', manage_url);
  return {
    topic: 'canarytoken alert',
    content: paragraphs(
      `**:alert: Canarytoken has been triggered${at && ` on ${at}`}!**`,
      quote(memo),
      facts([
        ['Channel', shown(channel)],
        ['Source IP', code(shown(additional_data?.src_ip ?? src_ip))],
        ['User agent', code(shown(additional_data?.useragent))],
        ['Referrer', code(shown(additional_data?.referer))],
        ['Location', code(shown(additional_data?.location))],
      ]),
      manage_url ? manage : '',
    ),
    event: null,
  };
};
