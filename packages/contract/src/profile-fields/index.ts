// Custom profile fields.
import { slice } from '../kit/slice.ts';
import {
  createProfileField,
  deleteProfileField,
  getProfileFields,
  removeProfileData,
  reorderProfileFields,
  updateProfileData,
  updateProfileField,
} from './profile-fields.endpoints.ts';
import { customProfileFields } from './profile-fields.events.ts';
import { profileFieldsState, reduceProfileFields } from './profile-fields.state.ts';

export * from './profile-field.ts';
export * from './profile-fields.endpoints.ts';
export * from './profile-fields.events.ts';
export * from './profile-fields.state.ts';

export const profileFieldsContract = slice({
  name: 'profile-fields',
  endpoints: {
    getProfileFields,
    createProfileField,
    reorderProfileFields,
    updateProfileField,
    deleteProfileField,
    updateProfileData,
    removeProfileData,
  },
  events: [customProfileFields],
  state: { profile_fields: profileFieldsState },
  reduce: [reduceProfileFields],
});
