// A preview of the welcome message.
import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { BadRequest } from '../kit/errors.ts';
import { MessageId } from '../kit/values.ts';

export const testWelcomeMessage = endpoint({
  id: 'test-welcome-bot-custom-message',
  method: 'POST',
  path: '/realm/test_welcome_bot_custom_message',
  access: 'administrator',
  scope: 'administer',
  params: () => z.object({ welcome_message_custom_text: z.string() }),
  result: () => z.object({ message_id: MessageId }),
  errors: [BadRequest],
  summary: 'Send a welcome message to yourself',
  since: 416,
});
