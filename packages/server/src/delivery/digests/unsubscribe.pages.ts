// The page that ends digests. [DG9]
import type { Unsubscribing } from '../../kit/mail/unsubscribe-page.ts';
import { unsubscribe } from './digests.actions.ts';
import { findReaderByKey } from './digests.queries.ts';

export const UNSUBSCRIBE_PATH = '/unsubscribe-digest';

export const UNSUBSCRIBING: Unsubscribing = {
  path: UNSUBSCRIBE_PATH,
  title: 'Unsubscribe from weekly digests',
  question: 'You won’t get any more weekly emails about what happened while you were away.',
  result: 'You won’t get weekly digests any more. You can turn them back on in your settings.',
  findReaderByKey,
  unsubscribe,
};
