// Errbit: https://github.com/errbit/errbit/blob/main/docs/notifications.md. Pure.
import { z } from 'zod';
import type { PayloadFormat } from '../../integration.rules.ts';
import { inline, link, topicOf } from '../../markdown.rules.ts';
import { maybe } from '../../payload.rules.ts';

const Payload = z.looseObject({
  problem: z.looseObject({
    app_name: maybe,
    environment: maybe,
    error_class: maybe,
    message: maybe,
    url: maybe,
  }),
});

export const errbit: PayloadFormat = ({ payload }) => {
  const { app_name, environment, error_class, message, url } = Payload.parse(payload).problem;
  const says = message ? `: "${inline(message)}"` : '';
  return {
    topic: topicOf(app_name, environment) || 'Errbit',
    content: `${link(error_class || 'Error', url)}${says} occurred.`,
    event: null,
  };
};
