// Dropbox: https://www.dropbox.com/developers/reference/webhooks. Pure.
import { z } from 'zod';
import type { PayloadFormat } from '../../integration.rules.ts';

const accounts = z.array(z.unknown());
/** Names the accounts whose files changed, but neither people nor files. */
const Payload = z.union([
  z.looseObject({ list_folder: z.looseObject({ accounts }) }),
  z.looseObject({ delta: z.looseObject({ users: accounts }) }),
]);

export const dropbox: PayloadFormat = ({ payload }) => {
  Payload.parse(payload);
  return { topic: 'Dropbox', content: 'File has been updated on Dropbox!', event: null };
};
