// Slack's events and legacy outgoing webhooks, for organizations that migrate from Slack channel by channel. Pure.
import { z } from 'zod';
import type { Delivery, Notice, PayloadFormat } from '../../integration.rules.ts';
import { bold, link, paragraphs, topicOf } from '../../markdown.rules.ts';
import { fromMrkdwn } from './slack.rules.ts';

const maybe = z.string().nullish();
const Legacy = z.looseObject({ text: z.string(), user_name: z.string(), channel_name: z.string() });
const File = z.looseObject({ name: maybe, title: maybe, permalink: maybe, url_private: maybe });
const Callback = z.looseObject({
  type: z.literal('event_callback'),
  event: z.looseObject({
    type: z.string(),
    subtype: maybe,
    text: maybe,
    user: maybe,
    bot_id: maybe,
    channel: maybe,
    files: z.array(File).max(100).nullish(),
  }),
});

const TOPIC = 'Message from Slack';
const FILES_SHOWN = 10;

const inTopics = ({ options }: Delivery, channel: string | null | undefined): string =>
  options.channels_map_to_topics === '1' && channel ? topicOf(`channel: ${channel}`) : TOPIC;

function format(delivery: Delivery): Notice | null {
  const { payload } = delivery;
  const legacy = Legacy.safeParse(payload);
  if (legacy.success) {
    const { text, user_name, channel_name } = legacy.data;
    const content = `${bold(user_name)}: ${fromMrkdwn(text)}`;
    return { topic: inTopics(delivery, channel_name), content, event: null };
  }
  const { event } = Callback.parse(payload);
  // Messages of bots could loop through bridges; edits are not new messages.
  if (event.type !== 'message' || event.bot_id || (event.subtype && event.subtype !== 'file_share')) return null;
  const files = (event.files ?? [])
    .slice(0, FILES_SHOWN)
    .map(({ name, title, permalink, url_private }) => `* ${link(title || name || 'file', permalink ?? url_private)}`);
  const body = paragraphs(fromMrkdwn(event.text ?? ''), files.join('\n'));
  if (body === '') return null;
  return {
    topic: inTopics(delivery, event.channel),
    content: `${bold(event.user ?? 'Somebody')}: ${body}`,
    event: null,
  };
}

export const slack: PayloadFormat = format;
