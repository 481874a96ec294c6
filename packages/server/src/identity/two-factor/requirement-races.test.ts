// Requests that were let in before the organization required two-factor sign-in, and how long that takes for many people.
import { afterEach, expect, it, setDefaultTimeout } from 'bun:test';
import type { UserId } from '@stoa/contract';
import { codeOf, createPerson, type Person, serveTests } from '@stoa/testkit';
import { removeQueuesOfAll } from '../../feed/queue.ts';
import type { Transaction } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';
import { codeOfStep, stepAt } from './totp.rules.ts';

setDefaultTimeout(30_000);

const { server, cast } = await serveTests();
const { realm } = server;
const { writer } = server.app;
const NEEDED = 'TWO_FACTOR_SETUP_NEEDED';

let count = 0;
function somebody(): Promise<Person> {
  count += 1;
  return createPerson(server, { email: `racing${count}@stoa.example`, full_name: `Racing ${count}` });
}
const { secret, setup } = await cast.ada.beginTwoFactor();
await cast.ada.confirmTwoFactor({ setup, code: codeOfStep(secret, stepAt(server.clock.now())) });
afterEach(() => cast.ada.updateRealm({ require_two_factor: 'nobody' }));

it('[TF41] is told of it first, whatever else is wrong with a request', async () => {
  const person = await somebody();
  const send = () => codeOf(person.sendMessage({ type: 'direct', to: [person.user_id], content: ' ' }));
  expect(await send()).toBe('BAD_REQUEST');
  await cast.ada.updateRealm({ require_two_factor: 'everybody' });
  expect(await send()).toBe(NEEDED);
});

it('[TF41] makes no access token that was asked for before', async () => {
  const person = await somebody();
  await person.getOwnUser();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const blocking = writer.write(realm.realm_id, () => released);
  const obliging = cast.ada.updateRealm({ require_two_factor: 'everybody' });
  await Bun.sleep(100);
  const making = codeOf(person.createAccessToken({ name: 'late', scopes: ['read'], expires_in_days: 1 }));
  await Bun.sleep(100);
  release();
  await Promise.all([blocking, obliging]);
  expect(await making).toBe(NEEDED);
  await cast.ada.updateRealm({ require_two_factor: 'nobody' });
  expect((await person.getAccessTokens()).tokens).toEqual([]);
});

it('[TF40] ends the queues of a thousand people by four statements', async () => {
  const person = await somebody();
  const { queue_id } = await person.registerQueue({ event_types: ['message'] });
  const strangers = Array.from({ length: 999 }, (_, at) => (1_000_000 + at) as UserId);
  let statements = 0;
  await writer.write(realm.realm_id, ({ tx }) => {
    const run: Transaction['run'] = (statement) => {
      statements += 1;
      return tx.run(statement);
    };
    return removeQueuesOfAll({ run }, [...strangers, person.user_id]);
  });
  expect(statements).toBe(4);
  const left = await server.app.store.db.all(sql`select 1 as one from event_queues where queue_id = ${queue_id}`);
  expect(left).toEqual([]);
});
