// A successful call for each endpoint of alert-words.
import type { alertWordsContract } from '@stoa/contract';
import type { Samples } from './stage.ts';

export const alertWordsSamples: Samples<typeof alertWordsContract> = {
  getAlertWords: () => ({}),
  addAlertWords: ({ unique }) => ({ alert_words: [`sample ${unique()}`] }),
  removeAlertWords: () => ({ alert_words: ['no such word'] }),
};
