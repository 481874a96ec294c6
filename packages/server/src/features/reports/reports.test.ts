// Reporting messages to the moderators: destination, text, and refusals.
import { beforeAll, expect, it } from 'bun:test';
import type { ApiError, ChannelId, MessageId } from '@stoa/contract';
import { type Person, serveTests, verifyEvents } from '@stoa/testkit';

const { cast } = await serveTests();
let yard: ChannelId;
let reports: ChannelId;
beforeAll(async () => {
  yard = await make('yard', {});
  reports = await make('reports', { invite_only: true });
});

async function make(name: string, more: object): Promise<ChannelId> {
  await cast.chen.subscribe({ subscriptions: [{ name }], ...more });
  return (await cast.chen.getStreamId({ stream: name })).stream_id;
}
const failure = (call: Promise<unknown>) =>
  call.then(
    () => 'success',
    ({ code, message }: ApiError) => `${code} ${message}`,
  );
const send = async (who: Person, content: string): Promise<MessageId> =>
  (await who.sendMessage({ type: 'channel', to: yard, topic: 'a > b', content })).id;
async function newest() {
  const { messages } = await cast.chen.getMessages({
    anchor: 'newest',
    num_before: 1,
    num_after: 0,
    narrow: [{ operator: 'channel', operand: reports }],
    apply_markdown: false,
  });
  return messages[0]!;
}

it('[RP1] reporting needs a configured channel', async () => {
  const message_id = await send(cast.dara, 'buy my boots');
  expect(await failure(cast.eli.reportMessage({ message_id, report_type: 'spam' }))).toStartWith('BAD_REQUEST');
  await cast.ada.updateRealm({ moderation_request_channel_id: reports });
  expect(await failure(cast.eli.reportMessage({ message_id, report_type: 'spam' }))).toBe('success');
});

it('[RP1] [RP2] a report sends reporter, message, sender and reason to the channel, and notifies nobody mentioned', async () => {
  const { chen, dara, eli } = cast;
  const message_id = await send(dara, '```quote\n@**all** look\n```\n\n@**Chen Moderator** too');
  await verifyEvents([chen, dara, eli], () =>
    eli.reportMessage({ message_id, report_type: 'norms', description: '@**Chen Moderator** see\n\n@**all** see' }),
  );
  const report = await newest();
  expect(report).toMatchObject({ subject: 'reports of Dara Member', sender_full_name: 'Notification Bot' });
  expect(report.flags).toEqual([]);
  expect(report.content).toStartWith(
    `@_**Eli Member|${eli.user_id}** reported [a message](/#narrow/channel/${yard}-yard/topic/a.20.3E.20b/near/${message_id}) ` +
      `by @_**Dara Member|${dara.user_id}**.\n\n* **Reason:** Violates community norms\n\n`,
  );
  expect(report.content).toEndWith('````quote\n```quote\n@**all** look\n```\n\n@**Chen Moderator** too\n````');
});

it('[RP2] participants can report a direct message', async () => {
  const { dara, eli, chen } = cast;
  const { id: message_id } = await dara.sendMessage({ type: 'direct', to: [eli.user_id], content: 'x'.repeat(10_000) });
  expect(await failure(chen.reportMessage({ message_id, report_type: 'spam' }))).toBe('BAD_REQUEST Invalid message(s)');
  await eli.reportMessage({ message_id, report_type: 'harassment' });
  const { content } = await newest();
  expect(content).toContain(` reported a direct message by @_**Dara Member|${dara.user_id}**.`);
  expect([...content].length).toBeLessThan(10_000);
});

it('[RP3] the reason "other" needs a description, of at most 1,000 code points', async () => {
  const message_id = await send(cast.dara, 'hm');
  const report = (description: string) =>
    failure(cast.finn.reportMessage({ message_id, report_type: 'other', description }));
  await cast.chen.subscribe({ subscriptions: [{ name: 'yard' }], principals: [cast.finn.user_id] });
  expect(await report(' ')).toStartWith('BAD_REQUEST');
  expect(await report('🪨'.repeat(1001))).toStartWith('BAD_REQUEST');
  expect(await report('🪨'.repeat(1000))).toBe('success');
});
