// Canarytokens: https://docs.canarytokens.org/guide/webhook.html. Pure.
import { z } from 'zod';
import type { PayloadFormat } from '../../integration.rules.ts';
import { code, paragraphs, quote } from '../../markdown.rules.ts';
import { maybe, part, scalar } from '../../payload.rules.ts';
import { facts, linksTo, shown } from '../facts.rules.ts';
import { utcTime } from './monitoring.rules.ts';

const Payload = z.looseObject({
  memo: maybe,
  manage_url: maybe,
  channel: maybe,
  time: maybe,
  additional_data: part(z.looseObject({ src_ip: scalar, useragent: scalar, referer: scalar, location: scalar })),
  src_ip: scalar,
});

export const canarytoken: PayloadFormat = ({ payload }) => {
  const { memo, manage_url, channel, time, additional_data, src_ip } = Payload.parse(payload);
  const at = utcTime(time);
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
      ...linksTo([['Manage this canarytoken', manage_url]]),
    ),
    event: null,
  };
};
