// Tells limited guests whom they now see or no longer see. Writes nothing but events. [UA6]
import {
  type RealmId,
  ROLE,
  realmUserAdd,
  realmUserRemove,
  UNKNOWN_USER_NAME,
  type User,
  type UserId,
} from '@stoa/contract';
import { removeQueues } from '../../feed/queue.ts';
import type { Realm } from '../../kit/access/actor.ts';
import { getOrSet } from '../../kit/collections/get-or-set.ts';
import { batchesOf, inBatches } from '../../kit/database/batches.ts';
import type { Connection } from '../../kit/database/connection.ts';
import { type Fragment, sql } from '../../kit/database/sql.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import { emailHost, getRealmRow } from '../realm/realm.queries.ts';
import { findProfileData, withProfileData } from './profile-data.queries.ts';
import { limitsGuests, selectSharing } from './user-access.queries.ts';
import { unknownUser } from './user-access.rules.ts';
import { accountShown, type RoleChange } from './users.hooks.ts';
import { presentUser, type Unknown, type UserRow } from './users.present.ts';
import { findUsersById } from './users.queries.ts';

/** For each account, the guests who see it. */
type VisibleUsers = Map<UserId, Set<UserId>>;

/** A change of more pairs than this makes the guests' clients register again instead. */
const MAX_TOLD = 5000;
/** Most pairs of guests and people to compare. */
const MAX_COMPARED = 20 * MAX_TOLD;

const isGuest = (user: Fragment) => sql`${user}.role = ${sql.raw(ROLE.guest)} and ${user}.is_active`;
const isPerson = (user: Fragment) => sql`not ${user}.is_bot`;

/** The guests who see these accounts, and the people whom those among them that are guests see. */
async function findVisibleUsers(db: Connection, user_ids: readonly UserId[]): Promise<VisibleUsers> {
  const visible: VisibleUsers = new Map();
  const [mine, theirs] = [sql`my_user`, sql`their_user`];
  for (const batch of batchesOf(user_ids)) {
    const named = sql`mine.user_id in (${sql.list(batch)})`;
    const pairs = await db.all<{ guest: UserId; seen: UserId }>(
      sql`select guest, seen from (
         ${selectSharing(sql`theirs.user_id as guest, mine.user_id as seen`, sql`${named} and ${isPerson(mine)}`, isGuest(theirs))}
         union
         ${selectSharing(sql`mine.user_id as guest, theirs.user_id as seen`, sql`${named} and ${isGuest(mine)}`, isPerson(theirs))}
       ) pairs where guest <> seen`,
    );
    for (const { guest, seen } of pairs) getOrSet(visible, seen, () => new Set()).add(guest);
  }
  return visible;
}

/** For each account, the guests in `visible` that are not in `other`. */
function withoutGuests(visible: VisibleUsers, other: VisibleUsers): Map<UserId, UserId[]> {
  const rest = new Map<UserId, UserId[]>();
  for (const [seen, guests] of visible) {
    const left = [...guests].filter((guest) => !other.get(seen)?.has(guest)).sort((a, b) => a - b);
    if (left.length > 0) rest.set(seen, left);
  }
  return rest;
}

const countOf = (by_user: ReadonlyMap<UserId, readonly UserId[]>) =>
  [...by_user.values()].reduce((sum, guests) => sum + guests.length, 0);

/**
 * Runs `change`, which changes channels, conversations or activity of these people, and tells guests whom they now see or no
 * longer see. One statement if guests see everybody.
 */
export async function followVisibleUsers<T>(
  context: WriteContext,
  realm_id: RealmId,
  user_ids: readonly UserId[],
  change: () => Promise<T>,
): Promise<T> {
  if (user_ids.length === 0 || !(await limitsGuests(context.tx, realm_id))) return change();
  const before = await findVisibleUsers(context.tx, user_ids);
  const done = await change();
  const after = await findVisibleUsers(context.tx, user_ids);
  await announceVisibleUsers(context, realm_id, withoutGuests(after, before), withoutGuests(before, after));
  return done;
}

async function announceVisibleUsers(
  context: WriteContext,
  realm_id: RealmId,
  shown: ReadonlyMap<UserId, readonly UserId[]>,
  hidden: ReadonlyMap<UserId, readonly UserId[]>,
): Promise<void> {
  if (countOf(shown) + countOf(hidden) > MAX_TOLD)
    return endQueues(context, new Set([...shown.values(), ...hidden.values()].flat()));
  await showUsers(context, realm_id, shown);
  await hideUsers(context, realm_id, hidden);
}

async function endQueues({ tx, invalidateAccess }: WriteContext, user_ids: Iterable<UserId>): Promise<void> {
  for (const user_id of user_ids) await removeQueues(tx, user_id);
  invalidateAccess([...user_ids]);
}

