// Decides which messages notify whom, and sends notifications to devices and withdraws them.
import type { MessageId, RealmId, UserId } from '@stoa/contract';
import { findPeople } from '../../conversation/recipients/audience.queries.ts';
import { findUnseeing } from '../../identity/users/user-access.queries.ts';
import type { Connection, Store } from '../../kit/database/connection.ts';
import { type ActingHandler, PermanentJobFailure } from '../../kit/jobs/jobs.ts';
import { placesForJobs } from '../../kit/jobs/waiting-jobs.ts';
import type { SecondFactor } from '../../kit/sign-in/second-factor.ts';
import { type Clock, seconds } from '../../kit/time/clock.ts';
import type { Writer } from '../../kit/write/write.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import { findActiveDevices, findTokens, reachableByPush } from '../devices/devices.queries.ts';
import { isMeant } from '../notifications/calling.rules.ts';
import { isStillWanted } from '../notifications/late.queries.ts';
import { type Call, findCalls } from '../notifications/notifications.queries.ts';
import { WEB_PUSH_JOB, type WebPushJob } from '../web-push/web-push.actions.ts';
import { findSubscriptions } from '../web-push/web-push.queries.ts';
import { browserPayload } from '../web-push/web-push.rules.ts';
import { BouncerError } from './bouncer.ts';
import { messagePayloads, removalPayload } from './payloads.rules.ts';
import { setEntitlement } from './push.actions.ts';
import {
  findMessages,
  findPending,
  findShowing,
  getPushRealm,
  type NotifiedMessage,
  type Pending,
  type PushRealm,
  type Shown,
} from './push.queries.ts';
import { deliverEncrypted, deliverPlain, type Notice, type PushService } from './push-delivery.ts';
import {
  endPending,
  NOTIFY_JOB,
  PLAIN_JOB,
  recordEnqueued,
  recordShown,
  WITHDRAW_JOB,
} from './shown-notifications.actions.ts';

/** A notification that is minutes late is not sent. */
const ATTEMPTS = 6;
const WITHDRAWAL_ATTEMPTS = 12;
/** Longer than a service that always nearly times out takes for twenty thousand devices. */
const CLAIM_MS = 5 * 60_000;
/** Requests about single accounts that wait for a slow push service at once, in all and of one account. */
const SINGLE_AT_ONCE = 64;
const SINGLE_AT_ONCE_EACH = 4;
/** Notifications that may wait for the browsers of an account, whose push services it chose; later ones are not sent. [WP800] */
const WAITING_IN_BROWSERS_MAX = 1000;
/** At most 50 messages per turn. */
const MESSAGES_AT_ONCE = 50;

interface NotifyingServices {
  readonly second_factor: Pick<SecondFactor, 'findShutOut'>;
  readonly service: PushService;
  readonly store: Store;
  readonly writer: Writer;
  readonly clock: Clock;
}
type Write = (context: WriteContext) => Promise<void>;

type PlainJob = Pick<Notice, 'user_id' | 'payload' | 'trigger'>;

const nothing: Write = async () => {};
const single = { concurrency: SINGLE_AT_ONCE, concurrency_each: SINGLE_AT_ONCE_EACH };

/** Sends, and returns the writes that follow. A refusal of the whole organization is recorded, not retried. */
async function recordRefusals(realm: PushRealm, deliver: () => Promise<Write>): Promise<Write> {
  try {
    return await deliver();
  } catch (error) {
    if (!(error instanceof BouncerError)) throw error;
    if (error.kind === 'invalid')
      throw new PermanentJobFailure(`the push service refused notifications: ${error.message}`);
    if (error.kind !== 'refused') throw error;
    return (context) => setEntitlement(context, realm.realm_id, { can_push: false, end_timestamp: null });
  }
}

/** Sends to devices registered for encrypted notifications. */
function sendEncrypted({ service, store }: NotifyingServices, realm: PushRealm, notices: readonly Notice[]) {
  const { bouncer } = service;
  if (!bouncer || notices.length === 0) return nothing;
  return recordRefusals(realm, async () => {
    const devices = await findActiveDevices(store.db, [...new Set(notices.map(({ user_id }) => user_id))]);
    return (await deliverEncrypted(service, bouncer, realm, notices, devices)).record;
  });
}

/** Sends to the old-style devices of one account. */
function sendPlain({ service, store }: NotifyingServices, realm: PushRealm, notice: Notice) {
  const { bouncer } = service;
  return bouncer ? recordRefusals(realm, () => deliverPlain(service, bouncer, store.db, realm, notice)) : nothing;
}

interface Decision {
  readonly notices: readonly Notice[];
  readonly shown: readonly Shown[];
}

async function decideNotifications(
  db: Connection,
  second_factor: NotifyingServices['second_factor'],
  now: number,
  realm: PushRealm,
  pending: readonly Pending[],
): Promise<Decision> {
  const notices: Notice[] = [];
  const shown: Shown[] = [];
  const only_for = new Map(pending.map((message) => [message.message_id, message.only_for]));
  const ids = [...only_for.keys()];
  // Nobody is notified twice of one message, however often it is edited. [PU21]
  const before = new Set(ids.length === 0 ? [] : (await findShowing(db, ids)).map(keyOf));
  const called: { readonly message: NotifiedMessage; readonly calls: readonly Call[] }[] = [];
  for (const message of await findMessages(db, ids)) {
    const found = await findCalls(db, message, 'push', reachableByPush, now);
    const calls = found.filter(
      (call) =>
        isMeant(only_for.get(message.id)!, call) &&
        !before.has(keyOf({ user_id: call.user_id, message_id: message.id })),
    );
    if (calls.length > 0) called.push({ message, calls });
  }
  const addressed = new Set(called.flatMap(({ calls }) => calls.map(({ user_id }) => user_id)));
  const shut_out = await second_factor.findShutOut(db, realm, [...addressed]);
  for (const { message, calls } of called) {
    const people = message.stream_id === null ? await findPeople(db, message.recipient_id) : null;
    const { sender_id, sender_is_bot, stream_id } = message;
    const sender = { user_id: sender_id, is_bot: sender_is_bot };
    const unseeing = stream_id === null ? [] : await findUnseeing(db, realm.realm_id, sender, stream_id);
    const payloadFor = messagePayloads(realm, message, people);
    for (const { user_id, trigger, settings } of calls) {
      if (shut_out.has(user_id)) continue;
      const is_wordless_in_browsers = people !== null && !settings.pm_content_in_desktop_notifications;
      const payload = payloadFor(user_id, unseeing.includes(user_id));
      notices.push({ user_id, trigger, payload, is_wordless_in_browsers });
      shown.push({ user_id, message_id: message.id });
    }
  }
  return { notices, shown };
}

