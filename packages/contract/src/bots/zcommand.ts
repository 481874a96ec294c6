// Commands that clients let people type instead of a message.
import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { userSettingsUpdate } from '../settings/settings.events.ts';

export const zcommand = endpoint({
  id: 'zcommand',
  method: 'POST',
  path: '/zcommand',
  access: 'user',
  params: z.object({
    /** `/ping`, or one that sets how one's own client looks: `/light`, `/dark`, `/fluid-width`, `/fixed-width`. */
    command: z.string(),
  }),
  /** What to show is in `msg`, as everywhere. */
  result: z.object({ msg: z.string().optional() }),
  emits: [userSettingsUpdate],
  summary: 'Carry out a command that somebody typed',
});
