// Reading many accounts.
import { expect, it, setDefaultTimeout } from 'bun:test';
import type { UserId } from '@stoa/contract';
import { leastProcessorMs, serveTests } from '@stoa/testkit';
import { createAccount } from './users.actions.ts';
import { findUsersByIdInParts, findUsersInParts } from './users.queries.ts';

setDefaultTimeout(60_000);

const PEOPLE = 600;
const MOST_AT_ONCE = 256;
const REPEATED = 19_000;

const { server, cast } = await serveTests();

it('[US28] reads everybody, or those requested, some at a time', async () => {
  const { realm, app } = server;
  const added = await app.writer.write(realm.realm_id, async (context) => {
    const ids: UserId[] = [];
    for (let n = 0; n < PEOPLE; n++) {
      const account = { email: `one${n}@stoa.example`, full_name: `One ${n}`, role: 400 as const, password_hash: null };
      ids.push((await createAccount(context, realm, account)).user_id);
    }
    return ids;
  });
  const { members } = await cast.eli.getUsers({ include_custom_profile_fields: true });
  const ids = members.map(({ user_id }) => user_id);
  expect(ids).toEqual([...Object.values(cast).map(({ user_id }) => user_id), ...added].sort((a, b) => a - b));
  expect(members.at(-1)).toMatchObject({ full_name: `One ${PEOPLE - 1}`, profile_data: {} });
  const some = await cast.eli.getUsers({ user_ids: [...added].reverse() });
  expect(some.members.map(({ user_id }) => user_id)).toEqual(added);
  const { db } = app.store;
  for (const parts of [findUsersInParts(db, realm.realm_id), findUsersByIdInParts(db, realm.realm_id, ids)]) {
    const read: UserId[] = [];
    for await (const part of parts) {
      expect(part.length).toBeLessThanOrEqual(MOST_AT_ONCE);
      read.push(...part.map(({ user_id }) => user_id));
    }
    expect(read).toEqual(ids);
  }
});

it('[HT47] repeated recipients cost no search among the others', async () => {
  const { members } = await cast.eli.getUsers({});
  const ids = members.map(({ user_id }) => user_id as number);
  const repeating = (user_id: number) => [...ids, ...Array<number>(REPEATED).fill(user_id)];
  const typing = (user_id: number) => () => cast.eli.setTypingStatus({ op: 'start', to: repeating(user_id) });
  const first = await leastProcessorMs(0, typing(ids[0]!));
  const last = await leastProcessorMs(0, typing(ids.at(-1)!));
  expect(last).toBeLessThan(1.5 * first + 5);
});

it('[US34] lists everybody from shared texts, as each would be shown alone', async () => {
  const { ada, dara, eli } = cast;
  await ada.updateRealm({ enable_spectator_access: true });
  await ada.deactivateUser({ user_id: eli.user_id });
  const texts = () => server.app.store.db.caches.figures().find(({ name }) => name === 'user texts')!;
  const readers = [ada, dara, server.client()];
  for (const reader of readers)
    for (const include_custom_profile_fields of [false, true]) {
      const how = { client_gravatar: reader !== readers.at(-1), include_custom_profile_fields };
      const { members } = await reader.getUsers(how);
      const states = members.map(({ is_active }) => is_active);
      expect(states).toEqual([...states].sort((a, b) => Number(b) - Number(a)));
      const user_ids = members.map(({ user_id }) => user_id);
      expect(user_ids).toContain(eli.user_id);
      const alone = await reader.getUsers({ ...how, user_ids });
      const byId = (a: { user_id: number }, b: { user_id: number }) => a.user_id - b.user_id;
      expect([...members].sort(byId)).toEqual(alone.members);
      const { misses } = texts();
      await reader.getUsers(how);
      // The group with the reader's own hidden address is made for them alone, without the cache.
      expect(texts().misses).toBe(misses);
    }
  await ada.reactivateUser({ user_id: eli.user_id });
  await ada.updateRealm({ enable_spectator_access: false });
});
