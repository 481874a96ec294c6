// The profile fields after register, and how events change them. The values are stored with the users.
import { z } from 'zod';
import { type Reducer, state } from '../kit/state.ts';
import { ProfileField } from './profile-field.ts';

export const profileFieldsState = state({
  fetch: ['custom_profile_fields'],
  fields: () =>
    z.object({
      custom_profile_fields: z.array(ProfileField),
      custom_profile_field_types: z.record(z.string(), z.object({ id: z.int(), name: z.string() })),
    }),
});

export const reduceProfileFields: Reducer = (state, event) => {
  if (event.type !== 'custom_profile_fields' || !state.custom_profile_fields) return state;
  return { ...state, custom_profile_fields: event.fields };
};
