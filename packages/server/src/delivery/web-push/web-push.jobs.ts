// Sends one notification to one browser, through the push service that the browser chose.
import type { MessageId, RealmId } from '@stoa/contract';
import { getRealm } from '../../identity/realm/realm.queries.ts';
import type { Store } from '../../kit/database/connection.ts';
import { type ActingHandler, PermanentJobFailure } from '../../kit/jobs/jobs.ts';
import type { Outbound } from '../../kit/outbound/outbound.ts';
import type { Vault } from '../../kit/secrets/vault.ts';
import type { SecondFactor } from '../../kit/sign-in/second-factor.ts';
import { type Clock, seconds } from '../../kit/time/clock.ts';
import { isStillWanted } from '../notifications/late.queries.ts';
import { encryptFor, signatureFor } from './encryption.ts';
import { dropSubscription, type OwnKeys, WEB_PUSH_JOB, type WebPushJob } from './web-push.actions.ts';
import { findSubscription, type SubscriptionRow } from './web-push.queries.ts';
import { type BrowserSubscription, subjectOf, subscriptionPurpose } from './web-push.rules.ts';

/** A notification that is minutes late is not sent. */
const ATTEMPTS = 6;
/** A browser that is offline is notified within a day. */
const TTL_SECS = 24 * 60 * 60;
const TIMEOUT_MS = 10_000;
/** The account chose the push service: a slow one must not hold up the notifications of others. [WP800] */
const AT_ONCE = 16;
const AT_ONCE_EACH = 4;
const ANSWER_MAX_BYTES = 64 * 1024;
/** Temporary failures of the push service or network. */
const MAY_PASS = (status: number) => status === 429 || status >= 500;
/** The push service no longer knows the subscription, or does not accept our key for it. */
const IS_GONE = (status: number) => [401, 403, 404, 410].includes(status);

interface WebPushServices {
  readonly store: Store;
  readonly clock: Clock;
  readonly vault: Vault;
  readonly second_factor: Pick<SecondFactor, 'findShutOut'>;
  /** Calls public addresses only. [WP3] */
  readonly outbound: Outbound;
  readonly keys: OwnKeys;
}

function openSubscription(vault: Vault, { endpoint_digest, sealed }: SubscriptionRow): BrowserSubscription | null {
  try {
    return JSON.parse(vault.open(sealed, subscriptionPurpose(endpoint_digest))) as BrowserSubscription;
  } catch {
    return null;
  }
}

export function webPushHandler({ store, clock, vault, second_factor, outbound, keys }: WebPushServices): ActingHandler {
  return {
    kind: WEB_PUSH_JOB,
    attempts: ATTEMPTS,
    concurrency: AT_ONCE,
    concurrency_each: AT_ONCE_EACH,
    async act({ realm_id, body }) {
      const { subscription_id, payload } = body as WebPushJob;
      const row = await findSubscription(store.db, subscription_id);
      if (!row) return;
      const message_id = payload.message_id as MessageId;
      const realm = await getRealm(store.db, realm_id as RealmId);
      if (!(await isStillWanted(store.db, second_factor, realm, { user_id: row.user_id, message_id }))) return;
      const drop = async (context: Parameters<typeof dropSubscription>[0]) =>
        dropSubscription(context, subscription_id);
      const subscription = openSubscription(vault, row);
      if (!subscription) return drop;
      const subject = subjectOf(realm.url);
      const status = await outbound
        .request(subscription.endpoint, {
          method: 'POST',
          timeout_ms: TIMEOUT_MS,
          max_bytes: ANSWER_MAX_BYTES,
          headers: {
            authorization: await signatureFor(await keys.get(), subscription.endpoint, subject, seconds(clock.now())),
            'content-encoding': 'aes128gcm',
            'content-type': 'application/octet-stream',
            ttl: String(TTL_SECS),
            urgency: 'high',
          },
          body: encryptFor(subscription, JSON.stringify(payload)),
        })
        .then((answer) => answer.status);
      if (IS_GONE(status)) return drop;
      if (MAY_PASS(status)) throw new Error(`a push service answered ${status}`);
      if (status >= 300) throw new PermanentJobFailure(`a push service answered ${status}`);
    },
    /** A notification that is too late is dropped. */
    givenUp: async () => {},
  };
}
