// Flock: https://docs.flock.com/display/flockos/Outgoing+Webhooks. Pure.
import { z } from 'zod';
import { textOfHtml } from '../../html.rules.ts';
import type { PayloadFormat } from '../../integration.rules.ts';
import { clip, inline, literal, paragraphs, quote } from '../../markdown.rules.ts';
import { items, maybe } from '../../payload.rules.ts';

const Payload = z.looseObject({
  text: maybe,
  notification: maybe,
  flockml: maybe,
  attachments: items(z.looseObject({ title: maybe, description: maybe })),
});

const TEXT_MAX = 8000;
const ATTACHMENTS_SHOWN = 10;

export const flock: PayloadFormat = ({ payload }) => {
  const { text, notification, flockml, attachments } = Payload.parse(payload);
  const words = text?.trim() || notification?.trim() || textOfHtml(flockml);
  const content = paragraphs(
    literal(clip(words, TEXT_MAX)),
    ...attachments
      .slice(0, ATTACHMENTS_SHOWN)
      .map(({ title, description }) => paragraphs(inline(title ?? ''), quote(description))),
  );
  return content === '' ? null : { topic: 'Flock notifications', content, event: null };
};
