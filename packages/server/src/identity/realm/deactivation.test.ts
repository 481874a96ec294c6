// Deactivating and reactivating an organization.
import { afterAll, beforeAll, expect, it, setDefaultTimeout } from 'bun:test';
import type { ReceivedEvent } from '@stoa/contract';
import { type Organization, startServer, type TestServer } from '@stoa/testkit';
import { reactivateOrganization } from './deactivation.actions.ts';

setDefaultTimeout(30_000);

let server: TestServer;
let other: Organization;
beforeAll(async () => {
  server = await startServer();
  other = await server.organization('other.example');
});
afterAll(() => server.stop());

const code = (call: Promise<unknown>) =>
  call.then(
    () => 'success',
    (error: { code: string; status: number }) => `${error.status} ${error.code}`,
  );
const DEACTIVATED = '401 REALM_DEACTIVATED';

it('[RE18] is for owners, notifies everybody, refuses later requests, and can be undone by the operator', async () => {
  const { ada, bela, dara } = await other.cast();
  const { realm_id } = other.realm;
  for (const who of [bela, dara]) expect(await code(who.deactivateRealm())).toBe('400 UNAUTHORIZED_PRINCIPAL');
  expect(await code(ada.deactivateRealm({ deletion_delay_days: 30 }))).toBe('400 BAD_REQUEST');
  expect(await code(dara.getOwnUser())).toBe('success');

  const { queue_id, last_event_id } = await dara.registerQueue();
  const waiting = dara.getEvents({ queue_id: queue_id!, last_event_id });
  const write = { type: 'direct' as const, to: [ada.user_id], content: 'hello' };
  // The cache of organizations must not outlive a clock that is set back.
  server.clock.jump(6 * 3_600_000);
  await other.client().getServerSettings();
  server.clock.jump(-6 * 3_600_000);
  await ada.deactivateRealm();
  const [event] = (await waiting).events as ReceivedEvent[];
  expect(event).toEqual({ id: expect.any(Number), type: 'realm', op: 'deactivated', realm_id });

  // Requests with credentials are refused at once; organizations are cached for two seconds for the others.
  for (const call of [
    () => dara.getOwnUser(),
    () => dara.sendMessage(write),
    () => ada.updateRealm({ description: 'x' }),
    () => dara.getEvents({ queue_id: queue_id!, last_event_id, dont_block: true }),
    () => ada.deactivateRealm(),
  ])
    expect(await code(call())).toBe(DEACTIVATED);
  server.clock.advance(3000);
  for (const call of [
    () => other.client().getServerSettings(),
    () => other.client().registerQueue(),
    () => other.client().fetchApiKey({ username: ada.email, password: 'ada counts to eleven' }),
  ])
    expect(await code(call())).toBe(DEACTIVATED);
  expect(await code(server.owner.getOwnUser())).toBe('success');

  await server.app.writer.write(realm_id, (context) => reactivateOrganization(context, realm_id));
  expect(await code(dara.sendMessage(write))).toBe('success');
  expect(await code(dara.getEvents({ queue_id: queue_id!, last_event_id, dont_block: true }))).toBe('success');
  const again = server.app.writer.write(realm_id, (context) => reactivateOrganization(context, realm_id));
  expect(await code(again)).toBe('400 BAD_REQUEST');
});

it('[JB8] its jobs wait until it is reactivated', async () => {
  const third = await server.organization('third.example');
  const { ada, bela } = await third.cast();
  const { realm_id } = third.realm;
  const scheduled_delivery_timestamp = Math.floor(server.clock.now() / 1000) + 600;
  await ada.createScheduledMessage({
    type: 'direct',
    to: [bela.user_id],
    content: 'later',
    scheduled_delivery_timestamp,
  });
  await ada.deactivateRealm();
  server.clock.advance(3_600_000);
  await server.app.jobs.settle();
  await server.app.writer.write(realm_id, (context) => reactivateOrganization(context, realm_id));
  expect((await ada.getScheduledMessages()).scheduled_messages).toHaveLength(1);
  await server.app.jobs.settle();
  expect((await ada.getScheduledMessages()).scheduled_messages).toEqual([]);
  const { messages } = await bela.getMessages({ anchor: 'newest', num_before: 5, num_after: 0 });
  expect(messages.map(({ sender_id }) => sender_id)).toContain(ada.user_id);
});
