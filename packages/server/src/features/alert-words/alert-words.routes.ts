// The caller's own alert words.
import { addAlertWords, getAlertWords, removeAlertWords } from '@stoa/contract';
import { type Route, read, write } from '../../kit/http/route.ts';
import { addWords, removeWords } from './alert-words.actions.ts';
import { findAlertWords } from './alert-words.queries.ts';

export const alertWordsRoutes: Route[] = [
  read(getAlertWords, async ({ db, actor }) => ({ alert_words: await findAlertWords(db, actor.user_id) })),
  write(addAlertWords, async (context, { alert_words }) => ({
    alert_words: await addWords(context, context.actor, alert_words),
  })),
  write(removeAlertWords, async (context, { alert_words }) => ({
    alert_words: await removeWords(context, context.actor, alert_words),
  })),
];
