// What is made of a profile field that is being written.
import { describe, expect, it } from 'bun:test';
import { FIELD_TYPE, type ProfileField } from '@stoa/contract';
import {
  canBeOnCard,
  draftOf,
  type FieldDraft,
  isComplete,
  lostChoices,
  settingsOf,
  TYPE_NAMES,
  withChoice,
} from './field-model.ts';

const field = (rest: Partial<ProfileField>): ProfileField => ({
  id: 1,
  type: FIELD_TYPE.short_text,
  order: 1,
  name: 'Team',
  hint: '',
  field_data: '',
  display_in_profile_summary: false,
  required: false,
  editable_by_user: true,
  ...rest,
});
const dropdown = field({
  type: FIELD_TYPE.dropdown,
  field_data: JSON.stringify({
    0: { text: 'Red', order: '2' },
    7: { text: 'Blue', order: '1' },
    x: { text: 'Any', order: '10' },
  }),
});
const draft = (rest: Partial<FieldDraft>): FieldDraft => ({ ...draftOf(null), name: 'Team', ...rest });

describe('a profile field', () => {
  it('[WB43] has one of all existing types', () => {
    expect(TYPE_NAMES.map(([type]) => type).toSorted()).toEqual(Object.values(FIELD_TYPE).toSorted());
  });

  it('[WB43] is sent unchanged if nothing was edited', () => {
    for (const edited of [
      field({ hint: 'Where', required: true, editable_by_user: false, use_for_user_matching: true }),
      dropdown,
      field({
        type: FIELD_TYPE.external_account,
        field_data: JSON.stringify({ subtype: 'custom', url_pattern: 'https://x.example/%(username)s' }),
      }),
    ]) {
      const { name, hint, required, editable_by_user, field_data } = settingsOf(draftOf(edited));
      expect([name, hint, required, editable_by_user]).toEqual([
        edited.name,
        edited.hint,
        edited.required,
        edited.editable_by_user,
      ]);
      if (edited.type === FIELD_TYPE.external_account) expect(field_data).toEqual(JSON.parse(edited.field_data));
    }
    expect(settingsOf(draftOf(dropdown)).field_data).toEqual({
      7: { text: 'Blue', order: '1' },
      0: { text: 'Red', order: '2' },
      x: { text: 'Any', order: '3' },
    });
  });

  it('[WB43] identifies an account of a known site by the site alone', () => {
    const github = field({ type: FIELD_TYPE.external_account, field_data: '{"subtype":"github"}', name: 'GitHub' });
    const sent = settingsOf(draftOf(github));
    expect(sent.field_data).toEqual({ subtype: 'github' });
    expect(sent).not.toHaveProperty('name');
    expect(isComplete(draft({ type: FIELD_TYPE.external_account, subtype: 'github', name: '' }))).toBe(true);
    const custom = draft({ type: FIELD_TYPE.external_account });
    expect(isComplete(custom)).toBe(true);
    expect(settingsOf(custom).field_data).toEqual({ subtype: 'custom' });
    expect(isComplete({ ...custom, name: ' ' })).toBe(false);
  });

  it('[WB43] gives a new choice a key never used before', () => {
    const { choices } = draftOf(dropdown);
    expect(choices.map(({ text }) => text)).toEqual(['Blue', 'Red', 'Any']);
    const fewer = choices.filter(({ key }) => key !== '7');
    expect(withChoice(fewer, choices).at(-1)).toEqual({ key: '8', text: '' });
    expect(withChoice([], [])).toEqual([{ key: '0', text: '' }]);
  });

  it('[WB43] lists the choices that would be lost, including emptied ones', () => {
    const { choices } = draftOf(dropdown);
    expect(lostChoices(choices, choices)).toEqual([]);
    const emptied = choices.map((choice) => (choice.key === '0' ? { ...choice, text: ' ' } : choice));
    expect(lostChoices(emptied, choices).map(({ key }) => key)).toEqual(['0']);
    expect(isComplete(draft({ type: FIELD_TYPE.dropdown, choices: [{ key: '0', text: ' ' }] }))).toBe(false);
    expect(isComplete(draft({ name: ' ' }))).toBe(false);
  });

  it('[WB43] can be on the card while there is room, and never if it is of the type Users', () => {
    const shown = [2, 3].map((id) => field({ id, display_in_profile_summary: true }));
    expect(canBeOnCard(draft({}), null, shown)).toBe(false);
    expect(canBeOnCard(draft({}), 3, shown)).toBe(true);
    expect(canBeOnCard(draft({}), null, shown.slice(1))).toBe(true);
    expect(canBeOnCard(draft({ type: FIELD_TYPE.users }), null, [])).toBe(false);
  });
});
