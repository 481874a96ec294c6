// A preview of the welcome message.
import { Refused, testWelcomeMessage } from '@stoa/contract';
import { normalizeContent } from '../../conversation/messages/content.rules.ts';
import { sendSystemDirectMessage } from '../../conversation/messages/system-direct.actions.ts';
import { checkWelcomeMessage } from '../../identity/realm/realm.rules.ts';
import { type Route, write } from '../../kit/http/route.ts';

export const welcomeRoutes: Route[] = [
  write(testWelcomeMessage, async (context, { welcome_message_custom_text }) => {
    const words = checkWelcomeMessage(welcome_message_custom_text);
    if (words.trim() === '') throw Refused('message_empty');
    const { actor, realm } = context;
    const { id } = await sendSystemDirectMessage(context, realm, actor.user_id, normalizeContent(words));
    return { message_id: id };
  }),
];
