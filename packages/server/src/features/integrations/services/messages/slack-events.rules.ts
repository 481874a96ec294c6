// Slack's events and legacy outgoing webhooks, for organizations that migrate from Slack channel by channel. Pure.
import { z } from 'zod';
import type { Delivery, PayloadFormat } from '../../integration.rules.ts';
import { bold, link, paragraphs, topicOf } from '../../markdown.rules.ts';
import { items, maybe, text } from '../../payload.rules.ts';
import { fromMrkdwn } from './slack.rules.ts';

const Legacy = z.looseObject({ text, user_name: text, channel_name: text });
const Callback = z.looseObject({
  type: z.literal('event_callback'),
  event: z.looseObject({
    type: text,
    subtype: maybe,
    text: maybe,
    user: maybe,
    bot_id: maybe,
    channel: maybe,
    files: items(z.looseObject({ name: maybe, title: maybe, permalink: maybe, url_private: maybe })),
  }),
});

const TOPIC = 'Message from Slack';
const FILES_SHOWN = 10;
/** Messages of people; others tell of edits, joins and the like. */
const SUBTYPES: ReadonlySet<string> = new Set(['file_share', 'me_message', 'thread_broadcast']);
/** Code, quotes and lists begin a line of their own. */
const BLOCK = /^(?:```|~~~|>|[*•-] |\d+\. )/;

const saidBy = (who: string, words: string): string => `${bold(who)}:${BLOCK.test(words) ? '\n' : ' '}${words}`;

const inTopics = ({ options }: Delivery, channel: string | null | undefined): string =>
  options.channels_map_to_topics === '1' && channel ? topicOf(`channel: ${channel}`) : TOPIC;

export const slack: PayloadFormat = (delivery) => {
  const { headers, payload } = delivery;
  const legacy = Legacy.safeParse(payload);
  if (legacy.success) {
    const { text, user_name, channel_name } = legacy.data;
    return { topic: inTopics(delivery, channel_name), content: saidBy(user_name, fromMrkdwn(text)), event: null };
  }
  const { event } = Callback.parse(payload);
  // Messages of bots could loop through bridges.
  if (event.type !== 'message' || event.bot_id || (event.subtype && !SUBTYPES.has(event.subtype))) return null;
  // Slack did not wait for the answer to the first attempt, which was delivered.
  if (headers.get('x-slack-retry-reason') === 'http_timeout') return null;
  const files = event.files
    .slice(0, FILES_SHOWN)
    .map(({ name, title, permalink, url_private }) => `* ${link(title || name || 'file', permalink ?? url_private)}`);
  const body = paragraphs(fromMrkdwn(event.text ?? ''), files.join('\n'));
  if (body === '') return null;
  return {
    topic: inTopics(delivery, event.channel),
    content: saidBy(event.user ?? 'Somebody', body),
    event: null,
  };
};
