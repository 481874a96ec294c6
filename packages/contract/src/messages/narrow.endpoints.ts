// Testing messages against a narrow. Spec 4.6.
import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { MessageId } from '../kit/values.ts';
import { BadNarrow, Narrow } from './narrow.ts';

export const matchesNarrow = endpoint({
  id: 'check-messages-match-narrow',
  method: 'GET',
  path: '/messages/matches_narrow',
  access: 'user',
  scope: 'read',
  params: () =>
    z.object({
      msg_ids: z.array(MessageId),
      narrow: Narrow,
    }),
  result: () =>
    z.object({
      /** Keyed by message id, for the readable messages that match. Both fields are HTML. */
      messages: z.record(z.string(), z.object({ match_content: z.string(), match_subject: z.string() })),
    }),
  errors: [BadNarrow],
  summary: 'Check which messages match a narrow',
});
