// Alert words.

import { alertWordsContract } from '@stoa/contract';
import { defineSlice } from '../../slice/define-slice.ts';
import { findAlertWords } from './alert-words.queries.ts';
import { alertWordsRoutes } from './alert-words.routes.ts';

export const alertWordsSlice = defineSlice({
  contract: alertWordsContract,
  routes: alertWordsRoutes,
  state: { alert_words: async (db, { actor }) => ({ alert_words: await findAlertWords(db, actor.user_id) }) },
  tables: {
    alert_words: {
      accounts: ['user_id'],
      on_export: { field: 'alert_words', find: findAlertWords },
      on_erasure: 'rows',
    },
  },
});
