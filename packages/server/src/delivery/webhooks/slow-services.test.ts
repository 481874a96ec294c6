// Outgoing webhooks whose services never answer: whom they delay, and how many calls wait.
import { afterAll, expect, it, setDefaultTimeout } from 'bun:test';
import { BOT_TYPE } from '@stoa/contract';
import { type Person, serveTests } from '@stoa/testkit';
import { sql } from '../../kit/database/sql.ts';
import { OUTGOING_JOB, WAITING_CALLS_MAX } from './outgoing.actions.ts';

setDefaultTimeout(30_000);

const asked: string[] = [];
const held: ((response: Response) => void)[] = [];
const service = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch(request) {
    const { pathname } = new URL(request.url);
    asked.push(pathname);
    return pathname === '/slow' ? new Promise<Response>((resolve) => held.push(resolve)) : new Response('');
  },
});
afterAll(() => service.stop(true));

const { server, cast } = await serveTests({ outbound_allow: '127.0.0.1' });

const makeBot = async (owner: Person, name: string, path: string) =>
  (
    await owner.createBot({
      full_name: `Bot ${name}`,
      short_name: name,
      bot_type: BOT_TYPE.outgoing_webhook,
      payload_url: `http://127.0.0.1:${service.port}/${path}`,
    })
  ).user_id;
const write = (to: number[]) => cast.chen.sendMessage({ type: 'direct', to, content: 'hello' });
const waiting = async () =>
  (await server.app.store.db.all(sql`select job_id from jobs where kind = ${OUTGOING_JOB}`)).length;

it('[OW800] slow services of one owner hold up no service of another', async () => {
  const slow = [await makeBot(cast.dara, 'slow1', 'slow'), await makeBot(cast.dara, 'slow2', 'slow')];
  const quick = await makeBot(cast.eli, 'quick', 'quick');
  for (let n = 0; n < 12; n++) await write(slow);
  await write([quick]);
  for (let patience = 800; patience > 0 && !asked.includes('/quick'); patience--) await Bun.sleep(10);
  expect(asked.filter((path) => path === '/quick')).toHaveLength(1);
  expect(held).toHaveLength(4);
  // What is released makes room for the next.
  while ((await waiting()) > 0) {
    for (const release of held.splice(0)) release(new Response(''));
    await Bun.sleep(10);
  }
  expect(asked.filter((path) => path === '/slow')).toHaveLength(24);
});

it('[OW800] a thousand calls of an owner’s bots may wait; then messages call the bots of others only', async () => {
  const { realm_id } = server.realm;
  const bots = [await makeBot(cast.dara, 'full', 'full'), await makeBot(cast.eli, 'free', 'free')];
  await server.app.store.transaction((tx) =>
    tx.run(
      sql`insert into jobs (realm_id, kind, body, run_at, account_id) values ${sql.rows(
        Array.from({ length: WAITING_CALLS_MAX - 1 }, () => [
          realm_id,
          OUTGOING_JOB,
          '{}',
          Number.MAX_SAFE_INTEGER,
          cast.dara.user_id,
        ]),
      )}`,
    ),
  );
  asked.length = 0;
  await write(bots);
  await server.app.jobs.settle();
  expect(asked.sort()).toEqual(['/free', '/full']);
  await server.app.store.transaction((tx) =>
    tx.run(
      sql`insert into jobs (realm_id, kind, body, run_at, account_id) values (${realm_id}, ${OUTGOING_JOB}, '{}', ${Number.MAX_SAFE_INTEGER}, ${cast.dara.user_id})`,
    ),
  );
  asked.length = 0;
  await write(bots);
  await server.app.jobs.settle();
  expect(asked).toEqual(['/free']);
});
