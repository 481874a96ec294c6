// Rollbar: https://docs.rollbar.com/docs/webhooks. Pure.
import { z } from 'zod';
import type { Message, PayloadFormat } from '../../integration.rules.ts';
import { bold, code, inline, link, paragraphs, quote, topicOf } from '../../markdown.rules.ts';
import { anything, formatOf, lookUp, maybe, part, scalar, text } from '../../payload.rules.ts';
import { inAddress } from '../code-hosts/git-host.rules.ts';
import { facts, setUp, shown, timeOfSeconds } from '../facts.rules.ts';

const Occurrence = part(z.looseObject({ uuid: maybe, level: scalar }));
const Item = z.looseObject({
  title: text,
  counter: scalar,
  level: scalar,
  environment: maybe,
  total_occurrences: scalar,
  last_occurrence: Occurrence,
  last_occurrence_timestamp: scalar,
});
const Data = z.looseObject({
  item: Item,
  occurrence: Occurrence,
  url: maybe,
  occurrences: scalar,
  trigger: part(z.looseObject({ threshold: scalar, window_size: scalar, window_size_description: maybe })),
});
type Data = z.output<typeof Data>;
const Deploy = z.looseObject({
  deploy: z.looseObject({ environment: text, revision: maybe, local_username: maybe, comment: maybe }),
});

/** Rollbar's levels, where they are numbers. */
const LEVELS: Readonly<Record<string, string>> = {
  10: 'debug',
  20: 'info',
  30: 'warning',
  40: 'error',
  50: 'critical',
};
const levelOf = (level: z.output<typeof scalar>): string => lookUp(LEVELS, String(level)) ?? shown(level);

const rate = ({ trigger }: Data): string => {
  const window = shown(trigger?.window_size_description) || `${shown(trigger?.window_size) || 'a few'} seconds`;
  const often = shown(trigger?.threshold);
  return often ? `occurred at least ${often} times in ${window}` : 'occurs at a high rate';
};

/** What happened to an item. */
const ITEM_EVENTS: Readonly<Record<string, (item: string, data: Data) => string>> = {
  exp_repeat_item: (item, { item: { total_occurrences }, occurrences }) =>
    `Item ${item} has occurred ${shown(occurrences) || shown(total_occurrences) || 'many'} times.`,
  item_velocity: (item, data) => `Item ${item} ${rate(data)}.`,
  new_item: (item) => `New item: ${item}.`,
  occurrence: (item) => `Item ${item} occurred.`,
  reactivated_item: (item) => `Item ${item} was reactivated.`,
  reopened_item: (item) => `Item ${item} was reopened.`,
  resolved_item: (item) => `Item ${item} was resolved.`,
};

function aboutItem(event: string, payload: unknown): Message {
  const format = formatOf(ITEM_EVENTS, event);
  const data = Data.parse(payload);
  const { item } = data;
  const name = [item.counter == null ? '' : `#${item.counter}`, item.title].filter((part) => part).join(' ');
  const uuid = data.occurrence?.uuid || item.last_occurrence?.uuid;
  const url = data.url || (uuid ? `https://rollbar.com/item/uuid/?uuid=${inAddress(uuid)}` : null);
  return {
    topic: topicOf(name),
    content: paragraphs(
      format(url ? link(name, url) : bold(name), data),
      facts([
        ['Level', levelOf(item.level ?? data.occurrence?.level)],
        ['Environment', shown(item.environment)],
        ['Total occurrences', shown(item.total_occurrences)],
        ['Last occurrence', timeOfSeconds(item.last_occurrence_timestamp)],
      ]),
    ),
  };
}

function deployed(payload: unknown): Message {
  const { environment, revision, local_username, comment } = Deploy.parse(payload).deploy;
  const what = revision ? `revision ${code(revision)}` : 'a revision';
  const words = local_username
    ? `${inline(local_username)} deployed ${what} to ${inline(environment)}`
    : `${what.replace(/^./, (first) => first.toUpperCase())} was deployed to ${inline(environment)}`;
  return {
    topic: topicOf('Deploys', environment),
    content: paragraphs(`${words}.`, quote(comment)),
  };
}

const Payload = z.looseObject({ event_name: text, data: anything });

export const rollbar: PayloadFormat = ({ payload }) => {
  const { event_name: event, data } = Payload.parse(payload);
  if (event === 'test') return { topic: 'Rollbar', content: setUp('Rollbar', null), event };
  if (event === 'deploy') return { ...deployed(data), event };
  return { ...aboutItem(event, data), event };
};
