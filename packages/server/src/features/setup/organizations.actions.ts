// Every write of organizations.

import { randomBytes, randomUUID } from 'node:crypto';
import { BadRequest, type LanguageCode, type RealmId, ROLE } from '@stoa/contract';
import { createSystemGroups } from '../../identity/membership/role-groups.actions.ts';
import { hostName } from '../../identity/realm/realm.queries.ts';
import { checkRealmName } from '../../identity/realm/realm.rules.ts';
import { createNotificationBot } from '../../identity/users/system-bots.actions.ts';
import { settingsOfLanguage } from '../../identity/users/user-settings.queries.ts';
import { createAccount } from '../../identity/users/users.actions.ts';
import type { UserRow } from '../../identity/users/users.present.ts';
import type { Realm } from '../../kit/access/actor.ts';
import { sql } from '../../kit/database/sql.ts';
import { seconds } from '../../kit/time/clock.ts';
import type { Write, Writer } from '../../kit/write/write.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';

export interface NewOrganization {
  name: string;
  /** The root URL; its host name selects the organization. */
  url: string;
  /** The default if left out. */
  language?: LanguageCode | undefined;
  /** Without a password, null, the owner signs in by API key only. */
  owner: { email: string; full_name: string; password_hash: string | null };
}

export interface MadeOrganization {
  readonly realm: Realm;
  readonly owner: UserRow;
}

/** Creates an organization with its system groups and owner. `first` and `last` run in the same transaction. */
export async function createOrganization(
  writer: Writer,
  { name, url, language, owner }: NewOrganization,
  first: Write<void> = async () => {},
  last: (context: WriteContext, made: MadeOrganization) => Promise<void> = async () => {},
): Promise<MadeOrganization> {
  const trimmed = checkRealmName(name);
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw BadRequest(`The address of an organization must be an http:// or https:// URL, not "${url}"`);
  const address = new URL(url);
  return writer.write(null, async (context) => {
    await first(context);
    const { tx, now } = context;
    // A server with an organization needs no setup key.
    await tx.run(sql`delete from setup_keys`);
    const host = hostName(address.host);
    if (await tx.get(sql`select 1 as taken from realms where host = ${host}`))
      throw BadRequest(`There is already an organization at ${host}`);
    const settings = JSON.stringify(language === undefined ? {} : { default_language: language });
    const defaults = JSON.stringify(language === undefined ? {} : settingsOfLanguage(language));
    const row = await tx.get<{ realm_id: RealmId }>(
      sql`insert into realms (uuid, name, description, host, url, date_created, media_key, settings, user_settings_defaults, last_event_id, log_floor)
       values (${randomUUID()}, ${trimmed}, '', ${host}, ${address.origin}, ${seconds(now)}, ${randomBytes(16).toString('hex')}, ${settings}, ${defaults}, 0, 0) returning realm_id`,
    );
    const realm = { realm_id: row!.realm_id, name: trimmed, url: address.origin };
    await createSystemGroups(tx, realm.realm_id);
    // Nobody listens to events of an organization that is being created, and its owner is no change of it.
    const unheard = { ...context, emit() {}, record() {} };
    const owner_account = await createAccount(unheard, realm, {
      ...owner,
      role: ROLE.owner,
      joins_default_channels: false,
    });
    await createNotificationBot(tx, realm.realm_id, seconds(now));
    await last(unheard, { realm, owner: owner_account });
    return { realm, owner: owner_account };
  });
}
