// Trying out the words that new people are welcomed with.
import { afterAll, beforeAll, expect, it } from 'bun:test';
import type { ApiError } from '@stoa/contract';
import { type Cast, startServer, type TestServer, verifyEvents } from '@stoa/testkit';

let server: TestServer;
let cast: Cast;
beforeAll(async () => {
  server = await startServer();
  cast = await server.cast();
});
afterAll(() => server.stop());

it('[SU10] the words come as newcomers get them, to whoever tries them only', async () => {
  const { bela, dara } = cast;
  const { value, events } = await verifyEvents([bela, dara], () =>
    bela.testWelcomeMessage({ welcome_message_custom_text: '**Welcome**, all! ' }),
  );
  const { message } = await bela.getMessage({ message_id: value.message_id });
  expect(message).toMatchObject({
    content: '<p><strong>Welcome</strong>, all!</p>',
    sender_full_name: 'Notification Bot',
    type: 'private',
  });
  expect(events[1]).toEqual([]);
});

it('[SU10] they are as long as an organization’s may be, and there are some', async () => {
  const send = (welcome_message_custom_text: string) =>
    cast.ada.testWelcomeMessage({ welcome_message_custom_text }).then(
      () => 'success',
      ({ code }: ApiError) => code,
    );
  expect(await send('🏛'.repeat(8000))).toBe('success');
  expect(await send('🏛'.repeat(8001))).toBe('BAD_REQUEST');
  expect(await send(' \n')).toBe('BAD_REQUEST');
});
