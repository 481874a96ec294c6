// Events of profile fields. Values are sent as forms of `person` in realm_user/update. Spec section 6.
import { z } from 'zod';
import { event } from '../kit/event.ts';
import { ProfileField } from './profile-field.ts';

export const customProfileFields = event({
  type: 'custom_profile_fields',
  fields: () => z.object({ fields: z.array(ProfileField) }),
  summary:
    'The profile fields of the organization have changed: all of them, in order. Values of absent fields were deleted.',
});
