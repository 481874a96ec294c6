import { expect, it, setDefaultTimeout } from 'bun:test';
import { type InitialState, registerQueue } from '@stoa/contract';
import { type Person, samplePicture, serveTests } from '@stoa/testkit';
import { findActor } from '../identity/auth/auth.queries.ts';
import type { Connection } from '../kit/database/connection.ts';
import { type Fragment, type Statement, sql } from '../kit/database/sql.ts';
import { StoreCaches } from '../kit/database/store-caches.ts';
import { fieldsOf, textOf } from '../kit/json/json-text.ts';
import { stateParts } from '../slices.ts';
import { fetchInitialState } from './initial-state.queries.ts';

setDefaultTimeout(60_000);

const { server, cast } = await serveTests();

const TYPES = ['realm_user', 'realm_user_groups', 'stream', 'subscription', 'presence', 'user_status', 'realm_bot'];
const FORMS = [
  { client_gravatar: true, include_subscribers: 'true' as const },
  { client_gravatar: false, include_subscribers: 'false' as const, client_capabilities: { archived_channels: true } },
];

const HIDDEN = '{"email_address_visibility":3}';

/** The same connection with empty caches. */
function forgetful(db: Connection): Connection {
  const { engine, writes } = db;
  return {
    engine,
    writes,
    caches: new StoreCaches(),
    all: db.all.bind(db),
    get: db.get.bind(db),
    run: db.run.bind(db),
  };
}

/** The responses of register in each form, with caches and without; both of one state. */
async function statesOf(person: Person): Promise<{ cached: string[]; fresh: string[] }> {
  const { app, realm } = server;
  const texts = { cached: [] as string[], fresh: [] as string[] };
  const now = server.clock.now();
  await app.store.snapshot(async (db) => {
    const actor = await findActor(db, realm, person.user_id);
    for (const { client_gravatar, ...form } of FORMS) {
      const params = registerQueue.params.parse(form);
      const facts = {
        dev: false,
        push_notifications_enabled: false,
        sends_mail: false,
        identity_provider: null,
        directory: null,
        takes_passwords: true,
        call_providers: [],
        jitsi_server_url: null,
        link_previews: true,
        upload_quota_mib: 1,
      };
      const request = { actor, realm, server: facts, fetch: TYPES, client_gravatar, now, params };
      const fetchText = async (from: Connection) =>
        textOf(fieldsOf(await fetchInitialState(from, stateParts, request)));
      texts.cached.push(await fetchText(db));
      texts.fresh.push(await fetchText(forgetful(db)));
    }
  });
  return texts;
}

/** Nobody's own address is hidden from them. */
function ownAddress(text: string, { user_id }: Person): string | null | undefined {
  const { realm_users } = JSON.parse(`{${text}}`) as Required<Pick<InitialState, 'realm_users'>>;
  return realm_users.find((user) => user.user_id === user_id)?.delivery_email;
}

/** Checks that everybody's cached responses equal fresh ones; returns them. */
async function checkedStates(people: readonly Person[]): Promise<string> {
  const all: string[] = [];
  for (const person of people) {
    const { cached, fresh } = await statesOf(person);
    expect(cached).toEqual(fresh);
    for (const text of cached) expect(ownAddress(text, person)).toBe(person.email);
    all.push(...cached);
  }
  return all.join('\n');
}

const change = (statement: Statement) => server.app.writer.write(server.realm.realm_id, ({ tx }) => tx.run(statement));

