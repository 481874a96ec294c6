// Freshstatus: https://support.freshstatus.io/support/solutions. Pure.
import { z } from 'zod';
import type { PayloadFormat } from '../../integration.rules.ts';
import { bold, bullets, inline, quote, topicOf } from '../../markdown.rules.ts';
import { formatOf, maybe, scalar, text } from '../../payload.rules.ts';
import { setUp } from '../facts.rules.ts';
import { utcTime } from './monitoring.rules.ts';

const Payload = z.looseObject({
  id: scalar,
  title: text.pipe(z.string().min(1)),
  description: maybe,
  message: maybe,
  start_time: maybe,
  end_time: maybe,
  scheduled_start_time: maybe,
  scheduled_end_time: maybe,
  affected_services: maybe,
  incident_status: maybe,
  event_data: z.looseObject({ event_type: text }),
});
type Payload = z.output<typeof Payload>;

const SERVICES_SHOWN = 5;

/** Python's `None` stands for a time that isn't known. */
function timeLine(name: string, value: string | null | undefined): string {
  const at = value === 'None' ? '' : utcTime(value);
  return at && `**${name}:** ${at}`;
}

function quoteLine(name: string, value: string | null | undefined): string {
  const words = quote(value);
  return words && `**${name}:**\n${words}`;
}

function affected({ affected_services }: Payload): string {
  const services = (affected_services ?? '')
    .split(',')
    .map((service) => inline(service.trim().replace(/^'(.*)'$/, '$1')));
  const named = services.filter((service) => service !== '');
  return named.length === 0 ? '' : `**Affected Services:**\n${bullets(named.slice(0, SERVICES_SHOWN), named.length)}`;
}

const opened =
  (did: string) =>
  (payload: Payload): readonly string[] => [
    `The following incident has been ${did}: ${bold(payload.title)}`,
    quoteLine('Description', payload.description),
    timeLine('Start Time', payload.start_time),
    timeLine('End Time', payload.end_time),
    affected(payload),
  ];

const planned = (payload: Payload): readonly string[] => [
  `The following scheduled maintenance has been planned: ${bold(payload.title)}`,
  quoteLine('Description', payload.description),
  timeLine('Scheduled Start Time', payload.scheduled_start_time),
  timeLine('Scheduled End Time', payload.scheduled_end_time),
  affected(payload),
];

/** A note that closes what it's about has no event of its own. */
const note =
  (thing: string) =>
  (payload: Payload): readonly string[] => {
    const is_closed = payload.incident_status === 'Closed';
    const did = is_closed
      ? `The following ${thing} has been closed`
      : `The following note has been added to the ${thing}`;
    return [`${did}: ${bold(payload.title)}`, quoteLine('Note', payload.message)];
  };

const FORMATS: Readonly<Record<string, (payload: Payload) => readonly string[]>> = {
  INCIDENT_NOTE_CREATE: note('incident'),
  INCIDENT_OPEN: opened('opened'),
  INCIDENT_REOPEN: opened('reopened'),
  MAINTENANCE_NOTE_CREATE: note('scheduled maintenance'),
  MAINTENANCE_PLANNED: planned,
};

/** What the service sends when a webhook is tried. */
const isTest = ({ id, title }: Payload): boolean => String(id) === '1' && title === 'Sample title';

export const freshstatus: PayloadFormat = ({ payload: body }) => {
  const payload = Payload.parse(body);
  const event = payload.event_data.event_type;
  const format = formatOf(FORMATS, event);
  if (isTest(payload)) return { topic: 'Freshstatus', content: setUp('Freshstatus', null), event };
  const lines = format(payload).filter((part) => part !== '');
  return { topic: topicOf(payload.title), content: lines.join('\n'), event };
};
