// Actions on a person, and where they lead.

import { copyText } from '../../base/ui/copy-text.ts';
import { hashOf, type View } from '../../base/views/view.ts';
import { composeRequest } from '../../model/state/screen.ts';
import type { Person, State } from '../../model/state/state.ts';

export const addressOf = (user_id: number): string => hashOf({ kind: 'page', page: 'user', path: [String(user_id)] });

/** Notes to oneself, for the reader. */
export const viewOfPerson = (user_id: number, own_id: number): Extract<View, { kind: 'direct' }> => ({
  kind: 'direct',
  user_ids: user_id === own_id ? [] : [user_id],
});

/** With the id, to distinguish people of the same name. */
const mentionOf = ({ full_name, user_id }: Pick<Person, 'full_name' | 'user_id'>) => `@**${full_name}|${user_id}** `;

export const mentionPerson = (person: Person): void => composeRequest.set({ view: null, insert: mentionOf(person) });

export const copyProfileLink = (user_id: number): Promise<boolean> =>
  copyText(`${location.origin}/${addressOf(user_id)}`);

/** Administrators manage people; register lists the bots of each owner. */
export const mayManage = ({ is_admin, realm_bots }: State, { user_id, is_bot }: Person): boolean =>
  is_bot ? realm_bots.some((bot) => bot.user_id === user_id) : is_admin;
