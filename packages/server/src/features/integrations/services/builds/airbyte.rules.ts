// Airbyte: https://docs.airbyte.com/platform/cloud/managing-airbyte-cloud/manage-airbyte-cloud-notifications. Pure.
import { z } from 'zod';
import type { PayloadFormat } from '../../integration.rules.ts';
import { link, paragraphs, quote, topicOf } from '../../markdown.rules.ts';
import { flag, maybe, part, type Scalar, scalar, text } from '../../payload.rules.ts';
import { shown, withFacts } from '../facts.rules.ts';
import { fromMrkdwn } from '../messages/slack.rules.ts';

const Named = part(z.looseObject({ name: maybe, url: maybe }));
const Sync = z.looseObject({
  data: z.looseObject({
    workspace: Named,
    connection: z.looseObject({ name: text, url: maybe }),
    source: Named,
    destination: Named,
    success: flag.pipe(z.boolean()),
    recordsEmitted: scalar,
    recordsCommitted: scalar,
    bytesEmittedFormatted: maybe,
    bytesCommittedFormatted: maybe,
    durationFormatted: maybe,
    errorMessage: maybe,
  }),
});
/** Tests, and notices of other kinds than syncs, have only a text. */
const Text = z.looseObject({ text: z.string().min(1) });

const amounts = (emitted: Scalar, committed: Scalar): string =>
  emitted == null || committed == null ? '' : `${shown(emitted)} emitted, ${shown(committed)} committed`;
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
    ['Duration', shown(data.durationFormatted)],
  ]);
  return {
    topic: topicOf([workspace?.name, connection.name].filter((part) => part).join(' - ')),
    content: success || !errorMessage ? content : paragraphs(content, `**Error message**:\n${quote(errorMessage)}`),
    event: null,
  };
};
