// Presence, through HTTP.
import { describe, expect, it } from 'bun:test';
import { type ClientState, type LegacyPresences, type Presence, type ReceivedEvent, reduce } from '@stoa/contract';
import { basic, countStatements, type Person, refusedWith, serveTests } from '@stoa/testkit';
import { sql } from '../../kit/database/sql.ts';
import { isLarge } from './presence.queries.ts';
import { ANNOUNCED_PEOPLE_MAX } from './presence-reports.ts';

const { server, cast } = await serveTests();

const now = () => Math.floor(server.clock.now() / 1000);
const minutes = (count: number) => server.clock.advance(count * 60_000);
const days = (count: number) => minutes(count * 24 * 60);
/** Equal within the seconds that a test takes. */
const near = (timestamp: number, expected: number) => expect(Math.abs(timestamp - expected)).toBeLessThan(10);
const active = (who: Person) => who.updatePresence({ status: 'active' });
const idle = (who: Person) => who.updatePresence({ status: 'idle' });

async function modern(reader: Person, who: Person): Promise<Presence | undefined> {
  const { presences } = await reader.registerQueue({ fetch_event_types: ['presence'], slim_presence: true });
  return (presences as Record<string, Presence>)[who.user_id];
}
async function legacy(reader: Person, who: Person): Promise<LegacyPresences | undefined> {
  const { presences } = await reader.registerQueue({ fetch_event_types: ['presence'] });
  return (presences as Record<string, LegacyPresences>)[who.email];
}

/** The presence events of an action; applied to the state before, they must give the fetched state. */
async function presenceEventsOf(action: () => Promise<unknown>, simplified_presence_events: boolean, is_late = false) {
  const { eli } = cast;
  const state = await eli.registerQueue({
    slim_presence: simplified_presence_events,
    client_capabilities: { simplified_presence_events },
  });
  const { queue_id, last_event_id } = state;
  const poll = () => eli.getEvents({ queue_id: queue_id!, last_event_id, dont_block: true });
  // Only a waiting poll receives them.
  await poll();
  await action();
  let { events } = await poll();
  // Effects of a setting are announced soon after its response.
  for (let n = 0; is_late && n < 50 && !events.some(({ type }) => type === 'presence'); n++) {
    await Bun.sleep(20);
    ({ events } = await poll());
  }
  const received = (events as ReceivedEvent[]).filter(({ type }) => type === 'presence');
  const folded = (events as ReceivedEvent[]).reduce(reduce, state as ClientState).presences;
  const fresh = await eli.registerQueue({ slim_presence: simplified_presence_events, fetch_event_types: ['presence'] });
  expect(folded).toEqual(fresh.presences as never);
  return received;
}

describe('reports', () => {
  it('[PR1] [PR3] show who is present, to old and new clients', async () => {
    const { dara, eli } = cast;
    const first = await idle(dara);
    expect(first.presence_last_update_id).toBeGreaterThan(0);
    const joined = Math.floor(Date.parse((await dara.getOwnUser()).date_joined) / 1000);
    expect((await modern(eli, dara))!.active_timestamp).toBe(joined);
    near((await modern(eli, dara))!.idle_timestamp, now());
    minutes(5);
    await active(dara);
    near((await modern(eli, dara))!.active_timestamp, now());
    const { aggregated, website } = (await legacy(eli, dara))!;
    expect(aggregated).toEqual({ client: 'website', status: 'active', timestamp: expect.any(Number) as never });
    expect(website).toEqual({ ...aggregated!, pushable: false });
    near(aggregated!.timestamp, now());
    minutes(1.5);
    const answer = await idle(eli);
    expect((answer.presences as Record<string, LegacyPresences>)[dara.email]!.aggregated!.status).toBe('active');
    minutes(0.6);
    expect((await legacy(eli, dara))!.aggregated).toMatchObject({ status: 'idle' });
    for (const how of [{ last_update_id: -1 }, { slim_presence: true }, { last_update_id: -1, slim_presence: false }]) {
      const { presences, server_timestamp } = await eli.updatePresence({ status: 'idle', ...how });
      expect(Object.keys(presences!).sort()).toEqual([dara, eli].map(({ user_id }) => String(user_id)).sort());
      near(server_timestamp!, now());
    }
    const ping = await eli.updatePresence({ status: 'idle', ping_only: true, last_update_id: 3, new_user_input: true });
    expect([ping.presences, ping.presence_last_update_id]).toEqual([undefined, 3]);
  });

  it('[PR1] are refused from bots, and with another status', async () => {
    expect(await refusedWith(active(cast.bot))).toEqual([400, 'BAD_REQUEST']);
    for (const bad of [
      { status: 'away' },
      { status: 'active', last_update_id: -2 },
      { status: 'idle', history_limit_days: -1 },
    ])
      expect(await refusedWith(cast.dara.updatePresence(bad as never))).toEqual([400, 'BAD_REQUEST']);
  });

  it('[PR2] within 55 seconds change nothing, and idle never replaces active', async () => {
    const { chen } = cast;
    await active(chen);
    const start = (await modern(chen, chen))!;
    server.clock.advance(45_000);
    await active(chen);
    await idle(chen);
    expect(await modern(chen, chen)).toEqual(start);
    minutes(2);
    await idle(chen);
    const later = (await modern(chen, chen))!;
    expect(later.active_timestamp).toBe(start.active_timestamp);
    near(later.idle_timestamp, now());
  });

  it('[PR2] without a change of status are written in batches: later, and when the server stops', async () => {
    const { finn, eli } = cast;
    await active(finn);
    await active(eli);
    const before = (await modern(eli, finn))!;
    const { presence_last_update_id } = await eli.updatePresence({ status: 'active', last_update_id: -1 });
    server.clock.advance(60_000);
    await Promise.all([active(finn), active(eli)]);
    expect(await modern(eli, finn)).toEqual(before);
    await server.restart();
    near((await modern(eli, finn))!.active_timestamp, now());
    const { presences } = await eli.updatePresence({ status: 'active', last_update_id: presence_last_update_id });
    expect(Object.keys(presences!).sort()).toEqual([eli, finn].map(({ user_id }) => String(user_id)).sort());
  });
});

