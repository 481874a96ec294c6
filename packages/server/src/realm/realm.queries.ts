// Every read of organizations.
import { NonexistentSubdomain, type RealmId } from '@stoa/contract';
import type { Realm } from '../kit/actor.ts';
import type { Connection } from '../kit/database/connection.ts';
import type { RealmRow } from './realm.tables.ts';

/** The host name of a Host header or an address: no port, lower case. */
export function hostName(host: string): string {
  return host
    .trim()
    .toLowerCase()
    .replace(/:\d+$/, '')
    .replace(/^\[(.*)\]$/, '$1');
}

/**
 * The organization at a host name. [RE1] The only one of a server is found at any name, so that it works by address, name
 * and tunnel alike; with several, the name must fit.
 */
export async function getRealmByHost(db: Connection, host: string): Promise<{ realm: Realm; by_name: boolean }> {
  const named = await db.get<Realm>('select realm_id, name, url from realms where host = $1', [hostName(host)]);
  if (named) return { realm: named, by_name: true };
  const [first, ...others] = await db.all<Realm>('select realm_id, name, url from realms limit 2');
  if (!first || others.length > 0) throw NonexistentSubdomain('There is no organization at this address');
  return { realm: first, by_name: false };
}

export async function getRealmRow(db: Connection, realm_id: RealmId): Promise<RealmRow> {
  const row = await db.get<RealmRow>('select * from realms where realm_id = $1', [realm_id]);
  if (!row) throw new Error(`no organization ${realm_id}`);
  return row;
}

export async function listRealms(db: Connection): Promise<Realm[]> {
  return db.all<Realm>('select realm_id, name, url from realms order by realm_id');
}
