// Pingdom: https://www.pingdom.com/resources/webhooks/. Pure.
import { z } from 'zod';
import { type PayloadFormat, UnsupportedEvent } from '../../integration.rules.ts';
import { inline, link, topicOf, withQuote } from '../../markdown.rules.ts';
import { maybe, part, text } from '../../payload.rules.ts';
import { shown } from '../facts.rules.ts';

const Check = z.looseObject({
  check_name: text,
  check_type: text,
  check_params: part(z.looseObject({ hostname: maybe, full_url: maybe, url: maybe })),
  previous_state: maybe,
  current_state: text,
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
  const reason = GOOD.has(current_state) ? '' : check.long_description || check.description;
  const before = shown(previous_state);
  return {
    topic: topicOf(`${check.check_name} status.`),
    content: withQuote(
      `Service ${link(named, check_params?.full_url) || 'without a name'} changed its ${shown(type)} status${before && ` from ${before}`} to ${inline(current_state)}`,
      reason,
    ),
    event: type,
  };
};