it('[PR4] return only presences newer than the last response, within the history limit', async () => {
  const { dara, eli, chen } = cast;
  minutes(10);
  await Promise.all([active(dara), active(chen)]);
  const poll = async (params: { last_update_id?: number; history_limit_days?: number }) => {
    const answer = await eli.updatePresence({ status: 'idle', last_update_id: -1, ...params });
    return { id: answer.presence_last_update_id, ids: Object.keys(answer.presences!).map(Number) };
  };
  await idle(eli);
  const first = await poll({});
  expect(first.ids).toContain(dara.user_id);
  expect(await poll({ last_update_id: first.id })).toEqual({ id: first.id, ids: [] });
  minutes(10);
  await active(dara);
  const next = await poll({ last_update_id: first.id });
  expect(next.ids.sort()).toEqual([dara.user_id, eli.user_id].sort() as number[]);
  expect(next.id).toBeGreaterThan(first.id);
  days(13.9);
  expect(await modern(eli, dara)).toBeDefined();
  expect((await poll({})).ids).toContain(dara.user_id);
  days(0.2);
  expect(await modern(eli, dara)).toBeUndefined();
  expect((await poll({})).ids).toEqual([eli.user_id]);
  expect((await poll({ history_limit_days: 15 })).ids).toContain(dara.user_id);
  expect((await poll({ history_limit_days: 14 })).ids).not.toContain(dara.user_id);
  expect((await poll({ history_limit_days: Number.MAX_SAFE_INTEGER })).ids).toContain(dara.user_id);
  const register = async (presence_history_limit_days: number) =>
    (await eli.registerQueue({ slim_presence: true, presence_history_limit_days })).presences!;
  expect(await register(15)).toHaveProperty(String(dara.user_id));
  server.clock.advance(5000);
  expect(await register(0)).toEqual({});
  const other = await server.organization('agora.example');
  const theirs = await other.owner.updatePresence({ status: 'active', last_update_id: -1, history_limit_days: 1000 });
  expect(Object.keys(theirs.presences!)).toEqual([String(other.owner.user_id)]);
});

