// Any JSON: a message where it says so in the usual fields, and shown as it is where not. Pure.
import { z } from 'zod';
import type { Delivery, Integration, Notice } from './integration.ts';
import { codeBlock, topicOf } from './markdown.rules.ts';

const TOPIC = 'JSON';
const Message = z.looseObject({
  content: z.string().optional(),
  message: z.string().optional(),
  text: z.string().optional(),
  topic: z.string().optional(),
  subject: z.string().optional(),
  title: z.string().optional(),
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
  const said = [content, message, text].find((one) => one !== undefined && one.trim() !== '');
  return {
    topic: topicOf(topic || subject || title || TOPIC),
    content: said ?? codeBlock('json', JSON.stringify(payload, null, 2)),
    event: null,
  };
}

export const json: Integration = { name: 'json', display_name: 'JSON', event_types: null, format };
