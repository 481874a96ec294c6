// Slash commands that people type instead of a message.
import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { userSettingsUpdate } from '../settings/settings.events.ts';

export const zcommand = endpoint({
  id: 'zcommand',
  method: 'POST',
  path: '/zcommand',
  access: 'user',
  scope: 'manage',
  params: () =>
    z.object({
      /**
       * `/ping`, or a command that sets the appearance of your own client: `/light`, `/dark`, `/fluid-width`, `/fixed-width`.
       */
      command: z.string(),
    }),
  /** `msg` is the text to show. */
  result: () => z.object({ msg: z.string().optional() }),
  emits: [userSettingsUpdate],
  summary: 'Run a slash command',
});