it('[EV21] cached people, channels and subscribers are refreshed after every change by anyone', async () => {
  const { ada, chen, dara, eli, finn } = cast;
  const people = [ada, chen, dara, finn];
  await dara.subscribe({ subscriptions: [{ name: 'harbour' }], principals: [dara.user_id, eli.user_id, finn.user_id] });
  await dara.subscribe({ subscriptions: [{ name: 'cellar' }], invite_only: true, principals: [dara.user_id] });
  const { stream_id } = await dara.getStreamId({ stream: 'harbour' });
  const { id: field } = await ada.createProfileField({ name: 'Ship', field_type: 1 });
  const { group_id } = await ada.createUserGroup({ name: 'crew', description: '', members: [dara.user_id] });
  const eliIs = (set: Fragment) => change(sql`update users set ${set} where user_id = ${eli.user_id}`);
  const changes: Record<string, () => Promise<unknown>> = {
    name: () => eli.updateSettings({ full_name: 'Eli of the Harbour' }),
    'name, by the operator': () => eliIs(sql`full_name = 'Eli the Third'`),
    picture: () => eli.uploadAvatar({}, { file: samplePicture() }),
    'hidden address': () => eli.updateSettings({ email_address_visibility: 3 }),
    'address for moderators': () => eli.updateSettings({ email_address_visibility: 5 }),
    'own hidden address': () => dara.updateSettings({ email_address_visibility: 4 }),
    role: () => eliIs(sql`role = 300`),
    'profile value': () => eli.updateProfileData({ data: [{ id: field, value: 'Argo' }] }),
    'profile value, by the operator': () => change(sql`update custom_profile_values set value = 'Pinta'`),
    'no profile value': () => eli.removeProfileData({ data: [field] }),
    'presence turned off': () => eli.updateSettings({ presence_enabled: false }),
    channel: () => ada.updateStream({ stream_id, description: 'ships' }),
    'channel, by the operator': () => change(sql`update channels set name = 'Port' where stream_id = ${stream_id}`),
    'first message': () => dara.sendMessage({ type: 'channel', to: stream_id, topic: 'tide', content: 'high' }),
    'more subscribers': () => dara.subscribe({ subscriptions: [{ name: 'Port' }], principals: [chen.user_id] }),
    'fewer subscribers': () => ada.unsubscribe({ subscriptions: ['Port'], principals: [chen.user_id] }),
    'own settings': () =>
      finn.updateSubscriptionSettings({ subscription_data: [{ stream_id, property: 'color', value: '#abcdef' }] }),
    deactivation: () => ada.deactivateUser({ user_id: eli.user_id }),
    'reactivation, by the operator': () => eliIs(sql`is_active = true`),
    group: () => ada.updateUserGroupMembers({ user_group_id: group_id, add: [chen.user_id] }),
    'new account': () => ada.createUser({ email: 'hal@stoa.example', full_name: 'Hal', password: 'hal has one too' }),
    archived: () => ada.archiveStream({ stream_id }),
  };
  let before = await checkedStates(people);
  for (const [name, change] of Object.entries(changes)) {
    await change();
    const after = await checkedStates(people);
    expect({ name, is_told: after !== before }).toEqual({ name, is_told: true });
    before = after;
  }
});

it('[EV21] the same with hundreds of people, checked for each', async () => {
  const { ada, dara, finn } = cast;
  const { realm, app } = server;
  await app.writer.write(realm.realm_id, async ({ tx }) => {
    for (let n = 0; n < 700; n++) {
      const email = `many${n}@stoa.example`;
      await tx.run(
        sql`insert into users (realm_id, email, email_key, full_name, api_key_generation, role, is_active, is_bot, date_joined,
           timezone, avatar_source, avatar_version, settings)
         values (${realm.realm_id}, ${email}, ${email}, ${`Many ${n}`}, 1, 400, ${n % 7 !== 0}, false, 0, '', 'G', 1,
           ${n % 300 === 5 ? HIDDEN : '{}'})`,
      );
    }
  });
  let before = await checkedStates([ada, dara, finn]);
  for (const n of [1, 305, 350, 699]) {
    await change(sql`update users set full_name = ${`One of many ${n}`} where full_name = ${`Many ${n}`}`);
    const after = await checkedStates([ada, dara, finn]);
    expect(after).not.toBe(before);
    expect(after).toContain(`One of many ${n}`);
    before = after;
  }
});
