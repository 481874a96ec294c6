// Mail addresses of channels: who gets one, and that callers who may not send to a channel don't even learn whether there are any.
import { expect, it } from 'bun:test';
import type { ApiError, UserId } from '@stoa/contract';
import { serveTests } from '@stoa/testkit';

const { cast } = await serveTests();

it('[CH29] is empty for callers who may send to the channel, and refused to others', async () => {
  const { ada, bot, chen, dara, eli } = cast;
  await dara.subscribe({
    subscriptions: [{ name: 'letterbox' }],
    principals: [dara.user_id, eli.user_id],
    invite_only: true,
  });
  const { stream_id } = await dara.getStreamId({ stream: 'letterbox' });
  const answer = (who: typeof dara, sender_id?: UserId) =>
    who
      .getStreamEmailAddress({ stream_id, sender_id })
      .catch(({ status, code, message }: ApiError) => [status, code, message]);
  expect(await answer(dara)).toEqual({ email: '' });
  expect(await answer(dara, bot.user_id)).toEqual({ email: '' });
  expect(await answer(dara, eli.user_id)).toEqual([400, 'BAD_REQUEST', 'Invalid user ID']);
  for (const hidden of [chen, ada]) expect(await answer(hidden)).toEqual([400, 'BAD_REQUEST', 'Invalid channel ID']);
  const { realm_user_groups } = await ada.registerQueue({ fetch_event_types: ['realm_user_groups'] });
  const administrators = realm_user_groups!.find(({ name }) => name === 'role:administrators')!.id;
  await dara.updateStream({ stream_id, can_send_message_group: { new: administrators } });
  expect(await answer(eli)).toEqual([400, 'BAD_REQUEST', 'Not authorized to send to this channel']);
});