describe('[PR5] a return', () => {
  it('is announced in the form that a client knows', async () => {
    const { dara, finn } = cast;
    minutes(10);
    const [modern_event] = await presenceEventsOf(() => active(dara), true);
    const { id: _, ...simple } = modern_event!;
    const presence = { active_timestamp: expect.any(Number), idle_timestamp: expect.any(Number) };
    expect(simple).toEqual({ type: 'presence', presences: { [dara.user_id]: presence } } as never);
    const [legacy_event] = await presenceEventsOf(() => active(finn), false);
    expect(legacy_event).toMatchObject({
      user_id: finn.user_id,
      email: finn.email,
      presence: { website: { client: 'website', status: 'active', pushable: false } },
    } as never);
    near(legacy_event!.server_timestamp as number, now());
  });

  it('is announced once, and for idle only the first time', async () => {
    const { dara } = cast;
    server.clock.advance(60_000);
    expect(await presenceEventsOf(() => active(dara), true)).toEqual([]);
    minutes(10);
    await idle(dara);
    expect(await presenceEventsOf(() => active(dara), true)).toHaveLength(1);
  });

  it('is announced in small organizations only', async () => {
    const { realm_id } = server.realm;
    const { members } = await cast.ada.getUsers();
    const people = members.filter(({ is_bot }) => !is_bot).length;
    expect(await isLarge(server.app.store.db, realm_id, people)).toBe(false);
    expect(await isLarge(server.app.store.db, realm_id, people - 1)).toBe(true);
    expect(ANNOUNCED_PEOPLE_MAX).toBeGreaterThan(people);
  });
});

it('[PR6] reads one person, by id or address, and everybody', async () => {
  const { dara, eli, bot, bela } = cast;
  minutes(10);
  await active(dara);
  for (const user_id_or_email of [String(dara.user_id), dara.email, dara.email.toUpperCase()]) {
    const { presence } = await eli.getUserPresence({ user_id_or_email });
    expect(presence).toMatchObject({ aggregated: { status: 'active' }, website: { status: 'active' } });
    near(presence.website!.timestamp, now());
  }
  server.clock.advance(139_000);
  const { aggregated } = (await eli.getUserPresence({ user_id_or_email: dara.email })).presence;
  expect(aggregated!.status).toBe('idle');
  server.clock.advance(20_000);
  expect((await eli.getUserPresence({ user_id_or_email: dara.email })).presence).toMatchObject({
    aggregated: { status: 'offline' },
    website: { status: 'idle' },
  });
  const everybody = await eli.getRealmPresence();
  expect(everybody.presences[dara.email]!.aggregated!.status).toBe('idle');
  near(everybody.server_timestamp, now());
  await dara.updateSettings({ email_address_visibility: 5 });
  expect((await eli.getRealmPresence()).presences).not.toHaveProperty(dara.email);
  expect(await refusedWith(eli.getUserPresence({ user_id_or_email: dara.email }))).toEqual([400, 'BAD_REQUEST']);
  await dara.updateSettings({ email_address_visibility: 1 });
  const other = await server.organization('other.example');
  const nobody = ['987654', 'nobody@stoa.example', 'x', String(other.owner.user_id), String(bot.user_id), bela.email];
  await active(other.owner);
  for (const user_id_or_email of nobody)
    expect(await refusedWith(eli.getUserPresence({ user_id_or_email }))).toEqual([400, 'BAD_REQUEST']);
});

describe('invisible accounts', () => {
  it('[PR7] turning presence off shows the account as gone for minutes; turning it on shows it again', async () => {
    const { chen, eli } = cast;
    minutes(10);
    await active(chen);
    expect(await presenceEventsOf(() => chen.updateSettings({ presence_enabled: false }), true, true)).toHaveLength(1);
    const offline = (await modern(eli, chen))!;
    near(offline.active_timestamp, now() - 260);
    expect(offline.idle_timestamp).toBe(offline.active_timestamp);
    minutes(3);
    const answer = await chen.updatePresence({ status: 'active', slim_presence: true });
    expect(answer.presences).toHaveProperty(String(chen.user_id));
    expect(await modern(eli, chen)).toEqual(offline);
    expect(await presenceEventsOf(() => chen.updateSettings({ presence_enabled: true }), false, true)).toHaveLength(1);
    near((await modern(eli, chen))!.active_timestamp, now());
  });

  it('[PR8] nobody is shown if the organization turned presence off', async () => {
    const { ada, dara, eli } = cast;
    minutes(10);
    await ada.updateRealm({ presence_disabled: true });
    const { queue_id, last_event_id } = await eli.registerQueue({ event_types: ['presence'] });
    const answer = await dara.updatePresence({ status: 'active', last_update_id: -1 });
    expect([answer.presences, answer.presence_last_update_id]).toEqual([{}, -1]);
    expect((await eli.getEvents({ queue_id: queue_id!, last_event_id, dont_block: true })).events).toEqual([]);
    expect((await eli.getRealmPresence()).presences).toEqual({});
    expect(await refusedWith(eli.getUserPresence({ user_id_or_email: dara.email }))).toEqual([400, 'BAD_REQUEST']);
    const { presences, realm_presence_disabled } = await eli.registerQueue();
    expect([presences, realm_presence_disabled]).toEqual([{}, true]);
    await ada.updateRealm({ presence_disabled: false });
    near((await modern(eli, dara))!.active_timestamp, now());
  });

  it('[PR9] deactivation clears presence', async () => {
    const { ada, eli, finn } = cast;
    minutes(10);
    await active(finn);
    expect(await modern(eli, finn)).toBeDefined();
    for (const slim of [true, false])
      await presenceEventsOf(() => ada.deactivateUser({ user_id: finn.user_id }).catch(() => {}), slim);
    expect(await refusedWith(eli.getUserPresence({ user_id_or_email: finn.email }))).toEqual([400, 'BAD_REQUEST']);
    await ada.reactivateUser({ user_id: finn.user_id });
    expect(await modern(eli, finn)).toBeUndefined();
    // Within the minute of the last report.
    await active(finn);
    near((await modern(eli, finn))!.active_timestamp, now());
    await ada.deactivateUser({ user_id: finn.user_id });
    await ada.reactivateUser({ user_id: finn.user_id });
    await idle(finn);
    expect(await modern(eli, finn)).toBeDefined();
  });
});

