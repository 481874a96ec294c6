// The profile fields of a person, in display form. Pure.
import {
  type DropdownData,
  type ExternalAccountData,
  FIELD_TYPE,
  type ProfileField,
  USERNAME_PLACE,
  type User,
} from '@stoa/contract';
import type { State } from '../../model/state/state.ts';

export type Shown =
  | { readonly kind: 'text'; readonly text: string }
  /** HTML rendered by the server. */
  | { readonly kind: 'html'; readonly html: string }
  | { readonly kind: 'link'; readonly href: string; readonly text: string }
  | { readonly kind: 'date'; readonly date: string }
  | { readonly kind: 'people'; readonly user_ids: readonly number[] };

export interface ShownField {
  readonly field: ProfileField;
  readonly shown: Shown;
}

type Accounts = State['realm_default_external_accounts'];

function parse<T>(json: string): T | null {
  try {
    return JSON.parse(json) as T;
  } catch {
    return null;
  }
}

/** Web addresses only: a profile must not run anything. */
const isWebAddress = (text: string) => /^https?:\/\//i.test(text);

function externalAccount(field: ProfileField, name: string, accounts: Accounts): Shown {
  const data = parse<ExternalAccountData>(field.field_data);
  const pattern = data?.url_pattern ?? accounts[data?.subtype ?? '']?.url_pattern;
  // If the pattern is only the name, the name is a whole address.
  const href = pattern === USERNAME_PLACE ? name : pattern?.replace(USERNAME_PLACE, () => encodeURIComponent(name));
  return href && isWebAddress(href) ? { kind: 'link', href, text: name } : { kind: 'text', text: name };
}

function shownOf(field: ProfileField, value: string, rendered: string | undefined, accounts: Accounts): Shown | null {
  switch (field.type) {
    case FIELD_TYPE.dropdown: {
      const text = parse<DropdownData>(field.field_data)?.[value]?.text;
      return text === undefined ? null : { kind: 'text', text };
    }
    case FIELD_TYPE.users: {
      const user_ids = parse<number[]>(value);
      return Array.isArray(user_ids) && user_ids.length > 0 ? { kind: 'people', user_ids } : null;
    }
    case FIELD_TYPE.date:
      return { kind: 'date', date: value };
    case FIELD_TYPE.link:
      return isWebAddress(value) ? { kind: 'link', href: value, text: value } : { kind: 'text', text: value };
    case FIELD_TYPE.external_account:
      return externalAccount(field, value, accounts);
    default:
      return rendered === undefined ? { kind: 'text', text: value } : { kind: 'html', html: rendered };
  }
}

/** The filled-in fields, in order. */
export function profileOf(
  user: Pick<User, 'profile_data'>,
  fields: readonly ProfileField[],
  accounts: Accounts,
): ShownField[] {
  const found: ShownField[] = [];
  for (const field of [...fields].sort((a, b) => a.order - b.order)) {
    const { value, rendered_value } = user.profile_data?.[String(field.id)] ?? {};
    if (!value) continue;
    const shown = shownOf(field, value, rendered_value, accounts);
    if (shown) found.push({ field, shown });
  }
  return found;
}
