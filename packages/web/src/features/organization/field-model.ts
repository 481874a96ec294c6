// A profile field in its dialog: initial values, parameters to send, values that would be lost. Pure.
import {
  CUSTOM_SUBTYPE,
  type createProfileField,
  type ExternalAccountData,
  FIELD_TYPE,
  type FieldType,
  type InputOf,
  MAX_SUMMARY_FIELDS,
  type ProfileField,
} from '@stoa/contract';
import type { TextKey } from '../../base/text/text.ts';
import { dropdownChoices } from '../../domain/people/field-values.ts';

export const TYPE_NAMES: readonly (readonly [FieldType, TextKey])[] = [
  [FIELD_TYPE.short_text, 'org_field_short_text'],
  [FIELD_TYPE.paragraph, 'org_field_paragraph'],
  [FIELD_TYPE.dropdown, 'org_field_dropdown'],
  [FIELD_TYPE.date, 'org_field_date'],
  [FIELD_TYPE.link, 'org_field_link'],
  [FIELD_TYPE.users, 'org_field_users'],
  [FIELD_TYPE.external_account, 'org_field_external_account'],
  [FIELD_TYPE.pronouns, 'org_field_pronouns'],
];

export interface Choice {
  /** Stored as the value of people who choose it; never reused for another choice. */
  readonly key: string;
  readonly text: string;
}

export interface FieldDraft {
  readonly type: FieldType;
  readonly name: string;
  readonly hint: string;
  readonly choices: readonly Choice[];
  /** The site of an external account. */
  readonly subtype: string;
  readonly url_pattern: string;
  readonly display_in_profile_summary: boolean;
  readonly required: boolean;
  readonly editable_by_user: boolean;
  readonly use_for_user_matching: boolean;
}

const NEW: FieldDraft = {
  type: FIELD_TYPE.short_text,
  name: '',
  hint: '',
  choices: [],
  subtype: CUSTOM_SUBTYPE,
  url_pattern: '',
  display_in_profile_summary: false,
  required: false,
  editable_by_user: true,
  use_for_user_matching: false,
};

export function draftOf(field: ProfileField | null): FieldDraft {
  if (!field) return NEW;
  const { type, name, hint, field_data, display_in_profile_summary, required, editable_by_user } = field;
  const account = type === FIELD_TYPE.external_account ? (JSON.parse(field_data) as ExternalAccountData) : null;
  return {
    type,
    name,
    hint,
    choices: type === FIELD_TYPE.dropdown ? dropdownChoices(field).map(([key, text]) => ({ key, text })) : [],
    subtype: account?.subtype ?? CUSTOM_SUBTYPE,
    url_pattern: account?.url_pattern ?? '',
    display_in_profile_summary,
    required,
    editable_by_user,
    use_for_user_matching: field.use_for_user_matching ?? false,
  };
}

/** Adds a choice with a key that no current or previous choice has. */
export function withChoice(choices: readonly Choice[], before: readonly Choice[]): Choice[] {
  const taken = [...choices, ...before].map(({ key }) => (/^\d{1,9}$/.test(key) ? Number(key) : -1));
  return [...choices, { key: String(Math.max(-1, ...taken) + 1), text: '' }];
}

/** Removed choices, whose values the server clears. */
export function lostChoices(choices: readonly Choice[], before: readonly Choice[]): Choice[] {
  const keys = new Set(written(choices).map(({ key }) => key));
  return before.filter(({ key }) => !keys.has(key));
}

/** Choices without a label are dropped. */
const written = (choices: readonly Choice[]) =>
  choices.map(({ key, text }) => ({ key, text: text.trim() })).filter(({ text }) => text !== '');

export const isCustomAccount = ({ type, subtype }: FieldDraft): boolean =>
  type === FIELD_TYPE.external_account && subtype === CUSTOM_SUBTYPE;

/** External accounts of known sites have a fixed name and hint. */
export const hasOwnName = (draft: FieldDraft): boolean =>
  draft.type !== FIELD_TYPE.external_account || isCustomAccount(draft);

export const canMatch = ({ type }: FieldDraft): boolean =>
  type === FIELD_TYPE.short_text || type === FIELD_TYPE.external_account;

/** Whether the field can be on the profile card: not people, and within the limit. */
export function canBeOnCard({ type }: FieldDraft, id: number | null, fields: readonly ProfileField[]): boolean {
  const others = fields.filter((field) => field.id !== id && field.display_in_profile_summary);
  return type !== FIELD_TYPE.users && others.length < MAX_SUMMARY_FIELDS;
}

export function isComplete(draft: FieldDraft): boolean {
  if (hasOwnName(draft) && draft.name.trim() === '') return false;
  return draft.type !== FIELD_TYPE.dropdown || written(draft.choices).length > 0;
}

function dataOf(draft: FieldDraft): Record<string, unknown> | undefined {
  if (draft.type === FIELD_TYPE.dropdown)
    return Object.fromEntries(
      written(draft.choices).map(({ key, text }, at) => [key, { text, order: String(at + 1) }]),
    );
  if (draft.type !== FIELD_TYPE.external_account) return undefined;
  const { subtype } = draft;
  const url_pattern = draft.url_pattern.trim();
  return isCustomAccount(draft) && url_pattern !== '' ? { subtype, url_pattern } : { subtype };
}

type Settings = Omit<InputOf<typeof createProfileField>, 'field_type'>;

/** Parameters of a new or changed field, without those its site determines. */
export function settingsOf(draft: FieldDraft): Settings {
  const own = hasOwnName(draft);
  const field_data = dataOf(draft);
  return {
    ...(own ? { name: draft.name.trim(), hint: draft.hint.trim() } : {}),
    ...(field_data ? { field_data } : {}),
    display_in_profile_summary: draft.display_in_profile_summary,
    required: draft.required,
    editable_by_user: draft.editable_by_user,
    ...(canMatch(draft) ? { use_for_user_matching: draft.use_for_user_matching } : {}),
  };
}
