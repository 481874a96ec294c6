// Messages that people write in services of automation: a topic and Markdown. Pure.
import { z } from 'zod';
import type { PayloadFormat } from '../../integration.rules.ts';
import { clip, topicOf } from '../../markdown.rules.ts';
import { text } from '../../payload.rules.ts';

/** Longer than any message. */
const TEXT_MAX = 20_000;

const filled = text.refine((words) => words.trim() !== '');
export const MessageText = filled.transform((words) => clip(words, TEXT_MAX));
/** `subject` is the former name of `topic`. */
const Message = z
  .looseObject({ topic: filled.nullish(), subject: filled.nullish(), content: MessageText })
  .refine(({ topic, subject }) => topic || subject);

export const automated: PayloadFormat = ({ payload }) => {
  const { topic, subject, content } = Message.parse(payload);
  return { topic: topicOf(topic ?? subject), content, event: null };
};
