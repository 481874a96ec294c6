// Old-style notifications while the push service is slow or fails, and notifications that are late.
import { expect, it } from 'bun:test';
import { bouncerError, type Person, serveTests } from '@stoa/testkit';

const { server, cast } = await serveTests();

const settle = () => server.app.jobs.settle();
const later = () => {
  server.clock.advance(60 * 60_000);
  return settle();
};
const direct = (to: readonly Person[], content: string) =>
  cast.eli.sendMessage({ type: 'direct', to: to.map(({ user_id }) => user_id), content });
/** The texts that each account's devices were sent, in order. */
function sentTo({ user_id }: Person): string[] {
  const bodies = server.bouncer.requestsTo('notify').filter((body) => body.user_id === user_id);
  return bodies.map(({ gcm_payload }) => {
    const { event, content = '' } = gcm_payload as { event: string; content?: string };
    return `${event} ${content}`.trim();
  });
}

it('[PU23] a slow response about one account delays no other', async () => {
  const { chen, dara } = cast;
  await chen.addFcmToken({ token: 'slow' });
  await dara.addFcmToken({ token: 'swift' });
  await settle();
  const swift = Promise.withResolvers<null>();
  server.bouncer.misbehave = ({ body }) => {
    if (body.user_id === dara.user_id) swift.resolve(null);
    // The slow response comes after the other request, whatever the order of the jobs.
    return swift.promise as Promise<never>;
  };
  await direct([chen], 'slow');
  await direct([dara], 'swift');
  await settle();
  expect([sentTo(chen), sentTo(dara)]).toEqual([['message slow'], ['message swift']]);
});

it('[PU23] a failure about one account repeats no notification of others', async () => {
  const { chen, dara } = cast;
  server.bouncer.takePushed();
  let requests = 0;
  server.bouncer.misbehave = () => {
    requests += 1;
    return requests === 2 ? bouncerError('INTERNAL', 500) : null;
  };
  await direct([chen, dara], 'once');
  await settle();
  await later();
  expect([...sentTo(chen), ...sentTo(dara)]).toEqual(['message once', 'message once', 'message once']);
  expect([sentTo(chen).length, sentTo(dara).length].sort()).toEqual([1, 2]);
});

it('[PU23] what was read, deleted or lost while the push service failed is not shown later', async () => {
  const { ada, chen, eli } = cast;
  const principals = [ada, chen, eli].map(({ user_id }) => user_id);
  await ada.subscribe({ subscriptions: [{ name: 'closed' }], principals, invite_only: true });
  const calls = `@**${chen.full_name}** secret`;
  const mention = () => eli.sendMessage({ type: 'channel', to: 'closed', topic: 't', content: calls });
  const endings = {
    reading: async () => {
      const { id } = await direct([chen], 'read');
      return () => chen.updateMessageFlags({ messages: [id], op: 'add', flag: 'read' });
    },
    deleting: async () => {
      const { id } = await mention();
      return () => ada.removeMessage({ message_id: id });
    },
    leaving: async () => {
      await mention();
      return () => ada.unsubscribe({ subscriptions: ['closed'], principals: [chen.user_id] });
    },
  };
  for (const [ending, begin] of Object.entries(endings)) {
    server.bouncer.takePushed();
    server.bouncer.misbehave = () => bouncerError('INTERNAL', 500);
    const end = await begin();
    await settle();
    expect([ending, sentTo(chen).length]).toEqual([ending, 1]);
    await end();
    await settle();
    server.bouncer.takePushed();
    server.bouncer.misbehave = null;
    await later();
    expect([ending, sentTo(chen)]).toEqual([ending, ['remove']]);
  }
});
