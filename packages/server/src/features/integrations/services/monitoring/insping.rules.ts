// Insping, the former name of Freshping: https://support.freshping.io. Pure.
import { z } from 'zod';
import type { PayloadFormat } from '../../integration.rules.ts';
import { bold, inline } from '../../markdown.rules.ts';
import { maybe, scalar, text } from '../../payload.rules.ts';
import { facts, shown } from '../facts.rules.ts';
import { utcTime } from './monitoring.rules.ts';

const Payload = z.looseObject({
  webhook_event_data: z.looseObject({
    check_state_name: text,
    request_url: text,
    response_time: scalar,
    request_start_time: maybe,
  }),
});

export const insping: PayloadFormat = ({ payload }) => {
  const check = Payload.parse(payload).webhook_event_data;
  const time = shown(check.response_time);
  return {
    topic: 'insping',
    content: [
      `State changed to ${bold(check.check_state_name) || 'another'}:`,
      facts([
        ['URL', inline(check.request_url)],
        ['Response time', time && `${time} ms`],
        ['Timestamp', utcTime(check.request_start_time)],
      ]),
    ].join('\n'),
    event: null,
  };
};
