// Arguments that several tools have.
import { MAX_MESSAGE_LENGTH, MAX_TOPIC_LENGTH } from '@stoa/contract';
import { z } from 'zod';

/** Longer than any name. */
const NAME_MAX = 200;
const PEOPLE_MAX = 20;

export const MessageId = z.int().min(1);
/** In code points, as the API counts; it cuts longer texts off, which a model would not notice. */
const upTo = (most: number, least: number) =>
  z
    .string()
    .min(least)
    .max(2 * most)
    .refine((text) => Array.from(text).length <= most, `At most ${most} characters are expected`);
export const Topic = upTo(MAX_TOPIC_LENGTH, 0);
export const Content = upTo(MAX_MESSAGE_LENGTH, 1);

export const NameOrId = z.union([z.string().min(1).max(NAME_MAX), z.int().min(1)]);
export type NameOrId = z.output<typeof NameOrId>;
export const People = z.array(NameOrId).min(1).max(PEOPLE_MAX);
export const Query = z.string().min(1).max(NAME_MAX).optional();