async function showUsers(
  { tx, emit, trigger }: WriteContext,
  realm_id: RealmId,
  shown: ReadonlyMap<UserId, readonly UserId[]>,
): Promise<void> {
  if (shown.size === 0) return;
  const realm = await getRealmRow(tx, realm_id);
  const people = await findAll(tx, realm_id, [...shown.keys()]);
  for (const user of people) {
    const guests = shown.get(user.user_id)!;
    const person = presentUser(user, emailHost(realm), { user_id: null, role: ROLE.guest, client_gravatar: false });
    const values = await findProfileData(tx, realm_id, user.user_id);
    emit(realmUserAdd, { person: withProfileData(person, values) }, { users: guests });
    await trigger(accountShown, { user, guests });
  }
}

function findAll(db: Connection, realm_id: RealmId, user_ids: readonly UserId[]): Promise<UserRow[]> {
  return inBatches(user_ids, (batch) => findUsersById(db, realm_id, batch));
}

async function hideUsers(
  { tx, emit }: WriteContext,
  realm_id: RealmId,
  hidden: ReadonlyMap<UserId, readonly UserId[]>,
): Promise<void> {
  if (hidden.size === 0) return;
  const realm = await getRealmRow(tx, realm_id);
  for (const [user_id, users] of [...hidden].sort(([a], [b]) => a - b)) {
    const unknown = unknownUser(user_id, emailHost(realm), realm.date_created);
    emit(realmUserRemove, withUnknown({ person: { user_id, full_name: UNKNOWN_USER_NAME } }, unknown), { users });
  }
}

/** Adds the unknown user for clients that need every id; it is logged, and a presenter removes it for others. */
function withUnknown<B extends object>(body: B, unknown: User): B {
  return { ...body, ...({ unknown } satisfies Unknown) };
}

/** Announces a new account to guests as unknown: nobody shares a channel with it yet. */
export async function announceUnknown(
  { tx, emit }: Pick<WriteContext, 'tx' | 'emit'>,
  realm: Realm,
  { user_id }: UserRow,
): Promise<void> {
  const { date_created } = await getRealmRow(tx, realm.realm_id);
  const unknown = unknownUser(user_id, emailHost(realm), date_created);
  emit(realmUserAdd, withUnknown({ person: unknown }, unknown), { role_above: ROLE.member, except: [user_id] });
}

/** The people among these whom each guest sees. */
async function findSeenOf(db: Connection, guests: readonly UserId[], people: readonly UserId[]): Promise<VisibleUsers> {
  const all: VisibleUsers = new Map();
  const visible = await findVisibleUsers(db, guests);
  const candidates = new Set(people);
  for (const [seen, by] of visible) {
    const some = [...by].filter((guest) => guests.includes(guest));
    if (candidates.has(seen) && some.length > 0) all.set(seen, new Set(some));
  }
  return all;
}

/** What unlimited guests would see, in the form of {@link findVisibleUsers}. */
function everybodySeenBy(guests: readonly UserId[], people: readonly UserId[]): VisibleUsers {
  return new Map(people.map((seen) => [seen, new Set(guests.filter((guest) => guest !== seen))]));
}

async function findIds(db: Connection, realm_id: RealmId, isOne: (user: Fragment) => Fragment): Promise<UserId[]> {
  const rows = await db.all<{ user_id: UserId }>(
    sql`select user_id from users where realm_id = ${realm_id} and ${isOne(sql`users`)} order by user_id`,
  );
  return rows.map(({ user_id }) => user_id);
}

/** Announces to every guest that guests are limited from now on, or no longer. */
export async function announceLimit(
  context: WriteContext,
  { realm_id, limits_guests }: { realm_id: RealmId; limits_guests: boolean },
): Promise<void> {
  const guests = await findIds(context.tx, realm_id, isGuest);
  await announceChangeFor(context, realm_id, guests, limits_guests);
}

/** Announces to an account whose role changed to or from guest whom it now sees or no longer sees. */
export async function announceVisibleUsersOfRole(
  context: WriteContext,
  { realm: { realm_id }, user: { user_id }, from, to }: RoleChange,
): Promise<void> {
  const limited = to === ROLE.guest;
  if (limited === (from === ROLE.guest) || !(await limitsGuests(context.tx, realm_id))) return;
  await announceChangeFor(context, realm_id, [user_id], limited);
}

async function announceChangeFor(
  context: WriteContext,
  realm_id: RealmId,
  guests: readonly UserId[],
  limited: boolean,
): Promise<void> {
  if (guests.length === 0) return;
  const people = await findIds(context.tx, realm_id, isPerson);
  if (guests.length * people.length > MAX_COMPARED) return endQueues(context, guests);
  const already_visible = await findSeenOf(context.tx, guests, people);
  const unseen = withoutGuests(everybodySeenBy(guests, people), already_visible);
  const none: ReadonlyMap<UserId, readonly UserId[]> = new Map();
  await announceVisibleUsers(context, realm_id, limited ? none : unseen, limited ? unseen : none);
}
