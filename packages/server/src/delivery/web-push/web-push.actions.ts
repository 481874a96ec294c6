// Every write of browser subscriptions, and of the server's key pair.

import type { UserId } from '@stoa/contract';
import type { Actor } from '../../kit/access/actor.ts';
import { sql } from '../../kit/database/sql.ts';
import { countOwn } from '../../kit/limits/caps.ts';
import type { AddressRange } from '../../kit/outbound/outbound-addresses.ts';
import type { Vault } from '../../kit/secrets/vault.ts';
import { seconds } from '../../kit/time/clock.ts';
import type { Writer } from '../../kit/write/write.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import type { Payload } from '../notifications/notifications.rules.ts';
import { createServerKeys, type ServerKeys } from './encryption.ts';
import { findSealedKeys } from './web-push.queries.ts';
import { type BrowserSubscription, checkSubscription, digestOf, subscriptionPurpose } from './web-push.rules.ts';

/** A browser belongs to the account that signed in last. At most one browser per session. [WP2] */
export async function subscribeBrowser(
  { tx, now, caps }: WriteContext,
  vault: Vault,
  { user_id, session_id, realm: { realm_id } }: Actor,
  browser_subscription: BrowserSubscription,
  allowed: readonly AddressRange[],
): Promise<void> {
  const subscription = checkSubscription(browser_subscription, allowed);
  const digest = digestOf(subscription.endpoint);
  await tx.run(sql`delete from web_push_subscriptions where realm_id = ${realm_id} and endpoint_digest = ${digest}`);
  if (session_id !== undefined)
    await tx.run(sql`delete from web_push_subscriptions where user_id = ${user_id} and session_id = ${session_id}`);
  caps.check('web-push', await countOwn(tx, 'web_push_subscriptions', user_id));
  await tx.run(
    sql`insert into web_push_subscriptions (realm_id, user_id, session_id, endpoint_digest, sealed, created_at)
     values (${realm_id}, ${user_id}, ${session_id ?? null}, ${digest}, ${vault.seal(JSON.stringify(subscription), subscriptionPurpose(digest))}, ${seconds(now)})`,
  );
}

export async function unsubscribeBrowser({ tx }: WriteContext, { user_id }: Actor, endpoint: string): Promise<void> {
  await tx.run(
    sql`delete from web_push_subscriptions where user_id = ${user_id} and endpoint_digest = ${digestOf(endpoint)}`,
  );
}

/** The push service no longer knows the subscription, or it cannot be decrypted. [WP5] */
export async function dropSubscription({ tx }: WriteContext, subscription_id: number): Promise<void> {
  await tx.run(sql`delete from web_push_subscriptions where subscription_id = ${subscription_id}`);
}

export async function removeBrowsersOfSessions(
  { tx }: WriteContext,
  { session_ids }: { session_ids: readonly number[] },
): Promise<void> {
  for (const session_id of session_ids)
    await tx.run(sql`delete from web_push_subscriptions where session_id = ${session_id}`);
}

/** Removes browsers that were subscribed with the API key. */
export async function removeBrowsersOfKey({ tx }: WriteContext, { user_id }: { user_id: UserId }): Promise<void> {
  await tx.run(sql`delete from web_push_subscriptions where user_id = ${user_id} and session_id is null`);
}

export const WEB_PUSH_JOB = 'web-push.send';
export type WebPushJob = {
  readonly subscription_id: number;
  readonly payload: Payload;
};

const KEYS_NAME = 'web-push';

/** The server's key pair, created when first needed, once for all nodes. */
export class OwnKeys {
  private known: Promise<ServerKeys> | null = null;

  constructor(
    private readonly writer: Writer,
    private readonly vault: Vault,
  ) {}

  get(): Promise<ServerKeys> {
    this.known ??= this.load().catch((error: unknown) => {
      this.known = null;
      throw error;
    });
    return this.known;
  }

  private load(): Promise<ServerKeys> {
    return this.writer.write(null, async ({ tx }) => {
      const existing = await findSealedKeys(tx, KEYS_NAME);
      const opened = existing && this.open(existing.private_key_sealed);
      if (existing && opened !== null) return { public_key: existing.public_key, private_key: opened };
      // Sealed with another secret: the key that browsers subscribed with is lost, so their subscriptions are too.
      if (existing) await tx.run(sql`delete from web_push_subscriptions`);
      const new_keys = createServerKeys();
      await tx.run(
        sql`insert into server_keys (name, public_key, private_key_sealed) values (${KEYS_NAME}, ${new_keys.public_key}, ${this.vault.seal(new_keys.private_key, KEYS_NAME)})
         on conflict (name) do update set public_key = excluded.public_key,
           private_key_sealed = excluded.private_key_sealed where server_keys.private_key_sealed = ${existing?.private_key_sealed ?? ''}`,
      );
      // Another node may have created it first.
      const { public_key, private_key_sealed } = (await findSealedKeys(tx, KEYS_NAME))!;
      return { public_key, private_key: this.vault.open(private_key_sealed, KEYS_NAME) };
    });
  }

  private open(sealed: string): string | null {
    try {
      return this.vault.open(sealed, KEYS_NAME);
    } catch {
      return null;
    }
  }
}
