// Following the directory: who is gone there loses access here, unless too many are.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'bun:test';
import { codeOf, type DirectoryEntry, FakeDirectory, startServer, type TestServer } from '@stoa/testkit';
import { sql } from '../../kit/database/sql.ts';
import type { LogFields, Logger } from '../../kit/logging/logger.ts';
import { LdapDirectory } from './ldap-directory.ts';
import { type SyncChoices, SyncInterrupted, syncOrganization } from './sync.actions.ts';
import { scheduleSyncs, syncHandler } from './sync.jobs.ts';

const HOUR_MS = 60 * 60_000;

let directory: FakeDirectory;
let server: TestServer;
let people: Person[];
interface Person {
  readonly entry: DirectoryEntry;
  readonly user_id: number;
  readonly email: string;
  readonly api_key: string;
}
const logged: string[] = [];
const write = (fields: LogFields, message: string) => void logged.push(`${message} ${JSON.stringify(fields)}`);
const log: Logger = { debug: write, info: write, warn: write, error: write, has: () => true };

beforeAll(async () => {
  directory = await FakeDirectory.start();
});
afterAll(async () => {
  await server.stop();
  await directory.stop();
});
beforeEach(async () => {
  await server?.stop();
  directory.misbehave = null;
  directory.page_size = 4;
  directory.entries.length = 0;
  logged.length = 0;
  server = await startServer({ ldap: { ...directory.settings, creates_accounts: true } });
  people = [];
  for (let n = 1; n <= 10; n++) {
    const entry = directory.add(`person${n}`, { mail: [`person${n}@stoa.example`], cn: [`Person ${n}`] });
    const { user_id, email, api_key } = await server
      .client()
      .fetchApiKey({ username: `person${n}`, password: entry.password });
    people.push({ entry, user_id, email, api_key });
  }
  for (let n = 1; n <= 7; n++) directory.add(`other${n}`, { mail: [`other${n}@stoa.example`] });
});

const ldap = (changes: Partial<FakeDirectory['settings']> = {}) =>
  new LdapDirectory({ ...directory.settings, ...changes }, log);
const sync = (choices?: SyncChoices, from = ldap()) =>
  syncOrganization({ ...server.app, directory: from }, server.realm.realm_id, choices);
const isActive = async ({ user_id }: { user_id: number }) => (await server.owner.getUser({ user_id })).user.is_active;
const activeCount = async () => (await Promise.all(people.map(isActive))).filter(Boolean).length;

