// All accounts of an organization as JSON texts, cached in groups of adjacent ids and shared by all readers with the same view. A
// group is rebuilt if one of its accounts changed, so reading everybody costs little more than sending it.

import type { RealmId } from '@stoa/contract';
import type { Connection } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';
import type { CacheDefinition } from '../../kit/database/store-caches.ts';
import type { TimeSlice } from '../../kit/event-loop/time-slice.ts';
import { SharedBytes } from '../../kit/json/json-text.ts';
import { COUNTS, type Counts, findPeopleRevision, revisionOf } from './people-revision.queries.ts';
import { type Look, presentUsers } from './presented-users.queries.ts';
import { maySeeEmail, showsEmailToAll, type UserRow } from './users.present.ts';
import { findUsersBetween } from './users.queries.ts';

/** The accounts of a group as one reader sees them; either text may be empty. */
interface Texts {
  readonly active: SharedBytes;
  readonly inactive: SharedBytes;
}

/** The cached texts of a group, valid for one state of its accounts. */
interface Group {
  /** Everybody sees all addresses of the group. */
  readonly is_open: boolean;
  readonly forms: Map<string, Texts>;
}

/** Bounded in bytes. */
const GROUPS: CacheDefinition<Group> = {
  name: 'user texts',
  bound: 24 * 1024 * 1024,
  sizeOf: ({ forms }) =>
    [...forms.values()].reduce((sum, { active, inactive }) => sum + active.length + inactive.length, 0),
};
/** Ids per group. */
const SPAN = 256;
/** Largest group, for organizations whose ids are interleaved with many others. */
const SPAN_MAX = SPAN * 4096;
/** Groups with fewer accounts on average are made larger. */
const SPARSE = 32;

interface Counted extends Counts {
  readonly place: number;
}

/** The groups with their state. */
function countGroups(db: Connection, realm_id: RealmId, span: number): Promise<Counted[]> {
  return db.all<Counted>(
    sql`select user_id / ${sql.raw(span)} as place, ${COUNTS}
     from users where realm_id = ${realm_id} group by user_id / ${sql.raw(span)} order by place`,
  );
}

interface CountedGroups {
  readonly span: number;
  readonly counted: readonly Counted[];
}

const GROUP_COUNTS: CacheDefinition<CountedGroups> = {
  name: 'user counts',
  bound: 100_000,
  sizeOf: ({ counted }) => counted.length + 1,
};

/** Counting the groups takes four times as long as asking whether any account has changed. */
async function findGroups(db: Connection, realm_id: RealmId): Promise<CountedGroups> {
  const cache = db.caches.of<RealmId, CountedGroups>(GROUP_COUNTS);
  const cached = cache.get(realm_id, await findPeopleRevision(db, realm_id));
  if (cached) return cached;
  const groups = await countAll(db, realm_id);
  cache.set(realm_id, revisionOf(groups.counted), groups);
  return groups;
}

async function countAll(db: Connection, realm_id: RealmId): Promise<CountedGroups> {
  for (let span = SPAN; ; span *= 4) {
    const counted = await countGroups(db, realm_id, span);
    const people = counted.reduce((sum, group) => sum + group.people, 0);
    if (counted.length <= 1 || people / counted.length >= SPARSE || span >= SPAN_MAX) return { span, counted };
  }
}

const sharedOf = (texts: readonly string[]) => new SharedBytes(Buffer.from(texts.join(',')));

type Reader = NonNullable<Look> & { readonly self: UserRow };

async function makeTexts(
  db: Connection,
  realm_id: RealmId,
  host: string,
  look: Look,
  first: number,
  span: number,
): Promise<{ texts: Texts; is_open: boolean }> {
  const rows = await findUsersBetween(db, realm_id, first, first + span - 1);
  const active: string[] = [];
  const inactive: string[] = [];
  for (const user of await presentUsers(db, realm_id, host, look, rows))
    (user.is_active ? active : inactive).push(JSON.stringify(user));
  const is_open = rows.every(showsEmailToAll);
  return { texts: { active: sharedOf(active), inactive: sharedOf(inactive) }, is_open };
}

/** Readers of one form get the same texts. Where everybody sees all addresses, roles get the same. */
function formOf(look: Look, is_open: boolean): string {
  if (look === null) return 'spectator';
  const { viewer, profile_data } = look;
  return `${viewer.client_gravatar} ${profile_data} ${is_open ? '' : viewer.role}`;
}

/** The texts of all accounts except system bots, by id; for spectators without a reader. `db` must be a snapshot. */
export async function findUserTexts(
  db: Connection,
  realm_id: RealmId,
  host: string,
  reader: Reader | null,
  time_slice: TimeSlice,
): Promise<{ active: SharedBytes[]; inactive: SharedBytes[] }> {
  const cache = db.caches.of<string, Group>(GROUPS);
  const { span, counted } = await findGroups(db, realm_id);
  const shared: Look = reader && { ...reader, viewer: { ...reader.viewer, user_id: null } };
  // The reader's own group contains their own address; a reader who may see it anyway shares the group with others.
  const has_own = reader && shared && !maySeeEmail(reader.self, shared.viewer);
  const own_place = has_own ? Math.floor(reader.self.user_id / span) : null;
  const all = { active: [] as SharedBytes[], inactive: [] as SharedBytes[] };
  for (const { place, people, revisions } of counted) {
    const make = (look: Look) => makeTexts(db, realm_id, host, look, place * span, span);
    const texts = place === own_place ? (await make(reader)).texts : await keepTexts();
    if (texts.active.length > 0) all.active.push(texts.active);
    if (texts.inactive.length > 0) all.inactive.push(texts.inactive);
    await time_slice.yieldIfUsed();

    async function keepTexts(): Promise<Texts> {
      const key = `${realm_id} ${place} ${span}`;
      const state = `${people} ${revisions} ${host}`;
      const group = cache.get(key, state);
      const form = (is_open: boolean) => formOf(shared, is_open);
      const found = group?.forms.get(form(group.is_open));
      if (found) return found;
      // By the reader's role: whether everybody sees the same is known afterwards.
      const { texts, is_open } = await db.caches.computeOnce(`${key} ${state} ${form(false)}`, () => make(shared));
      const forms = new Map([...(group?.forms ?? []), [form(is_open), texts]]);
      cache.set(key, state, { is_open, forms });
      return texts;
    }
  }
  return all;
}
