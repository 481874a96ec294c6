// The mail address of a channel: there is none, and whoever may not know of a channel is not told even that.
import { afterAll, beforeAll, expect, it } from 'bun:test';
import type { ApiError } from '@stoa/contract';
import { type Cast, startServer, type TestServer } from '@stoa/testkit';

let server: TestServer;
let cast: Cast;
beforeAll(async () => {
  server = await startServer();
  cast = await server.cast();
});
afterAll(() => server.stop());

it('[CH29] is refused, for hidden channels as for ones that are not there', async () => {
  const { dara, eli } = cast;
  await dara.subscribe({ subscriptions: [{ name: 'letterbox' }], invite_only: true });
  const { stream_id } = await dara.getStreamId({ stream: 'letterbox' });
  const answer = (who: typeof dara) =>
    who.getStreamEmailAddress({ stream_id }).catch(({ status, code, message }: ApiError) => [status, code, message]);
  expect(await answer(dara)).toEqual([400, 'BAD_REQUEST', 'Incoming email is not configured on this server.']);
  expect(await answer(eli)).toEqual([400, 'BAD_REQUEST', 'Invalid channel ID']);
});
