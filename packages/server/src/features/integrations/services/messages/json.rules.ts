// Any JSON: the message text if it is the only field, otherwise the JSON itself. Pure.
import { z } from 'zod';
import type { PayloadFormat } from '../../integration.rules.ts';
import { codeBlock, topicOf } from '../../markdown.rules.ts';

const maybe = z.string().nullish();
/** With any other field the payload is data: showing only a part would be misleading. */
const Message = z.strictObject({
  content: maybe,
  message: maybe,
  text: maybe,
  topic: maybe,
  subject: maybe,
  title: maybe,
});

export const json: PayloadFormat = ({ payload }) => {
  const read = Message.safeParse(payload);
  const { content, message, text, topic, subject, title } = read.success ? read.data : {};
  const text_of = [content, message, text].find((candidate) => candidate != null && candidate.trim() !== '');
  return {
    topic: topicOf(topic || subject || title || 'JSON'),
    content: text_of ?? codeBlock('json', JSON.stringify(payload, null, 2)),
    event: null,
  };
};
