// Every read of organizations.

import { NonexistentSubdomain, RealmDeactivated, type RealmId } from '@stoa/contract';
import type { Realm } from '../../kit/access/actor.ts';
import { getOrSet } from '../../kit/collections/get-or-set.ts';
import type { Connection } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';
import type { RealmRow } from './realm.tables.ts';

/** The host name in a Host header or URL: without port, in lower case. */
export function hostName(host: string): string {
  return host
    .trim()
    .toLowerCase()
    .replace(/:\d+$/, '')
    .replace(/^\[(.*)\]$/, '$1');
}

/** Whether the server has an organization, deactivated ones included. */
export async function hasOrganization(db: Connection): Promise<boolean> {
  return (await db.get(sql`select 1 as found from realms limit 1`)) !== null;
}

/**
 * The organization at a host name. [RE1] A server's only organization answers at any name, so that IP addresses and tunnels work;
 * with several, the name must match.
 */
export async function getRealmByHost(db: Connection, host: string): Promise<{ realm: Realm; by_name: boolean }> {
  const [named] = await db.all<FoundRealm>(sql`${sql.raw(FIND)} where host = ${hostName(host)}`);
  if (named) return { realm: checkInUse(named), by_name: true };
  const [first, ...others] = await db.all<FoundRealm>(sql`${sql.raw(FIND)} limit 2`);
  if (!first || others.length > 0) throw NonexistentSubdomain('There is no organization at this address');
  return { realm: checkInUse(first), by_name: false };
}

type FoundRealm = Realm & { readonly deactivated_at: number | null };
const FIND = 'select realm_id, name, url, deactivated_at from realms';

/** [RE18] */
function checkInUse({ deactivated_at, ...realm }: FoundRealm): Realm {
  if (deactivated_at !== null) throw RealmDeactivated('This organization has been deactivated');
  return realm;
}

export async function getRealmRow(db: Connection, realm_id: RealmId): Promise<RealmRow> {
  const row = await db.get<RealmRow>(sql`select * from realms where realm_id = ${realm_id}`);
  if (!row) throw new Error(`no organization ${realm_id}`);
  return row;
}

export function findRealm(db: Connection, realm_id: RealmId): Promise<Realm | null> {
  return db.get<Realm>(sql`select realm_id, name, url from realms where realm_id = ${realm_id}`);
}

export async function getRealm(db: Connection, realm_id: RealmId): Promise<Realm> {
  const { name, url } = await getRealmRow(db, realm_id);
  return { realm_id, name, url };
}

export async function listRealms(db: Connection): Promise<Realm[]> {
  return db.all<Realm>(sql`select realm_id, name, url from realms order by realm_id`);
}

/** Parsing an address takes a microsecond, and every person of every message asks. */
const email_hosts = new WeakMap<Realm, string>();

/** The domain of made-up addresses. */
export function emailHost(realm: Realm): string {
  return getOrSet(email_hosts, realm, () => hostName(new URL(realm.url).host));
}
