// PostgreSQL behind faults: stopped nodes, silent connections, hosts that change.

import { afterAll, beforeAll, describe, expect, it, setDefaultTimeout } from 'bun:test';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { openTestStore, type TestStore } from '@stoa/testkit/kit';
import pg from 'pg';
import { createTestDatabase } from '../../../../testkit/src/test-database.ts';
import { LONG_READS } from './long-reads.ts';
import { openPostgres } from './postgres.ts';
import { parseHosts } from './postgres-pool.ts';
import { sql } from './sql.ts';
import { storeFailureOf } from './store-failures.ts';

setDefaultTimeout(30_000);
const address = process.env.STOA_TEST_DATABASE!;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** The first byte of a client's query message. */
const QUERY = 'Q'.charCodeAt(0);
/** Part of the statement that finds out whether the host can commit. */
const COMMIT_CHECK = 'pg_logical_emit_message';

/** A proxy that can be told to go silent on its connections, to let none ask anything or commit, or to close. */
async function startProxy() {
  const target = new URL(address);
  const pairs = new Set<[Socket, Socket]>();
  let takes_queries = true;
  let commits = true;
  const server: Server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    const pair: [Socket, Socket] = [near, far];
    pairs.add(pair);
    for (const [from, to] of [pair, pair.toReversed() as [Socket, Socket]]) {
      if (from === far) from.pipe(to);
      else
        from.on('data', (bytes: Buffer) => {
          if (!takes_queries && bytes[0] === QUERY) return;
          if (commits || !bytes.includes(COMMIT_CHECK)) to.write(bytes);
        });
      from.on('error', () => {});
      from.on('close', () => {
        pairs.delete(pair);
        to.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return {
    host: `127.0.0.1:${port}`,
    silence() {
      for (const [near, far] of pairs) {
        near.unpipe();
        far.unpipe();
        near.resume();
        far.resume();
      }
      pairs.clear();
    },
    /** Whether new connections may ask anything after they were accepted. */
    takeQueries(takes: boolean) {
      takes_queries = takes;
    },
    /** Whether commits are confirmed, as by a standby. */
    confirmCommits(confirms: boolean) {
      commits = confirms;
    },
    connections: () => pairs.size,
    cut() {
      for (const [near] of pairs) near.destroy();
      pairs.clear();
    },
    async close() {
      server.close();
      for (const [near] of pairs) near.destroy();
    },
  };
}
const through = (...hosts: string[]) => address.replace(new URL(address).host, hosts.join(','));

it('[DB22] an address may name several hosts', () => {
  expect(parseHosts('postgres://u:p@one:1,two/name?x=y&target_session_attrs=any')).toEqual({
    urls: ['postgres://u:p@one:1/name?x=y', 'postgres://u:p@two/name?x=y'],
    must_write: false,
  });
  expect(parseHosts('postgres://one,two/name').must_write).toBe(true);
  expect(parseHosts('postgres://u@one/name')).toEqual({ urls: ['postgres://u@one/name'], must_write: false });
  expect(parseHosts('postgres:///name?host=/run').urls).toEqual(['postgres:///name?host=%2Frun']);
  expect(() => parseHosts('postgres://one/name?target_session_attrs=standby')).toThrow('not "standby"');
});

describe.skipIf(!address)('PostgreSQL', () => {
  let test: TestStore;
  beforeAll(async () => {
    test = await openTestStore();
  });
  afterAll(() => test?.close());

  it('[DB20] a node stopped in the middle of a write blocks the others for less than five seconds', async () => {
    const other = await test.openAgain();
    const { promise: stopped, resolve: goOn } = Promise.withResolvers<void>();
    const locked = Promise.withResolvers<void>();
    const failing = other.writer
      .write(test.realm.realm_id, async ({ tx }) => {
        locked.resolve();
        await stopped;
        await tx.run(sql`select 1`);
      })
      .catch((error) => error);
    await locked.promise;
    const began = performance.now();
    await test.writer.write(test.realm.realm_id, ({ tx }) => tx.run(sql`update realms set description = 'went on'`));
    expect(performance.now() - began).toBeLessThan(5500);
    goOn();
    expect(storeFailureOf(await failing)).not.toBeNull();
    // The stopped node works again.
    await other.writer.write(test.realm.realm_id, ({ tx }) => tx.run(sql`select 1`));
    await other.close();
  });

  it('[DB21] silent connections are detected and replaced, pooled ones and the listening one', async () => {
    const proxy = await startProxy();
    const store = await openPostgres(through(proxy.host));
    let notices = 0;
    await store.listen({ committed: () => {}, signalled: () => notices++ });
    await store.db.get(sql`select 1 as one`);
    const stuck = store.db.get(sql`select pg_sleep(60)`).catch((error) => error);
    await pause(1200);
    proxy.silence();
    // An idle connection is checked before it is used.
    expect(await store.db.get(sql`select 1 as one`)).toEqual({ one: 1 });
    expect(storeFailureOf(await stuck)).not.toBeNull();
    const teller = await openPostgres(address);
    for (const end = performance.now() + 10_000; notices === 0 && performance.now() < end; await pause(50))
      teller.signal({ is_anybody: 'there' });
    expect(notices).toBeGreaterThan(0);
    await Promise.all([teller.close(), store.close()]);
    await proxy.close();
  });

  it('[DB42] notifications of strangers are ignored, whatever they say', async () => {
    const [store, sender] = [await openPostgres(address), await openPostgres(address)];
    const received = Promise.withResolvers<unknown>();
    await store.listen({ committed() {}, signalled: received.resolve });
    const name = `${crypto.randomUUID()} `; // as nodes begin theirs
    for (const text of ['', 'hello', `${name}hello`, `${name}null`, `${name}7`])
      await sender.db.get(sql`select pg_notify('stoa_signal', ${text})`);
    sender.signal({ of: 'a node' });
    expect(await received.promise).toEqual({ of: 'a node' });
    await Promise.all([sender.close(), store.close()]);
  });

  it('[DB37] a deadlock ends one of the two writes with a store failure', async () => {
    const store = await openPostgres(address);
    const both_hold = Promise.withResolvers<void>();
    let holding = 0;
    const lock = (first: number, second: number) =>
      store.transaction(async (tx) => {
        await tx.get(sql`select pg_advisory_xact_lock(${first})`);
        if (++holding === 2) both_hold.resolve();
        await both_hold.promise;
        await tx.get(sql`select pg_advisory_xact_lock(${second})`);
      });
    const ends = await Promise.allSettled([lock(7001, 7002), lock(7002, 7001)]);
    expect(ends.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const failed = ends.find((end): end is PromiseRejectedResult => end.status === 'rejected')!;
    expect(storeFailureOf(failed.reason)).not.toBeNull();
    await store.close();
  });

  it('[DB40] a host that accepts connections and answers nothing takes no place for ever', async () => {
    const proxy = await startProxy();
    const store = await openPostgres(through(proxy.host));
    await store.db.get(sql`select 1 as one`);
    proxy.takeQueries(false);
    proxy.cut();
    // More than the pool has places.
    const reads = Array.from({ length: 12 }, () => store.db.get(sql`select 1 as one`));
    for (const read of await Promise.allSettled(reads)) {
      expect(read.status).toBe('rejected');
      expect(storeFailureOf((read as PromiseRejectedResult).reason)).not.toBeNull();
    }
    proxy.takeQueries(true);
    expect(await store.db.get(sql`select 1 as one`)).toEqual({ one: 1 });
    await store.close();
    await proxy.close();
  });

  it('[DB22] uses the next host when one is gone, and never one that is read-only', async () => {
    const [one, two] = [await startProxy(), await startProxy()];
    const store = await openPostgres(through('127.0.0.1:1', one.host, two.host));
    expect(await store.db.get(sql`select 1 as one`)).toEqual({ one: 1 });
    await one.close();
    await pause(50);
    expect(await store.transaction((tx) => tx.get(sql`select 2 as two`))).toEqual({ two: 2 });
    // A separate database, because other tests create theirs from the common one at the same time.
    const database = await createTestDatabase({ empty: true });
    const { pathname } = new URL(database.url!);
    const client = new pg.Client({ connectionString: address });
    await client.connect();
    await client.query(`alter database ${pathname.slice(1)} set default_transaction_read_only = on`);
    await client.end();
    const only_reads = database.url!.replace(new URL(address).host, `${two.host},${two.host}`);
    await expect(openPostgres(only_reads)).rejects.toThrow('the host takes no writes');
    await database.drop();
    await store.close();
    await two.close();
  });

  it('[DB44] passes over a host whose commits nobody confirms, also for reads', async () => {
    const [deposed, primary] = [await startProxy(), await startProxy()];
    const store = await openPostgres(through(deposed.host, primary.host));
    await store.db.get(sql`select 1 as one`);
    expect(deposed.connections()).toBeGreaterThan(0);
    expect(primary.connections()).toBe(0);
    // Connections are lost, and the host that comes back has been replaced meanwhile.
    deposed.confirmCommits(false);
    deposed.cut();
    await pause(50);
    expect(await store.db.get(sql`select 1 as one`)).toEqual({ one: 1 });
    expect(primary.connections()).toBeGreaterThan(0);
    expect(deposed.connections()).toBe(0);
    await store.close();
    await Promise.all([deposed.close(), primary.close()]);
  });

  it('[DB23] a connection lost during use fails its statement and nothing else', async () => {
    const proxy = await startProxy();
    const store = await openPostgres(through(proxy.host), LONG_READS, 2);
    const failing = store.transaction((tx) => tx.get(sql`select pg_sleep(60)`)).catch((error) => error);
    await pause(200);
    const { rows } = await (async () => {
      const client = new pg.Client({ connectionString: address });
      await client.connect();
      const ended = await client.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where query like '%pg_sleep(60)%' and pid <> pg_backend_pid() and application_name = 'stoa'",
      );
      await client.end();
      return ended;
    })();
    expect(rows.length).toBeGreaterThan(0);
    expect(storeFailureOf(await failing)).not.toBeNull();
    expect(await store.db.get(sql`select 1 as one`)).toEqual({ one: 1 });
    await store.close();
    await proxy.close();
  });
});
