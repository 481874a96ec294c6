// What conversations and people are called.

import { type TextKey, t } from '../../base/text/text.ts';
import type { PageName, View } from '../../base/views/view.ts';
import { findChannel, findPerson, type State } from './state.ts';

export const RESOLVED = '✔ ';
export const isResolved = (topic: string) => topic.startsWith(RESOLVED);
/** The topic as it is shown: the mark of resolved ones is drawn beside it. */
export const topicName = (topic: string) =>
  (isResolved(topic) ? topic.slice(RESOLVED.length) : topic) || t('general_chat');

export const personName = (state: State, user_id: number) =>
  findPerson(state, user_id)?.full_name ?? t('unknown_person');

export function peopleNames(state: State, user_ids: readonly number[]): string {
  if (user_ids.length === 0) return t('notes_to_self');
  return user_ids.map((id) => personName(state, id)).join(', ');
}

const channelName = (state: State, channel_id: number) => findChannel(state, channel_id)?.name ?? t('unknown_channel');

const PAGE_TITLES: Readonly<Record<PageName, TextKey>> = {
  settings: 'settings_title',
  organization: 'organization_title',
  people: 'people_title',
  user: 'profile_title',
  groups: 'groups_title',
  channels: 'channels',
};

export function viewName(state: State, view: View): string {
  switch (view.kind) {
    case 'channel':
    case 'topics':
      return `#${channelName(state, view.channel_id)}`;
    case 'topic':
      return `#${channelName(state, view.channel_id)} › ${topicName(view.topic)}`;
    case 'direct':
      return peopleNames(state, view.user_ids);
    case 'search':
      return t('search_results', { query: view.terms.map(({ operand }) => String(operand)).join(' ') });
    case 'page':
      return t(PAGE_TITLES[view.page]);
    default:
      return t(view.kind);
  }
}
