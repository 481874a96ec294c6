// The environment in which a guide's code runs: a person with a key and a channel, a bot, a picture, and somebody who writes to the bot.
import type { UserId } from '@stoa/contract';
import type { Person } from '../cast.ts';
import type { TestServer } from '../start-server.ts';

export interface GuideScene {
  /** The code with this server's URLs and keys filled in. */
  adapt(code: string): string;
  /** Writes to the bot until it answers, then tells it to stop; returns the response. */
  talkToBot(): Promise<string>;
}

export async function setGuideScene(server: TestServer): Promise<GuideScene> {
  const { ada, dara } = await server.cast();
  await ada.subscribe({ subscriptions: [{ name: 'design' }] });
  const { user_id, api_key } = await ada.createBot({ full_name: 'Concierge', short_name: 'concierge' });
  const { bots } = await ada.getBots();
  const bot_email = bots.find((bot) => bot.user_id === user_id)!.username;
  return {
    adapt: (code) =>
      code
        .replaceAll('https://chat.example.org', server.url)
        .replaceAll('ada@example.org', ada.email)
        .replaceAll('YOUR_API_KEY', ada.api_key)
        .replaceAll('porter-bot@example.org', bot_email)
        .replaceAll('BOT_API_KEY', api_key),
    talkToBot: () => talk(dara, user_id),
  };
}

async function talk(person: Person, bot: UserId): Promise<string> {
  const { queue_id, last_event_id } = await person.registerQueue({ event_types: ['message'], apply_markdown: false });
  const send = (content: string) => person.sendMessage({ type: 'direct', to: [bot], content });
  // The bot receives only messages sent after it began to listen, which nobody can observe.
  const sending = setInterval(() => void send('ping'), 200);
  try {
    for await (const event of person.events({ queue_id: queue_id!, last_event_id })) {
      const message = event.message as { sender_id: number; content: string } | undefined;
      if (message?.sender_id !== bot) continue;
      clearInterval(sending);
      await send('stop');
      return message.content;
    }
  } finally {
    clearInterval(sending);
  }
  throw new Error('the bot did not answer');
}
