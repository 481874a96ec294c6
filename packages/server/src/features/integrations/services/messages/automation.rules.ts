// Messages that people write in services of automation: a topic and Markdown. Pure.
import { z } from 'zod';
import type { Notice } from '../../integration.rules.ts';
import { clip, topicOf } from '../../markdown.rules.ts';

/** Longer than any message. */
const TEXT_MAX = 20_000;

const filled = z.string().refine((text) => text.trim() !== '');
/** `subject` is the former name of `topic`. */
const Message = z
  .looseObject({ topic: filled.nullish(), subject: filled.nullish(), content: filled })
  .refine(({ topic, subject }) => topic || subject);

export const MessageText = filled.transform((text) => clip(text, TEXT_MAX));

export function automated(payload: unknown): Notice {
  const { topic, subject, content } = Message.parse(payload);
  return { topic: topicOf(topic ?? subject), content: clip(content, TEXT_MAX), event: null };
}
