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
