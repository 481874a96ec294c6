// Airbyte: https://docs.airbyte.com/platform/cloud/managing-airbyte-cloud/manage-airbyte-cloud-notifications. Pure.
import { z } from 'zod';
import type { PayloadFormat } from '../../integration.rules.ts';
import { inline, link, paragraphs, quote, topicOf } from '../../markdown.rules.ts';
import { fromMrkdwn } from '../messages/slack.rules.ts';
import { withFacts } from './facts.rules.ts';

const maybe = z.string().nullish();
const Named = z.looseObject({ name: maybe, url: maybe }).nullish();
const Sync = z.looseObject({
  data: z.looseObject({
    workspace: Named,
    connection: z.looseObject({ name: z.string(), url: maybe }),
    source: Named,
    destination: Named,
    success: z.boolean(),
    recordsEmitted: z.number().nullish(),
    recordsCommitted: z.number().nullish(),
    bytesEmittedFormatted: maybe,
    bytesCommittedFormatted: maybe,
    durationFormatted: maybe,
    errorMessage: maybe,
  }),
});
/** Tests, and notices of other kinds than syncs, have only a text. */
const Text = z.looseObject({ text: z.string().min(1) });

type Amount = string | number | null | undefined;
const amounts = (emitted: Amount, committed: Amount): string | null =>
  emitted == null || committed == null
    ? null
    : `${inline(String(emitted))} emitted, ${inline(String(committed))} committed`;
const named = (what: z.output<typeof Named>): string | null => (what?.name ? link(what.name, what.url) : null);

export const airbyte: PayloadFormat = ({ payload }) => {
  const read = Sync.safeParse(payload);
  if (!read.success)
    return { topic: 'Airbyte notification', content: fromMrkdwn(Text.parse(payload).text), event: null };
  const { workspace, connection, success, errorMessage, ...data } = read.data.data;
  const mark = success ? ':green_circle:' : ':red_circle:';
  const sync = `${mark} Airbyte sync **${success ? 'succeeded' : 'failed'}** for ${link(connection.name, connection.url)}`;
  const content = withFacts(sync, [
    ['Source', named(data.source)],
    ['Destination', named(data.destination)],
    ['Records', amounts(data.recordsEmitted, data.recordsCommitted)],
    ['Bytes', amounts(data.bytesEmittedFormatted, data.bytesCommittedFormatted)],
    ['Duration', inline(data.durationFormatted ?? '')],
  ]);
  return {
    topic: topicOf([workspace?.name, connection.name].filter((part) => part).join(' - ')),
    content: success || !errorMessage ? content : paragraphs(content, `**Error message**:\n${quote(errorMessage)}`),
    event: null,
  };
};
