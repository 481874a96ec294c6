// Any JSON: a message where it is nothing else, and shown as it is where it says more. Pure.
import { z } from 'zod';
import type { Delivery, Integration, Notice } from '../integration.rules.ts';
import { codeBlock, topicOf } from '../markdown.rules.ts';

const TOPIC = 'JSON';
const maybe = z.string().nullish();
/** With any other field it is data: a part of it would be no fair account. */
const Message = z.strictObject({
  content: maybe,
  message: maybe,
  text: maybe,
  topic: maybe,
  subject: maybe,
  title: maybe,
});

/** Writing JSON takes its depth times its size, so what is nested deeper is nobody's message. */
const DEPTH_MAX = 100;

function isDeeper(value: unknown, than: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return than === 0 || Object.values(value).some((one) => isDeeper(one, than - 1));
}

function format({ payload }: Delivery): Notice {
  const read = Message.safeParse(payload);
  const { content, message, text, topic, subject, title } = read.success ? read.data : {};
  if (isDeeper(payload, DEPTH_MAX)) throw new RangeError('nested too deeply');
  const said = [content, message, text].find((one) => one != null && one.trim() !== '');
  return {
    topic: topicOf(topic || subject || title || TOPIC),
    content: said ?? codeBlock('json', JSON.stringify(payload, null, 2)),
    event: null,
  };
}

export const json: Integration = { name: 'json', display_name: 'JSON', event_types: null, takes_form: true, format };
