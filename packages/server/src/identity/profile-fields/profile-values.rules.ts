// Validates profile values. Pure.
import {
  BadRequest,
  type DropdownData,
  FIELD_TYPE,
  MAX_PARAGRAPH_LENGTH,
  MAX_SHORT_VALUE_LENGTH,
  MAX_USERS_IN_VALUE,
  type ProfileField,
  type ProfileValue,
  Refused,
  type UserId,
} from '@stoa/contract';
import { isWebAddress } from '@stoa/contract/url-rules';
import { render } from '@stoa/markdown';

type Field = Pick<ProfileField, 'type' | 'name' | 'field_data' | 'editable_by_user'>;

/** [PF12] */
export function checkEditable(field: Field, is_administrator: boolean): void {
  if (!field.editable_by_user && !is_administrator) throw Refused('field_fixed');
}

/** The stored text; null for none. Of people only the form of the ids is checked. [PF10] */
export function checkValue(field: Omit<Field, 'editable_by_user'>, input: ProfileValue): string | null {
  if (input === null || input.length === 0) return null;
  if (field.type === FIELD_TYPE.users) {
    if (typeof input === 'string') throw BadRequest(`'${field.name}' takes a list of user IDs.`);
    const user_ids = [...new Set(input)];
    if (user_ids.length > MAX_USERS_IN_VALUE)
      throw Refused('field_people_many', { name: field.name, count: MAX_USERS_IN_VALUE });
    return JSON.stringify(user_ids);
  }
  if (typeof input !== 'string') throw BadRequest(`'${field.name}' takes a text.`);
  checkText(field, input);
  return input;
}

function checkText({ type, name, field_data }: Omit<Field, 'editable_by_user'>, text: string): void {
  if (type === FIELD_TYPE.dropdown) {
    if (!Object.hasOwn(JSON.parse(field_data) as DropdownData, text))
      throw Refused('value_choice', { choice: text, name });
  } else if (type === FIELD_TYPE.date) {
    if (!isDate(text)) throw Refused('value_date', { name });
  } else if (type === FIELD_TYPE.link) {
    if (!isWebAddress(text)) throw Refused('value_link', { name });
  } else {
    const limit = type === FIELD_TYPE.paragraph ? MAX_PARAGRAPH_LENGTH : MAX_SHORT_VALUE_LENGTH;
    if ([...text].length > limit) throw Refused('value_long', { name, count: limit });
  }
}

/** An existing day, in the years 0001 to 9999. */
function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text.startsWith('0000')) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/** The HTML of the types that are Markdown. [PF11] */
export function renderValue({ type }: Pick<Field, 'type'>, value: string): string | null {
  if (type !== FIELD_TYPE.short_text && type !== FIELD_TYPE.paragraph) return null;
  return render(value).html;
}

/** The people that a stored value names. */
export function usersIn({ type }: Field, value: string | null | undefined): UserId[] {
  return type === FIELD_TYPE.users && typeof value === 'string' ? (JSON.parse(value) as UserId[]) : [];
}

/** The keys removed from a dropdown. */
export function removedChoices(before: string, after: string): string[] {
  const options = JSON.parse(after) as DropdownData;
  return Object.keys(JSON.parse(before) as DropdownData).filter((key) => !Object.hasOwn(options, key));
}
