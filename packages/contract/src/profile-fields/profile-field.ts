// Custom profile fields and their values. Spec 2.5.
import { z } from 'zod';
import { UserId } from '../kit/values.ts';

export const FIELD_TYPE = {
  short_text: 1,
  paragraph: 2,
  dropdown: 3,
  date: 4,
  link: 5,
  users: 6,
  external_account: 7,
  pronouns: 8,
} as const;
export const FieldType = z.literal(Object.values(FIELD_TYPE));
export type FieldType = z.output<typeof FieldType>;

/** The names by which clients look a type up. */
export const CUSTOM_PROFILE_FIELD_TYPES = {
  SHORT_TEXT: { id: FIELD_TYPE.short_text, name: 'Short text' },
  LONG_TEXT: { id: FIELD_TYPE.paragraph, name: 'Paragraph' },
  SELECT: { id: FIELD_TYPE.dropdown, name: 'Dropdown' },
  DATE: { id: FIELD_TYPE.date, name: 'Date' },
  URL: { id: FIELD_TYPE.link, name: 'Link' },
  USER: { id: FIELD_TYPE.users, name: 'Users' },
  EXTERNAL_ACCOUNT: { id: FIELD_TYPE.external_account, name: 'External account' },
  PRONOUNS: { id: FIELD_TYPE.pronouns, name: 'Pronouns' },
} as const;

/** At most 100 fields per organization. */
export const MAX_PROFILE_FIELDS = 100;
/** At most 2 fields in the summary of a profile. Spec 8. */
export const MAX_SUMMARY_FIELDS = 2;
/** Lengths are in Unicode code points. */
export const MAX_FIELD_NAME_LENGTH = 40;
export const MAX_FIELD_HINT_LENGTH = 80;
export const MAX_SHORT_VALUE_LENGTH = 50;
export const MAX_PARAGRAPH_LENGTH = 500;
export const MAX_LINK_LENGTH = 2000;
export const MAX_USERS_IN_VALUE = 500;
export const MAX_CHOICES = 500;
export const MAX_CHOICE_LENGTH = 100;

/** The choices of a dropdown, by the key stored as the value. */
export const DropdownData = z.record(z.string(), z.object({ text: z.string(), order: z.string() }));
export type DropdownData = z.output<typeof DropdownData>;

/** The `subtype` of external accounts with a custom URL pattern. */
export const CUSTOM_SUBTYPE = 'custom';
/** The placeholder for the account name in a URL pattern. */
export const USERNAME_PLACE = '%(username)s';
export const ExternalAccountData = z.object({
  /** A key of `realm_default_external_accounts`, or `custom`. */
  subtype: z.string(),
  /** With `custom`: a URL that contains `%(username)s`. */
  url_pattern: z.string().optional(),
});
export type ExternalAccountData = z.output<typeof ExternalAccountData>;

export const ProfileField = z.object({
  id: z.int(),
  type: FieldType,
  /** Fields are shown in ascending order. */
  order: z.int(),
  name: z.string(),
  hint: z.string(),
  /** JSON for dropdowns and external accounts, otherwise empty. */
  field_data: z.string(),
  display_in_profile_summary: z.boolean(),
  required: z.boolean(),
  /** Administrators can edit every field. */
  editable_by_user: z.boolean(),
  use_for_user_matching: z.literal(true).optional(),
});
export type ProfileField = z.output<typeof ProfileField>;

/** A text of the field's type, or user ids for a field of people. Null or an empty value clears it. */
export const ProfileValue = z.union([z.string(), z.array(UserId), z.null()]);
export type ProfileValue = z.output<typeof ProfileValue>;
export const ProfileValues = z.array(z.object({ id: z.int(), value: ProfileValue }));
export type ProfileValues = z.output<typeof ProfileValues>;
