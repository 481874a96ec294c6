// Alert words: words that notify an account when a message contains them. Spec section 6.
import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { event, type ReceivedEvent } from '../kit/event.ts';
import { slice } from '../kit/slice.ts';
import { type ClientState, type Reducer, state } from '../kit/state.ts';

/** At most 500 words per account, because every message is searched for all of them. */
export const MAX_ALERT_WORDS = 500;
/** In Unicode code points. */
export const MAX_ALERT_WORD_LENGTH = 100;

const alert_words = z.array(z.string());

export const alertWordsChanged = event({
  type: 'alert_words',
  fields: () => z.object({ alert_words }),
  summary: 'The alert words of the user have changed: all of them, in the order they were added.',
});

export const getAlertWords = endpoint({
  id: 'get-alert-words',
  method: 'GET',
  path: '/users/me/alert_words',
  access: 'user',
  scope: 'read',
  result: () => z.object({ alert_words }),
  summary: 'List your own alert words, in the order they were added',
});

export const addAlertWords = endpoint({
  id: 'add-alert-words',
  method: 'POST',
  path: '/users/me/alert_words',
  access: 'user',
  scope: 'manage',
  params: () => z.object({ alert_words }),
  /** All words, including those added earlier. */
  result: () => z.object({ alert_words }),
  emits: [alertWordsChanged],
  summary: 'Add alert words; existing ones, ignoring case, are left unchanged',
});

export const removeAlertWords = endpoint({
  id: 'remove-alert-words',
  method: 'DELETE',
  path: '/users/me/alert_words',
  access: 'user',
  scope: 'manage',
  params: () => z.object({ alert_words }),
  /** The remaining words. */
  result: () => z.object({ alert_words }),
  emits: [alertWordsChanged],
  summary: 'Remove alert words, ignoring case',
});

export const alertWordsState = state({ fetch: ['alert_words'], fields: () => z.object({ alert_words }) });

export const reduceAlertWords: Reducer = (state: ClientState, event: ReceivedEvent): ClientState => {
  if (event.type !== 'alert_words' || !state.alert_words) return state;
  return { ...state, alert_words: event.alert_words };
};

export const alertWordsContract = slice({
  name: 'alert-words',
  endpoints: { getAlertWords, addAlertWords, removeAlertWords },
  events: [alertWordsChanged],
  state: { alert_words: alertWordsState },
  reduce: [reduceAlertWords],
});
