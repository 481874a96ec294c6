// Who the reader sees under which name.
import { afterAll, describe, expect, it } from 'bun:test';
import { forgetDerived } from '../../base/cells/cell.ts';
import { LANGUAGES, type Tag } from '../../base/text/languages.ts';
import { setLanguage } from '../../base/text/text.ts';
import { findPerson, type State } from './state.ts';

async function readIn(tag: Tag) {
  setLanguage(tag, tag, await LANGUAGES[tag].load());
  forgetDerived();
}

afterAll(() => readIn('en'));

describe('[PD13] an erased account', () => {
  it('has a name in the reader’s language, and others keep theirs', async () => {
    const state = {
      realm_users: [{ user_id: 1, full_name: 'Deleted user' }],
      realm_non_active_users: [{ user_id: 2, full_name: 'Deleted user', is_deleted: true }],
      cross_realm_bots: [],
    } as unknown as State;
    const names = () => [1, 2].map((id) => findPerson(state, id)?.full_name);
    expect(names()).toEqual(['Deleted user', 'Deleted user']);
    await readIn('de');
    expect(names()).toEqual(['Deleted user', 'Gelöschte Person']);
  });
});
