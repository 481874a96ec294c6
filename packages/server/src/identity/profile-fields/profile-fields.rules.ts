// Validates profile fields. Pure.
import {
  BadRequest,
  CUSTOM_SUBTYPE,
  DEFAULT_EXTERNAL_ACCOUNTS,
  DropdownData,
  ExternalAccountData,
  FIELD_TYPE,
  type FieldType,
  MAX_CHOICE_LENGTH,
  MAX_CHOICES,
  MAX_FIELD_HINT_LENGTH,
  MAX_FIELD_NAME_LENGTH,
  MAX_SUMMARY_FIELDS,
  type ProfileField,
  Refused,
} from '@stoa/contract';
import { isAccountPattern } from '@stoa/contract/url-rules';
import { isReordering } from '../../kit/collections/is-reordering.ts';
import { hasUnusableCharacter, isInvisible, nameKey, normalizeName } from '../../kit/text/name-characters.ts';

/** [PF2] */
export function checkName(input: string | undefined): string {
  const name = normalizeName(input ?? '');
  if (isInvisible(name)) throw Refused('label_empty');
  return checkLine('Label', name, MAX_FIELD_NAME_LENGTH);
}

export function checkHint(input: string | undefined): string {
  return checkLine('Hint', (input ?? '').trim(), MAX_FIELD_HINT_LENGTH);
}

function checkLine(what: string, line: string, limit: number): string {
  if ([...line].length > limit) throw Refused('field_text_long', { part: what, count: limit });
  if (hasUnusableCharacter(line)) throw Refused('field_text_characters', { part: what.toLowerCase() });
  return line;
}

export function checkNameIsFree(fields: readonly ProfileField[], name: string, but: number | null): void {
  if (fields.some((field) => field.id !== but && nameKey(field.name) === nameKey(name))) throw Refused('label_taken');
}

export type DefaultAccount = keyof typeof DEFAULT_EXTERNAL_ACCOUNTS;
type FieldDataInput = Readonly<Record<string, unknown>>;

/** The data of a field in its stored form. Only two types have any; for others it is dropped. [PF4] [PF5] */
export function checkFieldData(type: FieldType, input: FieldDataInput | undefined): string {
  if (type === FIELD_TYPE.dropdown) return JSON.stringify(checkChoices(input ?? {}));
  if (type === FIELD_TYPE.external_account) return JSON.stringify(checkExternalAccount(input ?? {}));
  return '';
}

function checkChoices(input: FieldDataInput): DropdownData {
  const { success, data } = DropdownData.safeParse(input);
  if (!success) throw BadRequest('Each choice of field_data must be an object with the texts "text" and "order".');
  const choices = Object.entries(data);
  if (choices.length === 0) throw Refused('field_choice_needed');
  if (choices.length > MAX_CHOICES) throw Refused('field_choices_many', { count: MAX_CHOICES });
  for (const [key, { text, order }] of choices) {
    if (key.trim() === '' || text.trim() === '') throw BadRequest('A choice needs a key and a text.');
    for (const part of [key, text, order]) checkLine('Choice', part, MAX_CHOICE_LENGTH);
  }
  const texts = new Set(choices.map(([, { text }]) => nameKey(text.trim())));
  if (texts.size < choices.length) throw Refused('field_choice_twice');
  return data;
}

function isDefaultAccount(subtype: string): subtype is DefaultAccount {
  return Object.hasOwn(DEFAULT_EXTERNAL_ACCOUNTS, subtype);
}

function checkExternalAccount(input: FieldDataInput): ExternalAccountData {
  const { success, data } = ExternalAccountData.safeParse(input);
  if (!success) throw BadRequest('field_data of an external account needs the text "subtype".');
  const { subtype, url_pattern } = data;
  if (isDefaultAccount(subtype)) return { subtype };
  if (subtype !== CUSTOM_SUBTYPE) throw BadRequest('Invalid external account type');
  if (url_pattern === undefined) return { subtype };
  if (!isAccountPattern(url_pattern)) throw Refused('field_pattern');
  return { subtype, url_pattern };
}

/** The known external account a field is for, which provides name and hint; null for other fields. */
export function defaultAccountOf({ type, field_data }: Pick<ProfileField, 'type' | 'field_data'>) {
  if (type !== FIELD_TYPE.external_account) return null;
  const { subtype } = JSON.parse(field_data) as ExternalAccountData;
  return isDefaultAccount(subtype) ? DEFAULT_EXTERNAL_ACCOUNTS[subtype] : null;
}

/** [PF6] [PF7] */
export function checkFlags(
  field: Pick<ProfileField, 'id' | 'type' | 'display_in_profile_summary' | 'use_for_user_matching'>,
  all: readonly ProfileField[],
): void {
  const { type } = field;
  if (field.use_for_user_matching && type !== FIELD_TYPE.short_text && type !== FIELD_TYPE.external_account)
    throw BadRequest('Field type not supported for user matching.');
  if (!field.display_in_profile_summary) return;
  if (type === FIELD_TYPE.users) throw BadRequest('Field type not supported for display in profile summary.');
  const shown = all.filter(({ id, display_in_profile_summary }) => id !== field.id && display_in_profile_summary);
  if (shown.length >= MAX_SUMMARY_FIELDS) throw Refused('field_summary_full', { count: MAX_SUMMARY_FIELDS });
}

/** Throws unless the order names every field once and nothing else. [PF8] */
export function checkOrder(fields: readonly ProfileField[], order: readonly number[]): void {
  const ids = fields.map(({ id }) => id);
  if (!isReordering(ids, order)) throw Refused('order_changed');
}
