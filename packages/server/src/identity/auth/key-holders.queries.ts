// Finds the bot of an API key alone, for incoming webhooks, whose URL contains it.

import { createHash } from 'node:crypto';
import { InvalidApiKey, UserDeactivated, type UserId } from '@stoa/contract';
import type { Actor, Realm } from '../../kit/access/actor.ts';
import type { Connection } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';
import type { ApiKeys } from '../../kit/secrets/api-keys.ts';
import { findActor } from './auth.queries.ts';

interface Holder {
  readonly user_id: UserId;
  readonly api_key_generation: number;
  readonly is_active: boolean;
}

const KNOWN_MAX = 10_000;
const KEY_FORM = /^[0-9a-f]{32}$/;

/**
 * Keys are derived, not stored, so a key that is not cached is compared with that of each bot. People's keys are refused. [WH2]
 */
export class KeyHolders {
  private readonly known = new Map<string, UserId>();

  constructor(private readonly keys: ApiKeys) {}

  /** Throws unless it is the current key of an active bot of the organization. */
  async getBot(db: Connection, realm: Realm, key: string): Promise<Actor> {
    if (!KEY_FORM.test(key)) throw InvalidApiKey('Invalid API key');
    const cache_key = `${realm.realm_id}:${createHash('sha256').update(key).digest('hex')}`;
    const cached_id = this.known.get(cache_key);
    const actor = cached_id === undefined ? null : await findActor(db, realm, cached_id);
    if (actor && this.keys.fits(key, actor.user_id, actor.api_key_generation)) return actor;
    return this.search(db, realm, key, cache_key);
  }

  private async search(db: Connection, realm: Realm, key: string, cache_key: string): Promise<Actor> {
    const bots = await db.all<Holder>(
      sql`select user_id, api_key_generation, is_active from users where realm_id = ${realm.realm_id} and is_bot and not is_system_bot`,
    );
    const found = bots.find(({ user_id, api_key_generation }) => this.keys.fits(key, user_id, api_key_generation));
    if (!found) throw InvalidApiKey('Invalid API key');
    if (!found.is_active) throw UserDeactivated('Account is deactivated');
    if (this.known.size >= KNOWN_MAX) this.known.clear();
    this.known.set(cache_key, found.user_id);
    const actor = await findActor(db, realm, found.user_id);
    if (!actor) throw InvalidApiKey('Invalid API key');
    return actor;
  }
}