describe('the presence of many people', () => {
  const PEOPLE = 600;
  const REPORT = { method: 'POST', body: new URLSearchParams({ status: 'active', last_update_id: '-1' }) };

  async function bringPeople(): Promise<void> {
    const { realm_id } = server.realm;
    const numbers = Array.from({ length: PEOPLE }, (_, n) => 700_000 + n);
    await server.app.store.transaction(async (tx) => {
      const emails = numbers.map((n) => [n, realm_id, `many${n}@stoa.example`, `many${n}@stoa.example`]);
      const rest = sql`1, 400, true, false, 0, '', 'G', 1, '{}'`;
      for (const [user_id, realm, email, email_key] of emails)
        await tx.run(
          sql`insert into users (user_id, realm_id, email, email_key, full_name, api_key_generation, role, is_active, is_bot,
             date_joined, timezone, avatar_source, avatar_version, settings)
           values (${user_id!}, ${realm!}, ${email!}, ${email_key!}, 'one of many', ${rest})`,
        );
      await tx.run(
        sql`insert into user_presence (user_id, realm_id, active_timestamp, idle_timestamp, update_id)
         select user_id, realm_id, cast(${now()} as bigint), cast(${now()} as bigint), 1 from users where user_id >= 700000`,
      );
    });
  }

  async function ask(accept: string): Promise<{ coding: string | null; presences: Record<string, Presence> }> {
    const headers = { ...basic(cast.dara), 'accept-encoding': accept };
    const response = await fetch(`${server.url}/api/v1/users/me/presence`, { ...REPORT, headers });
    const { presences } = (await response.json()) as { presences: Record<string, Presence> };
    return { coding: response.headers.get('content-encoding'), presences };
  }

  it('[HT48] is read once for all who ask within a second, in the coding that each accepts', async () => {
    await bringPeople();
    // It learns that the organization is large.
    await active(cast.dara);
    const statements = await countStatements(server.app.store.db, async () => {
      const answers = await Promise.all(['zstd', 'gzip', 'identity', 'gzip', 'zstd'].map(ask));
      expect(answers.map(({ coding }) => coding)).toEqual(['zstd', 'gzip', null, 'gzip', 'zstd']);
      for (const { presences } of answers) {
        expect(presences).toEqual(answers[0]!.presences);
        expect(Object.keys(presences).length).toBeGreaterThan(PEOPLE);
      }
      // A limited view is built for its reader alone.
      await cast.finn.updatePresence({ status: 'active', last_update_id: -1 });
    });
    const reads = statements.filter((text) => /from user_presence join users/.test(text));
    expect(reads).toHaveLength(2);
    server.clock.advance(2000);
    const again = await countStatements(server.app.store.db, () => ask('gzip'));
    expect(again.filter((text) => /from user_presence join users/.test(text))).toHaveLength(1);
  });

  it('[PR2] is written some seconds after their return, and when the server stops', async () => {
    const { eli, chen } = cast;
    minutes(5);
    const before = await modern(chen, eli);
    await active(eli);
    expect(await modern(chen, eli)).toEqual(before);
    await server.restart();
    near((await modern(chen, eli))!.active_timestamp, now());
  });
});
