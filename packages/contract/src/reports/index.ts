// Reporting a message to the moderators.
import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { BadRequest } from '../kit/errors.ts';
import { slice } from '../kit/slice.ts';
import { MessageId } from '../kit/values.ts';

/** In Unicode code points. */
export const MAX_REPORT_DESCRIPTION_LENGTH = 1000;

export const reportMessage = endpoint({
  id: 'report-message',
  method: 'POST',
  path: '/messages/{message_id}/report',
  access: 'user',
  scope: 'send',
  params: () =>
    z.object({
      message_id: MessageId,
      /** One of `server_report_message_types`. */
      report_type: z.enum(['spam', 'harassment', 'inappropriate', 'norms', 'other']),
      /** Required for `other`. */
      description: z.string().default(''),
    }),
  errors: [BadRequest],
  summary: 'Report a message to the moderators',
  since: 382,
});

export const reportsContract = slice({
  name: 'reports',
  endpoints: { reportMessage },
});
