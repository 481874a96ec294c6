// Calls the service of an outgoing webhook bot for one message, and sends its response as the bot.
import { ApiError, type MessageId, type UserId } from '@stoa/contract';
import type { Address } from '../../conversation/access/addressees.queries.ts';
import { findRangesOfRecipient, isInRanges } from '../../conversation/access/readable-ranges.queries.ts';
import { findMessageRow, readMessages } from '../../conversation/messages/messages.queries.ts';
import { prepareMessage, sendMessage } from '../../conversation/messages/sending.actions.ts';
import { sendSystemDirectMessage } from '../../conversation/messages/system-direct.actions.ts';
import { type BotSettings, findBotSettings, getBot } from '../../features/bots/bots.queries.ts';
import { findActor } from '../../identity/auth/auth.queries.ts';
import { emailHost, getRealm } from '../../identity/realm/realm.queries.ts';
import { viewer } from '../../identity/users/users.queries.ts';
import type { Actor, Realm } from '../../kit/access/actor.ts';
import type { Connection, Store } from '../../kit/database/connection.ts';
import { type ActingHandler, type Job, PermanentJobFailure } from '../../kit/jobs/jobs.ts';
import { type Outbound, OutboundError, type OutboundResponse } from '../../kit/outbound/outbound.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import { OUTGOING_JOB, type Trigger } from './outgoing.actions.ts';
import { type Call, formOf, type Reply, readReply } from './outgoing.rules.ts';

const ATTEMPTS = 3;
const TIMEOUT_MS = 10_000;
/** Slow services of one owner must not hold up those of others. [OW800] */
const AT_ONCE = 16;
const AT_ONCE_EACH = 4;
const ANSWER_MAX_BYTES = 256 * 1024;
const CLIENT = 'OutgoingWebhook';
/** Owners see only this text: causes would map the network around the server. The job records the cause. [OW8] */
const CALL_FAILED =
  'the service could not be called, or did not answer as agreed; private addresses are called only where --outbound-allow of the server names them';

/** The call can never succeed and was not made. */
class Uncallable extends PermanentJobFailure {}

type Body = {
  readonly bot_id: UserId;
  readonly message_id: MessageId;
  readonly trigger: Trigger;
};

interface PreparedCall {
  readonly realm: Realm;
  readonly bot: Actor;
  readonly set: BotSettings;
  readonly call: Call;
  /** The destination of the bot's response. */
  readonly address: Address;
}

export function outgoingWebhookHandler(store: Pick<Store, 'snapshot'>, outbound: Outbound): ActingHandler {
  return {
    kind: OUTGOING_JOB,
    attempts: ATTEMPTS,
    concurrency: AT_ONCE,
    concurrency_each: AT_ONCE_EACH,
    async act(job) {
      const prepared_call = await store.snapshot((db) => prepareCall(db, job as Job<Body>));
      if (!prepared_call) return undefined;
      const reply = await callService(outbound, prepared_call, job.attempts + 1 >= ATTEMPTS);
      if (!reply) return undefined;
      const { bot, address } = prepared_call;
      const message = { type: address.type, content: reply.content };
      const prepared = await store.snapshot((db) => prepareMessage(db, bot, message));
      return (context) => answer(context, prepared_call, reply, prepared);
    },
    givenUp: (context, job, error) =>
      notifyOwner(context, job as Job<Body>, error instanceof Uncallable ? error.message : CALL_FAILED),
  };
}

/** Null if there is nothing to call: the bot or the message was deleted, or the bot may no longer read it. [OW3] */
async function prepareCall(db: Connection, { realm_id, body }: Job<Body>): Promise<PreparedCall | null> {
  const realm = await getRealm(db, realm_id);
  const bot = await findActor(db, realm, body.bot_id);
  const row = await findMessageRow(db, realm, body.message_id);
  if (!bot || !row) return null;
  const set = await findBotSettings(db, bot.user_id);
  if (set.payload_url === null || !isInRanges(await findRangesOfRecipient(db, bot, realm, row.recipient_id), row))
    return null;
  const reading = {
    actor: bot,
    realm,
    viewer: viewer(bot, false),
    apply_markdown: false,
    allow_empty_topic_name: true,
  };
  const [message] = await readMessages(db, reading, [row.id]);
  const call = {
    bot,
    host: emailHost(realm),
    token: set.token!,
    trigger: body.trigger,
    message: message!,
    rendered_content: row.rendered_content,
  };
  if (row.stream_id !== null)
    return { realm, bot, set, call, address: { type: 'stream', to: row.stream_id, topic: row.subject } };
  const people = message!.display_recipient as { id: number }[];
  const others = people.map(({ id }) => id).filter((id) => id !== bot.user_id);
  return { realm, bot, set, call, address: { type: 'direct', to: others } };
}

/** Throws {@link PermanentJobFailure} for failures that a retry cannot fix, and for any failure of the last attempt. [OW7] */
async function callService(outbound: Outbound, { set, call }: PreparedCall, is_last: boolean): Promise<Reply | null> {
  const posted = formOf(set.interface, call);
  if (!posted) throw new Uncallable('Slack-compatible services take no direct messages');
  const giveUp = (reason: string, is_transient: boolean) =>
    is_transient && !is_last ? new Error(reason) : new PermanentJobFailure(reason);
  let response: OutboundResponse;
  try {
    response = await outbound.request(set.payload_url!, {
      method: 'POST',
      ...posted,
      timeout_ms: TIMEOUT_MS,
      max_bytes: ANSWER_MAX_BYTES,
    });
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    // A refused address takes as long as an unknown host name. [OW9]
    throw giveUp(error.message, error.reason !== 'too_large');
  }
  const { status } = response;
  if (status < 200 || status > 299) throw giveUp(`it answered with status ${status}`, status >= 500 || status === 429);
  try {
    return readReply(response.body.toString('utf8'));
  } catch {
    throw new PermanentJobFailure('its answer is not of the agreed form');
  }
}

/** The bot sends with its own permissions; its owner is notified of refusals. [OW6] */
async function answer(
  context: WriteContext,
  { realm, bot, address, call }: PreparedCall,
  { content: _, ...extra }: Reply,
  prepared: Awaited<ReturnType<typeof prepareMessage>>,
): Promise<void> {
  const sender = await findActor(context.tx, realm, bot.user_id);
  if (!sender) return;
  try {
    await sendMessage(context, sender, CLIENT, { ...address, ...extra, read_by_sender: true }, prepared);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const body: Body = { bot_id: bot.user_id, message_id: call.message.id, trigger: call.trigger };
    await notifyOwner(context, { realm_id: realm.realm_id, attempts: 0, body }, error.message);
  }
}

/** [OW8] */
async function notifyOwner(context: WriteContext, { realm_id, body }: Job<Body>, reason: string): Promise<void> {
  const realm = await getRealm(context.tx, realm_id);
  const bot = await getBot(context.tx, realm_id, body.bot_id);
  const owner = bot.bot_owner_id === null ? null : await findActor(context.tx, realm, bot.bot_owner_id);
  if (!owner) return;
  const why = reason.replace(/[`\s]+/g, ' ').slice(0, 500);
  const content = `Your bot @_**${bot.full_name}|${bot.user_id}** could not answer message ${body.message_id}: \`${why}\``;
  await sendSystemDirectMessage(context, realm, owner.user_id, content);
}
