// Events of changed settings: a user's own, and the defaults of new accounts. Spec section 6.
import { z } from 'zod';
import { event } from '../kit/event.ts';

const value = z.union([z.boolean(), z.int(), z.string()]);

export const userSettingsUpdate = event({
  type: 'user_settings',
  op: 'update',
  fields: () =>
    z.object({
      /** The name of the setting. */
      property: z.string(),
      value,
      /** With `default_language` only: its English name. */
      language_name: z.string().optional(),
    }),
  summary: 'A personal setting of the receiver has changed.',
});

export const realmUserSettingsDefaultsUpdate = event({
  type: 'realm_user_settings_defaults',
  op: 'update',
  fields: () => z.object({ property: z.string(), value }),
  summary: 'A default setting of new accounts has changed.',
});
