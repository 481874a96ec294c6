// Names of conversations, people and searches.

import { withoutResolvedMark } from '@stoa/contract/topics';
import { longDate } from '../../base/text/dates.ts';
import { type FirstKey, t } from '../../base/text/text.ts';
import { type PageName, startOfDay, type Term, type View } from '../../base/views/view.ts';
import { findChannel, findPerson, type State } from './state.ts';

/** The displayed topic, without the mark of resolved ones, which is drawn beside it. */
export const topicName = (topic: string) => withoutResolvedMark(topic) || t('general_chat');

export const personName = (state: State, user_id: number) =>
  findPerson(state, user_id)?.full_name ?? t('unknown_person');

export function peopleNames(state: State, user_ids: readonly number[]): string {
  if (user_ids.length === 0) return t('notes_to_self');
  return user_ids.map((id) => personName(state, id)).join(', ');
}

const channelName = (state: State, channel_id: number) => findChannel(state, channel_id)?.name ?? t('unknown_channel');

/** Terms that each have a text of their own. */
const TERM_TEXTS: Readonly<Record<string, FirstKey>> = {
  'is:dm': 'term_is_dm',
  'is:private': 'term_is_dm',
  'is:starred': 'term_is_starred',
  'is:mentioned': 'term_is_mentioned',
  'is:alerted': 'term_is_alerted',
  'is:unread': 'term_is_unread',
  'is:resolved': 'term_is_resolved',
  'is:followed': 'term_is_followed',
  'is:muted': 'term_is_muted',
  'has:link': 'term_has_link',
  'has:image': 'term_has_image',
  'has:attachment': 'term_has_attachment',
  'has:reaction': 'term_has_reaction',
  'in:home': 'term_in_home',
  'in:all': 'term_in_all',
  'channels:public': 'term_channels_public',
  'channels:web-public': 'term_channels_web_public',
  'channels:archived': 'term_channels_archived',
};

export const dayText = (day: string): string => {
  const start = startOfDay(day);
  return start ? longDate(start.getTime() / 1000) : day;
};

/** The id in an operand, as links have it; typed text that names nobody stays unchanged. */
const idIn = (operand: Term['operand']) => (/^\d+$/.test(String(operand)) ? Number(operand) : null);

function termText(state: State, operator: string, operand: Term['operand']): string {
  const value = String(operand);
  const nameOf = (operand: Term['operand']) => {
    const id = operand === 'me' ? state.user_id : idIn(operand);
    return id === null ? String(operand) : personName(state, id);
  };
  const id = idIn(operand);
  switch (operator) {
    case 'search':
      return t('term_words', { text: value });
    case 'channel':
    case 'stream':
      return t('term_channel', { channel: id === null ? value : channelName(state, id) });
    case 'topic':
    case 'subject':
      return t('term_topic', { topic: topicName(value) });
    case 'sender':
    case 'from':
      return operand === 'me' || id === state.user_id
        ? t('term_sender_me')
        : t('term_sender', { name: nameOf(operand) });
    case 'dm':
    case 'pm-with': {
      const people = Array.isArray(operand) ? operand : value.split(',');
      return t('term_dm', { names: people.map(nameOf).join(', ') });
    }
    case 'dm-including':
      return t('term_dm_including', { name: nameOf(operand) });
    case 'mentions':
      return t('term_mentions', { name: nameOf(operand) });
    case 'near':
      return t('term_near');
    case 'id':
      return t('term_id');
    case 'date':
      return t('term_date', { day: dayText(value) });
    case 'before':
      return t('term_before', { day: dayText(value) });
    default: {
      const known = `${operator}:${value.replace(operator === 'has' ? /s$/ : /$^/, '')}`;
      return Object.hasOwn(TERM_TEXTS, known) ? t(TERM_TEXTS[known]!) : t('term_unknown', { operator, value });
    }
  }
}

export function describeTerm(state: State, { operator, operand, negated }: Term): string {
  const text = termText(state, operator, operand);
  return negated ? t('term_not', { term: text }) : text;
}

const PAGE_TITLES: Readonly<Record<PageName, FirstKey>> = {
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
      return t('search_results', { query: view.terms.map((term) => describeTerm(state, term)).join(' · ') });
    case 'page':
      return t(PAGE_TITLES[view.page]);
    default:
      return t(view.kind);
  }
}
