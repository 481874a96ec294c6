// Trying out the words that new people are welcomed with.
import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { BadRequest } from '../kit/errors.ts';
import { MessageId } from '../kit/values.ts';

export const testWelcomeMessage = endpoint({
  id: 'test-welcome-bot-custom-message',
  method: 'POST',
  path: '/realm/test_welcome_bot_custom_message',
  access: 'administrator',
  params: z.object({ welcome_message_custom_text: z.string() }),
  result: z.object({ message_id: MessageId }),
  errors: [BadRequest],
  summary: 'Send words of welcome to oneself',
  since: 416,
});
