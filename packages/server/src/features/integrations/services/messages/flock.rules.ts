// Flock: https://docs.flock.com/display/flockos/Outgoing+Webhooks. Pure.
import { z } from 'zod';
import type { PayloadFormat } from '../../integration.rules.ts';
import { clip, inline, literal, paragraphs, quote } from '../../markdown.rules.ts';

const maybe = z.string().nullish();
const Payload = z.looseObject({
  text: maybe,
  notification: maybe,
  attachments: z.array(z.looseObject({ title: maybe, description: maybe })).nullish(),
});

const TEXT_MAX = 8000;
const ATTACHMENTS_SHOWN = 10;

export const flock: PayloadFormat = ({ payload }) => {
  const { text, notification, attachments } = Payload.parse(payload);
  const content = paragraphs(
    literal(clip((text?.trim() || notification || '').trim(), TEXT_MAX)),
    ...(attachments ?? [])
      .slice(0, ATTACHMENTS_SHOWN)
      .map(({ title, description }) => paragraphs(inline(title ?? ''), quote(description))),
  );
  return content === '' ? null : { topic: 'Flock notifications', content, event: null };
};
