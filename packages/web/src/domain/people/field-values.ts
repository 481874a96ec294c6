// Values of custom profile fields: parsing, choices and limits of each type.
import {
  type DropdownData,
  FIELD_TYPE,
  MAX_LINK_LENGTH,
  MAX_PARAGRAPH_LENGTH,
  MAX_SHORT_VALUE_LENGTH,
  type ProfileField,
} from '@stoa/contract';

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

type Choice = DropdownData[string];
const isChoice = (value: unknown): value is Choice =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as Choice).text === 'string' &&
  typeof (value as Choice).order === 'string';

/** The choices of a dropdown in order: stored key and label. Fields of other types have other data, or none. */
export function dropdownChoices({ field_data }: Pick<ProfileField, 'field_data'>): (readonly [string, string])[] {
  const choices = parseOrNull(field_data);
  if (typeof choices !== 'object' || choices === null || !Object.values(choices).every(isChoice)) return [];
  return Object.entries(choices as DropdownData)
    .sort(([, a], [, b]) => Number(a.order) - Number(b.order))
    .map(([key, { text }]) => [key, text] as const);
}

/** The people in a value. */
export function peopleIn(value: string | undefined): number[] {
  const ids = parseOrNull(value ?? '');
  return Array.isArray(ids) ? ids.filter(Number.isInteger) : [];
}

export function maxLength(type: ProfileField['type']): number {
  if (type === FIELD_TYPE.paragraph) return MAX_PARAGRAPH_LENGTH;
  return type === FIELD_TYPE.link ? MAX_LINK_LENGTH : MAX_SHORT_VALUE_LENGTH;
}
