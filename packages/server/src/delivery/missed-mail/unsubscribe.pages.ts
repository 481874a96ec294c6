// The page that ends missed-message mail. [MM10]
import type { Unsubscribing } from '../../kit/mail/unsubscribe-page.ts';
import { unsubscribe } from './missed-mail.actions.ts';
import { findReaderByKey } from './missed-mail.queries.ts';

export const UNSUBSCRIBE_PATH = '/unsubscribe';

export const UNSUBSCRIBING: Unsubscribing = {
  path: UNSUBSCRIBE_PATH,
  title: 'Unsubscribe from message notifications',
  question: 'You won’t get any more emails about messages.',
  result: 'You won’t get emails about messages any more. You can turn them back on in your settings.',
  findReaderByKey,
  unsubscribe,
};
