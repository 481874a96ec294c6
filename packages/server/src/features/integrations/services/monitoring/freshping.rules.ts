// Freshping: https://support.freshping.io/en/support/solutions/articles/50000003709. Pure.
import { z } from 'zod';
import type { PayloadFormat } from '../../integration.rules.ts';
import { inline, topicOf } from '../../markdown.rules.ts';
import { formatOf, maybe, scalar, text } from '../../payload.rules.ts';
import { setUp, shown } from '../facts.rules.ts';

const Check = z.looseObject({
  check_state_name: text,
  check_name: text.pipe(z.string().min(1)),
  application_name: maybe,
  request_url: text.pipe(z.string().min(1)),
  http_status_code: scalar,
  response_time: scalar,
});
type Check = z.output<typeof Check>;
const Payload = z.looseObject({ webhook_event_data: Check });

const withCode = (words: string, { http_status_code }: Check): string => {
  const status = shown(http_status_code);
  return status ? `${words}\nError code: ${status}.` : words;
};

const STATES: Readonly<Record<string, { event: string; say: (url: string, check: Check) => string }>> = {
  Available: { event: 'available', say: (url) => `${url} is back up and no longer unreachable.` },
  'Not Responding': {
    event: 'not_responding',
    say: (url, check) => withCode(`${url} has stopped responding.`, check),
  },
  'Performance Degraded': {
    event: 'performance_degraded',
    say(url, { response_time }) {
      const time = shown(response_time);
      return `${url} responds slowly${time && ` (${time} ms)`}.`;
    },
  },
  'Reporting Error': {
    event: 'reporting_error',
    say: (url, check) => withCode(`${url} has just become unreachable.`, check),
  },
};

export const freshping: PayloadFormat = ({ payload }) => {
  const check = Payload.parse(payload).webhook_event_data;
  const { check_state_name: state } = check;
  const { event, say } = formatOf(STATES, state);
  if (check.application_name === 'Webhook test')
    return { topic: 'Freshping', content: setUp('Freshping', null), event };
  return { topic: topicOf(check.check_name), content: say(inline(check.request_url) || 'The site', check), event };
};
