// Changes of settings: a user's own, and what new accounts start with. Spec section 6.
import { z } from 'zod';
import { event } from '../kit/event.ts';

const value = z.union([z.boolean(), z.int(), z.string()]);

export const userSettingsUpdate = event({
  type: 'user_settings',
  op: 'update',
  fields: z.object({
    /** The name of the setting. */
    property: z.string(),
    value,
    /** With `default_language` only: its English name. */
    language_name: z.string().optional(),
  }),
  summary: "One of the receiver's own settings has changed.",
});

export const realmUserSettingsDefaultsUpdate = event({
  type: 'realm_user_settings_defaults',
  op: 'update',
  fields: z.object({ property: z.string(), value }),
  summary: 'New accounts of the organization start with another value of a setting.',
});
