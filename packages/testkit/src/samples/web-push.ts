// A successful call for each endpoint of web-push.
import type { webPushContract } from '@stoa/contract';
import type { Samples } from './stage.ts';

/** Never called: not a public address. */
const browserOf = (number: number) => ({
  endpoint: `https://127.0.0.1:9/browser/${number % 20}`,
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
});

export const webPushSamples: Samples<typeof webPushContract> = {
  getWebPushKey: () => ({}),
  subscribeWebPush: ({ unique }) => browserOf(unique()),
  unsubscribeWebPush: async ({ cast: { ada }, unique }) => {
    const browser = browserOf(unique());
    await ada.subscribeWebPush(browser);
    return { endpoint: browser.endpoint };
  },
};
