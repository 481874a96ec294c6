// Updown.io: https://updown.io/api#webhooks. Pure.
import { z } from 'zod';
import { plural } from '../../../../kit/text/plural.ts';
import type { Notice, PayloadFormat } from '../../integration.rules.ts';
import { inline, topicOf } from '../../markdown.rules.ts';
import { count, formatOf, maybe, part, scalar, text } from '../../payload.rules.ts';
import { shown } from '../facts.rules.ts';
import { eachOf, utcTime } from './monitoring.rules.ts';

const Event = z.looseObject({
  event: text,
  check: z.looseObject({ url: text.pipe(z.string().min(1)), last_status: scalar }),
  downtime: part(z.looseObject({ error: maybe, started_at: maybe, duration: count })),
  ssl: part(z.looseObject({ error: maybe, days_before_expiration: count })),
  apdex_dropped: scalar,
});
type Event = z.output<typeof Event>;

const SECONDS = { day: 86_400, hour: 3_600, minute: 60, second: 1 } as const;

/** "1 day 2 hours", without the units that are zero. */
function inWords(seconds: number): string {
  let rest = Math.max(0, Math.round(seconds));
  const parts = Object.entries(SECONDS).flatMap(([unit, size]) => {
    const count = Math.floor(rest / size);
    rest -= count * size;
    return count > 0 ? [plural(count, unit)] : [];
  });
  return parts.join(' ');
}

function down({ check, downtime }: Event): string {
  const error = shown(downtime?.error) || shown(check.last_status);
  const at = utcTime(downtime?.started_at);
  if (error === '') return `Service is \`down\`${at && ` since ${at}`}.`;
  const status = /^\d+$/.test(error) ? `It returned a ${error} error` : `It failed with "${error}"`;
  return `Service is \`down\`. ${status}${at && ` at ${at}`}.`;
}

function up({ downtime }: Event): string {
  const duration = downtime?.duration == null ? '' : inWords(downtime.duration);
  return duration ? `Service is \`up\` again after ${duration}.` : 'Service is `up`.';
}

const reason = (error: string | null | undefined): string => (error ? `: ${inline(error)}` : '');

const FORMATS: Readonly<Record<string, (event: Event) => string>> = {
  'check.down': down,
  'check.performance_drop'({ apdex_dropped }) {
    const by = shown(apdex_dropped);
    return `Service is slower than before${by && `: its Apdex dropped by ${by}`}.`;
  },
  'check.ssl_expiration'({ ssl }) {
    const days = ssl?.days_before_expiration;
    return `The certificate of the service expires ${days == null ? 'soon' : `in ${plural(days, 'day')}`}.`;
  },
  'check.ssl_invalid': ({ ssl }) => `The certificate of the service is invalid${reason(ssl?.error)}.`,
  'check.ssl_renewed': () => 'The certificate of the service was renewed.',
  'check.ssl_valid': () => 'The certificate of the service is valid again.',
  'check.up': up,
};

function format(body: unknown): Notice {
  const event = Event.parse(body);
  return {
    topic: topicOf(event.check.url),
    content: formatOf(FORMATS, event.event)(event),
    event: event.event.replace(/^check\./, ''),
  };
}

export const updown: PayloadFormat = ({ payload }) =>
  eachOf(
    z
      .array(z.unknown())
      .min(1)
      .parse(Array.isArray(payload) ? payload : [payload]),
    format,
  );
