// Every read of organizations.
import {
  EMPTY_TOPIC_DISPLAY_NAME,
  type InitialState,
  MAX_MESSAGE_LENGTH,
  MAX_STREAM_DESCRIPTION_LENGTH,
  MAX_STREAM_NAME_LENGTH,
  MAX_TOPIC_LENGTH,
  NonexistentSubdomain,
  type RealmId,
} from '@stoa/contract';
import type { Realm } from '../kit/actor.ts';
import type { Connection } from '../kit/database/connection.ts';
import type { RealmTables } from './realm.tables.ts';

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

export async function getRealmRow(db: Connection, realm_id: RealmId) {
  return db
    .tables<RealmTables>()
    .selectFrom('realms')
    .selectAll()
    .where('realm_id', '=', realm_id)
    .executeTakeFirstOrThrow();
}

export async function listRealms(db: Connection): Promise<Realm[]> {
  return db.all<Realm>('select realm_id, name, url from realms order by realm_id');
}

/** Clients give a poll so long before they call it lost; above the time after which a heartbeat answers it. */
const LONGPOLL_TIMEOUT_SECONDS = 90;
const FOREVER = -1;

/** What register says of the organization. */
export async function findRealmState(db: Connection, realm: Realm): Promise<Partial<InitialState>> {
  const row = await getRealmRow(db, realm.realm_id);
  return {
    realm_name: row.name,
    realm_description: row.description,
    realm_url: row.url,
    realm_uri: row.url,
    realm_uuid: row.uuid,
    realm_date_created: row.date_created,
    realm_empty_topic_display_name: EMPTY_TOPIC_DISPLAY_NAME,
    realm_topics_policy: 'allow_empty_topic',
    realm_message_retention_days: FOREVER,
    event_queue_longpoll_timeout_seconds: LONGPOLL_TIMEOUT_SECONDS,
    max_stream_name_length: MAX_STREAM_NAME_LENGTH,
    max_stream_description_length: MAX_STREAM_DESCRIPTION_LENGTH,
    max_topic_length: MAX_TOPIC_LENGTH,
    max_message_length: MAX_MESSAGE_LENGTH,
  };
}