describe('following the directory', () => {
  it('[LD10] ends the access of who is gone, disabled or outside of the filter', async () => {
    const [gone, disabled, locked, back] = people as [Person, Person, Person, Person];
    directory.remove(gone.entry);
    disabled.entry.attributes.userAccountControl = ['66050'];
    locked.entry.attributes.nsAccountLock = ['true'];
    const { deactivated, renamed, objection } = await sync();
    expect(objection).toBeNull();
    expect(deactivated.map(({ email }) => email)).toEqual([gone.email, disabled.email, locked.email]);
    expect(renamed).toEqual([]);
    expect(await activeCount()).toBe(7);
    expect(await codeOf(server.client(gone.email, gone.api_key).getOwnUser())).toBe('UNAUTHORIZED');
    // Accounts of others, and those who come back, stay as they are.
    expect(await isActive(server.owner)).toBe(true);
    directory.entries.push(gone.entry);
    expect((await sync()).deactivated).toEqual([]);
    expect(await isActive(gone)).toBe(false);
    const filter = '(&(memberOf=staff)(|(uid={login})(mail={login})))';
    for (const { entry } of people) if (entry !== back.entry) entry.attributes.memberOf = ['staff'];
    expect((await sync({}, ldap({ user_filter: filter }))).deactivated).toMatchObject([{ email: back.email }]);
  });

  it('[LD10] accounts get the names of the directory', async () => {
    const [ada, odd, nameless] = people as [Person, Person, Person];
    ada.entry.attributes.cn = ['Ada Lovelace'];
    odd.entry.attributes.cn = ['Odd *Name*'];
    nameless.entry.attributes.cn = [];
    expect((await sync()).renamed.map(({ full_name }) => full_name)).toEqual(['Ada Lovelace', 'Odd  Name']);
    expect((await server.owner.getUser({ user_id: ada.user_id })).user.full_name).toBe('Ada Lovelace');
    expect((await sync()).renamed).toEqual([]);
    // A name that somebody has, where names must differ, stays.
    await server.owner.updateRealm({ require_unique_names: true });
    odd.entry.attributes.cn = ['Ada Lovelace'];
    expect((await sync()).renamed).toEqual([]);
  });

  it('[LD11] nothing happens if the directory fails, lists nobody, or lacks too many', async () => {
    directory.misbehave = (_kind, socket) => {
      socket.destroy();
      return undefined;
    };
    await expect(sync({ is_forced: true })).rejects.toThrow();
    directory.misbehave = null;
    await expect(sync({ is_forced: true }, ldap({ bind: { dn: 'cn=x', password: 'wrong' } }))).rejects.toThrow(
      'refuses ldap_bind_dn',
    );
    const nobody = ldap({ user_filter: '(&(memberOf=nobody)(uid={login}))' });
    expect((await sync({ is_forced: true }, nobody)).objection).toBe('the directory lists nobody');
    // All entries without the id that was configured before.
    expect((await sync({ is_forced: true }, ldap({ id_attribute: 'other' }))).objection).toBe(
      'the directory lists nobody',
    );
    for (const { entry } of people.slice(0, 4)) directory.remove(entry);
    expect((await sync()).objection).toBe('4 of 10 people would be deactivated at once');
    expect(await activeCount()).toBe(10);
    expect((await sync({ is_forced: true, is_trial: true })).deactivated.length).toBe(4);
    expect(await activeCount()).toBe(10);
    expect((await sync({ is_forced: true })).deactivated.length).toBe(4);
    expect(await activeCount()).toBe(6);
  });

  it('[LD11] a sync that fails part of the way tells what it has done, and goes on when run again', async () => {
    const [first, second] = people as [Person, Person];
    for (const { entry } of [first, second]) directory.remove(entry);
    const { writer } = server.app;
    let writes = 0;
    const failing = {
      write: (...call: Parameters<typeof writer.write>) =>
        ++writes > 1 ? Promise.reject(new Error('disk full')) : writer.write(...call),
    } as typeof writer;
    const interrupted = await syncOrganization(
      { ...server.app, writer: failing, directory: ldap() },
      server.realm.realm_id,
    ).catch((error: unknown) => error);
    expect(interrupted).toBeInstanceOf(SyncInterrupted);
    expect(interrupted).toMatchObject({ message: 'interrupted part of the way: disk full' });
    expect((interrupted as SyncInterrupted).done.deactivated).toMatchObject([{ email: first.email }]);
    expect((await sync()).deactivated).toMatchObject([{ email: second.email }]);
  });

  it('[LD10] a list with gaps deactivates nobody, and the only owner stays', async () => {
    const [first] = people as [Person];
    await server.owner.updateUser({ user_id: first.user_id, role: 100 });
    const whole = ldap();
    const gaps = {
      list: async () => new Map([...(await whole.list())].slice(2)),
      findAbsent: (subjects: readonly string[]) => whole.findAbsent(subjects),
    };
    const services = { ...server.app, directory: gaps };
    expect((await syncOrganization(services, server.realm.realm_id)).deactivated).toEqual([]);
    directory.remove(first.entry);
    await server.client(first.email, first.api_key).updateUser({ user_id: server.owner.user_id, role: 400 });
    const { kept, deactivated } = await sync();
    expect(kept).toMatchObject([{ email: first.email }]);
    expect(deactivated).toEqual([]);
    expect((await sync({ is_trial: true })).kept.length).toBe(1);
  });

  it('[LD12] one job for each organization, every hour, also after failures and on several nodes', async () => {
    const { app, realm } = server;
    const jobs = () =>
      app.store.db.all<{ run_at: number }>(
        sql`select run_at from jobs where kind = 'directory-sync' and failed_at is null`,
      );
    await Promise.all([app.runNow('directory'), app.runNow('directory')]);
    await app.jobs.settle();
    const [job, ...more] = await jobs();
    expect(more).toEqual([]);
    expect(Math.abs(job!.run_at - server.clock.now() - HOUR_MS)).toBeLessThan(5000);
    const parts = { ...app, log, openDirectory: async () => ldap() };
    await Promise.all([scheduleSyncs(parts), scheduleSyncs(parts)]);
    expect((await jobs()).length).toBe(1);
    directory.remove(people[0]!.entry);
    server.clock.advance(HOUR_MS);
    await app.jobs.settle();
    expect(await activeCount()).toBe(9);
    const handler = syncHandler({ ...parts, openDirectory: async () => ldap({ port: 1 }) });
    expect(await handler.act({ realm_id: realm.realm_id, body: {}, attempts: 0 })).toBeFunction();
    for (const { entry } of people.slice(1)) directory.remove(entry);
    const again = syncHandler(parts);
    await again.act({ realm_id: realm.realm_id, body: {}, attempts: 0 });
    expect(logged.length).toBe(2);
    expect(logged[1]).toContain('9 of 9 people would be deactivated at once');
    expect(logged.join()).not.toMatch(/@|uid=|Person/);
    expect(await activeCount()).toBe(9);
    // A server without a directory lets the job end.
    const off = syncHandler({ ...parts, openDirectory: null });
    expect(await off.act({ realm_id: realm.realm_id, body: {}, attempts: 0 })).toBeUndefined();
  });
});
