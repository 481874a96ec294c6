// The fields of profiles: each in the form of its type, and none that runs anything.
import { describe, expect, it } from 'bun:test';
import { DEFAULT_EXTERNAL_ACCOUNTS, FIELD_TYPE, type FieldType, type ProfileField } from '@stoa/contract';
import { profileOf } from './profile-values.ts';

const field = (id: number, type: FieldType, field_data: object | '' = ''): ProfileField => ({
  id,
  type,
  order: 100 - id,
  name: `field ${id}`,
  hint: '',
  field_data: field_data === '' ? '' : JSON.stringify(field_data),
  display_in_profile_summary: false,
  required: false,
  editable_by_user: true,
});

function shown(field: ProfileField, value: string, rendered_value?: string) {
  const data = rendered_value === undefined ? { value } : { value, rendered_value };
  return profileOf({ profile_data: { [field.id]: data } }, [field], DEFAULT_EXTERNAL_ACCOUNTS)[0]?.shown;
}

describe('profiles', () => {
  it('[WB51] shows each field in the format of its type', () => {
    const choices = { a: { text: 'Tea', order: '1' } };
    expect(shown(field(1, FIELD_TYPE.dropdown, choices), 'a')).toEqual({ kind: 'text', text: 'Tea' });
    expect(shown(field(1, FIELD_TYPE.dropdown, choices), 'gone')).toBeUndefined();
    expect(shown(field(1, FIELD_TYPE.users), '[3,4]')).toEqual({ kind: 'people', user_ids: [3, 4] });
    expect(shown(field(1, FIELD_TYPE.users), '[]')).toBeUndefined();
    expect(shown(field(1, FIELD_TYPE.date), '2020-02-29')).toEqual({ kind: 'date', date: '2020-02-29' });
    expect(shown(field(1, FIELD_TYPE.short_text), '<b>', '<p>&lt;b&gt;</p>')).toEqual({
      kind: 'html',
      html: '<p>&lt;b&gt;</p>',
    });
    expect(shown(field(1, FIELD_TYPE.pronouns), 'they')).toEqual({ kind: 'text', text: 'they' });
    expect(shown(field(1, FIELD_TYPE.pronouns), '')).toBeUndefined();
  });

  it('[WB51] links only web addresses', () => {
    const link = field(1, FIELD_TYPE.link);
    expect(shown(link, 'https://x.example')).toEqual({
      kind: 'link',
      href: 'https://x.example',
      text: 'https://x.example',
    });
    expect(shown(link, 'javascript:alert(1)')).toEqual({ kind: 'text', text: 'javascript:alert(1)' });
    const account = (data: object) => field(1, FIELD_TYPE.external_account, data);
    expect(shown(account({ subtype: 'github' }), 'a/../b?c')).toEqual({
      kind: 'link',
      href: 'https://github.com/a%2F..%2Fb%3Fc',
      text: 'a/../b?c',
    });
    expect(shown(account({ subtype: 'custom', url_pattern: 'javascript:%(username)s' }), 'x')).toEqual({
      kind: 'text',
      text: 'x',
    });
    const mastodon = account({ subtype: 'mastodon' });
    const href = 'https://social.example/@ada';
    expect(shown(mastodon, href)).toEqual({ kind: 'link', href, text: href });
    expect(shown(mastodon, 'javascript:alert(1)')).toEqual({ kind: 'text', text: 'javascript:alert(1)' });
    expect(shown(account({ subtype: 'discord' }), 'ada')).toEqual({ kind: 'text', text: 'ada' });
    expect(shown(account({ subtype: 'custom' }), 'ada')).toEqual({ kind: 'text', text: 'ada' });
    expect(shown(account({ subtype: 'unheard of' }), 'x')).toEqual({ kind: 'text', text: 'x' });
  });

  it('[WB51] keeps the order of the fields, and omits empty ones', () => {
    const fields = [field(1, FIELD_TYPE.pronouns), field(2, FIELD_TYPE.pronouns), field(3, FIELD_TYPE.pronouns)];
    const profile_data = { 1: { value: 'one' }, 3: { value: 'three' } };
    const found = profileOf({ profile_data }, fields, DEFAULT_EXTERNAL_ACCOUNTS);
    expect(found.map((shown) => shown.field.id)).toEqual([3, 1]);
    expect(profileOf({}, fields, DEFAULT_EXTERNAL_ACCOUNTS)).toEqual([]);
  });
});
