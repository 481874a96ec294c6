// Pingdom: https://www.pingdom.com/resources/webhooks/. Pure.
import { z } from 'zod';
import { type PayloadFormat, UnsupportedEvent } from '../../integration.rules.ts';
import { inline, link, quote, topicOf } from '../../markdown.rules.ts';
import { maybe, sentence, shown } from './report.rules.ts';

const Check = z.looseObject({
  check_name: z.string(),
  check_type: z.string(),
  check_params: z.looseObject({ hostname: maybe, full_url: maybe, url: maybe }).nullish(),
  previous_state: z.string(),
  current_state: z.string(),
  description: maybe,
  long_description: maybe,
});

const TYPES: ReadonlySet<string> = new Set([
  'DNS',
  'HTTP',
  'HTTPS',
  'HTTP_CUSTOM',
  'IMAP',
  'PING',
  'POP3',
  'PORT_TCP',
  'SMTP',
  'TRANSACTION',
  'UDP',
]);
const GOOD: ReadonlySet<string> = new Set(['SUCCESS', 'UP']);

export const pingdom: PayloadFormat = ({ payload }) => {
  const check = Check.parse(payload);
  const { check_type, check_params, previous_state, current_state } = check;
  // Pingdom's own web checks have several names.
  const type = /^WEB_?TRANSACTION$/.test(check_type) ? 'TRANSACTION' : check_type;
  if (!TYPES.has(type)) throw new UnsupportedEvent(check_type);
  const named = check_params?.hostname || check_params?.url || check.check_name;
  const reason = GOOD.has(current_state) ? '' : quote(check.long_description || check.description);
  return {
    topic: topicOf(`${check.check_name} status.`),
    content: sentence(
      `Service ${link(named, check_params?.full_url) || 'without a name'} changed its ${shown(type)} status from ${inline(previous_state)} to ${inline(current_state)}`,
      reason,
    ),
    event: type,
  };
};