/**
 * Enqueues notifications of browsers and old-style devices once, however often the others are retried. Each is a request
 * of its own, so one that is slow delays no other account. Returns who has a browser that is notified. [WP6] [PU23]
 */
async function enqueueSingle(
  { service, store, writer, clock }: NotifyingServices,
  realm_id: RealmId,
  pending: readonly Pending[],
  notices: readonly Notice[],
): Promise<ReadonlySet<UserId>> {
  const now = seconds(clock.now());
  const user_ids = [...new Set(notices.map(({ user_id }) => user_id))];
  const subscriptions = Map.groupBy(await findSubscriptions(store.db, user_ids, now), ({ user_id }) => user_id);
  const tokens = service.bouncer ? await findTokens(store.db, user_ids) : [];
  const have_tokens = new Set(tokens.map(({ user_id }) => user_id));
  const done = new Set(pending.filter(({ web_done }) => web_done).map(({ message_id }) => message_id as number));
  const fresh = notices.filter(
    ({ user_id, payload }) =>
      (subscriptions.has(user_id) || have_tokens.has(user_id)) && !done.has(Number(payload.message_id)),
  );
  const in_browsers = new Set(subscriptions.keys());
  if (fresh.length === 0) return in_browsers;
  const takePlace = await placesForJobs(store.db, WEB_PUSH_JOB, user_ids, WAITING_IN_BROWSERS_MAX);
  await writer.write(realm_id, async (context) => {
    for (const { user_id, payload, trigger, is_wordless_in_browsers = false } of fresh) {
      for (const { subscription_id } of subscriptions.get(user_id) ?? []) {
        if (!takePlace(user_id)) break;
        const body: WebPushJob = { subscription_id, payload: browserPayload(payload, is_wordless_in_browsers) };
        context.enqueue({ kind: WEB_PUSH_JOB, body: { ...body }, account_id: user_id });
      }
      if (!have_tokens.has(user_id)) continue;
      const body: PlainJob = { user_id, payload, ...(trigger ? { trigger } : {}) };
      context.enqueue({ kind: PLAIN_JOB, body: { ...body }, account_id: user_id });
    }
    await recordEnqueued(context, realm_id, pending);
  });
  return in_browsers;
}

const keyOf = ({ user_id, message_id }: Shown) => `${user_id}:${message_id}`;

export function notifyingJobs(parts: NotifyingServices): ActingHandler[] {
  return [
    {
      kind: NOTIFY_JOB,
      attempts: ATTEMPTS,
      claim_ms: CLAIM_MS,
      async act({ realm_id }) {
        const { pending, realm, notices, shown } = await parts.store.snapshot(async (db) => {
          const pending = await findPending(db, realm_id, MESSAGES_AT_ONCE);
          const realm = await getPushRealm(db, realm_id);
          return {
            pending,
            realm,
            ...(await decideNotifications(db, parts.second_factor, parts.clock.now(), realm, pending)),
          };
        });
        const in_browsers = await enqueueSingle(parts, realm_id, pending, notices);
        const record = await sendEncrypted(parts, realm, notices);
        return async (context) => {
          await record(context);
          const { bouncer } = parts.service;
          await recordShown(context, bouncer ? shown : shown.filter(({ user_id }) => in_browsers.has(user_id)));
          await endPending(context, realm_id, pending);
        };
      },
      givenUp: async (context, { realm_id }) => {
        await endPending(context, realm_id, await findPending(context.tx, realm_id, MESSAGES_AT_ONCE));
      },
    },
    {
      kind: PLAIN_JOB,
      attempts: ATTEMPTS,
      ...single,
      async act({ realm_id, body }) {
        const notice = body as PlainJob;
        const shown = { user_id: notice.user_id, message_id: notice.payload.message_id as MessageId };
        const realm = await getPushRealm(parts.store.db, realm_id);
        if (!(await isStillWanted(parts.store.db, parts.second_factor, realm, shown))) return;
        return sendPlain(parts, realm, notice);
      },
      /** A notification that is too late is dropped. */
      givenUp: async () => {},
    },
    {
      kind: WITHDRAW_JOB,
      attempts: WITHDRAWAL_ATTEMPTS,
      ...single,
      async act({ realm_id, body }) {
        const { user_id, message_ids } = body as { user_id: UserId; message_ids: MessageId[] };
        const realm = await getPushRealm(parts.store.db, realm_id as RealmId);
        const notice = { user_id, payload: removalPayload(realm, user_id, message_ids) };
        const records = await Promise.all([sendEncrypted(parts, realm, [notice]), sendPlain(parts, realm, notice)]);
        return async (context) => {
          for (const record of records) await record(context);
        };
      },
    },
  ];
}
