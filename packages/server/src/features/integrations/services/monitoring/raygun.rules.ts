// Raygun: https://raygun.com/documentation/product-guides/crash-reporting/integrations/webhooks/. Pure.
import { z } from 'zod';
import { plural } from '../../../../kit/text/plural.ts';
import { type PayloadFormat, UnsupportedEvent } from '../../integration.rules.ts';
import { bold, inline, link, quote, topicOf } from '../../markdown.rules.ts';
import { count, formatOf, items, lookUp, maybe, part, scalar, text } from '../../payload.rules.ts';
import { type Fact, facts, listed, shown, textOf } from '../facts.rules.ts';
import { utcTime } from './monitoring.rules.ts';

const Failure = z.looseObject({
  url: maybe,
  message: maybe,
  firstOccurredOn: maybe,
  lastOccurredOn: maybe,
  usersAffected: count,
  totalOccurrences: count,
  activityDate: maybe,
  user: maybe,
  assignedTo: maybe,
  status: maybe,
  comment: maybe,
  instance: part(
    z.looseObject({
      tags: items(text),
      affectedUser: part(z.looseObject({ Identifier: scalar, FullName: maybe, Email: maybe })),
      customData: part(z.record(z.string(), z.unknown())),
    }),
  ),
});
type Failure = z.output<typeof Failure>;
const Payload = z.looseObject({
  event: text,
  eventType: text,
  error: Failure,
  application: z.looseObject({ name: text, url: maybe }),
});

const CUSTOM_FIELDS_SHOWN = 20;

const who = ({ user }: Failure): string => shown(user) || 'Somebody';
const errorLink = ({ url }: Failure): string => link('error', url);

/** `OneMinuteFollowUp`, `HourlyFollowUp`: the words before the last two. */
function followUp(type: string, { url }: Failure): string | null {
  const [, period] = /^([A-Za-z]{1,40})FollowUp$/.exec(type) ?? [];
  if (period === undefined) return null;
  const words = period.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)} ${link('follow-up error', url)}:`;
}

const NOTIFICATIONS: Readonly<Record<string, (error: Failure) => string>> = {
  NewErrorOccurred: (error) => `New ${errorLink(error)} occurred:`,
  ErrorReoccurred: (error) => `${link('Error', error.url)} reoccurred:`,
};

const ACTIVITIES: Readonly<Record<string, (error: Failure) => string>> = {
  AssignedToUser: (error) => `${who(error)} assigned ${errorLink(error)} to ${shown(error.assignedTo) || 'nobody'}:`,
  CommentAdded(error) {
    const words = quote(error.comment);
    return `${who(error)} commented on ${errorLink(error)}:${words && `\n\n${words}`}`;
  },
  StatusChanged: (error) =>
    `${who(error)} changed the status of ${errorLink(error)} to ${bold(error.status ?? '') || 'another'}:`,
};

function customFacts({ instance }: Failure): Fact[] {
  return Object.entries(instance?.customData ?? {})
    .slice(0, CUSTOM_FIELDS_SHOWN)
    .flatMap(([name, value]) => {
      const text = textOf(value);
      return text === null ? [] : [[name, inline(text)] as const];
    });
}

function occurrences({ usersAffected, totalOccurrences }: Failure): string {
  if (usersAffected == null || totalOccurrences == null) return '';
  return `* ${plural(usersAffected, 'user')} affected with ${plural(totalOccurrences, 'total occurrence')}`;
}

function notification(type: string, error: Failure): string[] {
  const summary = lookUp(NOTIFICATIONS, type)?.(error) ?? followUp(type, error);
  if (summary === null) throw new UnsupportedEvent(type);
  const user = error.instance?.affectedUser;
  return [
    summary,
    facts([
      ['Message', shown(error.message)],
      ['First occurred', utcTime(error.firstOccurredOn)],
      ['Last occurred', utcTime(error.lastOccurredOn)],
    ]),
    occurrences(error),
    facts([
      ['Tags', listed((error.instance?.tags ?? []).map(inline))],
      ['Affected user', shown(user?.FullName || user?.Email || user?.Identifier)],
      ...customFacts(error),
    ]),
  ];
}

function activity(type: string, error: Failure): string[] {
  return [
    formatOf(ACTIVITIES, type)(error),
    facts([
      ['Message', shown(error.message)],
      ['Timestamp', utcTime(error.activityDate)],
    ]),
  ];
}

const EVENTS: Readonly<Record<string, (type: string, error: Failure) => string[]>> = {
  error_activity: activity,
  error_notification: notification,
};

export const raygun: PayloadFormat = ({ payload }) => {
  const { event, eventType, error, application } = Payload.parse(payload);
  const lines = [
    ...formatOf(EVENTS, event)(eventType, error),
    facts([['Application details', link(application.name, application.url)]]),
  ];
  return { topic: topicOf(application.name), content: lines.filter((line) => line).join('\n'), event };
};
