// Incoming webhooks: /api/v1/external/{integration}.
import {
  AnomalousWebhookPayload,
  InvalidApiKey,
  MethodNotAllowed,
  NotFound,
  UnsupportedWebhookEvent,
} from '@stoa/contract';
import { z } from 'zod';
import { prepareMessage, sendMessage } from '../../conversation/messages/sending.actions.ts';
import { getBot } from '../../features/bots/bots.queries.ts';
import {
  type Delivery,
  type Integration,
  type Notice,
  type PayloadFormat,
  UnsupportedEvent,
} from '../../features/integrations/integration.rules.ts';
import { findIncomingWebhook } from '../../features/integrations/integrations.rules.ts';
import { harmless } from '../../features/integrations/markdown.rules.ts';
import { findActor } from '../../identity/auth/auth.queries.ts';
import type { KeyHolders } from '../../identity/auth/key-holders.queries.ts';
import { type Actor, accountable, type LimitKey } from '../../kit/access/actor.ts';
import { nextTurn } from '../../kit/event-loop/turns.ts';
import { parseBasic } from '../../kit/http/callers/basic-credentials.ts';
import { asRefusal } from '../../kit/http/callers/no-turn.ts';
import { expectedBytes, type RawParameters, readBody, readQuery } from '../../kit/http/parameters/raw-parameters.ts';
import type { RawContext, RawRoute } from '../../kit/http/raw-route.ts';
import { respondSuccess } from '../../kit/http/responses/respond.ts';
import { FairPool, type FairPoolLimits } from '../../kit/scheduling/fair-pool.ts';
import type { Writer } from '../../kit/write/write.ts';
import { addressOf, isWanted, readPayload, readWebhookParams, type WebhookParams } from './delivery.rules.ts';
import { answerTo, echoOf, handshakeOf } from './handshakes.rules.ts';

/** The text is the caller's own: a browser must not take it for a page. */
const ECHO_HEADERS = {
  'content-type': 'text/plain; charset=utf-8',
  'x-content-type-options': 'nosniff',
  'content-security-policy': 'sandbox',
};

const BODY_MAX_BYTES = 5 * 1024 * 1024;
/** A large body takes a tenth of a second to read and to format, in which nobody else is served: accounts take turns. [WH890] */
const READING: FairPoolLimits = { places: 2, places_each: 1, waiting: 1000, waiting_each: 200, max_wait_ms: 20_000 };
const utf8 = new TextDecoder('utf-8');

/** The key of a bot may also be the password of HTTP Basic, for services that have no room for it in the URL. [WH2] */
function withBasicKey(query: RawParameters, authorization: string | null): RawParameters {
  const basic = authorization === null || query.has('api_key') ? null : parseBasic(authorization);
  return basic === null ? query : new Map([...query, ['api_key', basic.key]]);
}

/** [WH3] */
function formatted(
  { name: webhook_name, display_name }: Integration,
  format: PayloadFormat,
  delivery: Delivery,
): readonly Notice[] {
  try {
    const notices = format(delivery) ?? [];
    return 'topic' in notices ? [notices] : notices;
  } catch (error) {
    if (error instanceof UnsupportedEvent) {
      const event_type = error.event_type === null ? null : error.event_type.slice(0, 100);
      const msg = `The '${event_type}' event isn't currently supported by the ${display_name} webhook; ignoring`;
      throw UnsupportedWebhookEvent(msg, { webhook_name, event_type });
    }
    // A RangeError means that the payload nests deeper than the stack.
    if (error instanceof z.ZodError || error instanceof RangeError)
      throw AnomalousWebhookPayload(`Unable to parse request: Did ${display_name} generate this event?`, {
        webhook_name,
      });
    throw error;
  }
}

interface Prepared {
  readonly address: ReturnType<typeof addressOf>;
  readonly prepared: Awaited<ReturnType<typeof prepareMessage>>;
}

/** A message for each notice, ready to be stored. */
async function prepareMessages(
  { db, realm }: RawContext,
  bot: Actor,
  { display_name }: Integration,
  params: WebhookParams,
  notices: readonly Notice[],
): Promise<Prepared[]> {
  if (notices.length === 0) return [];
  const { bot_owner_id } = await getBot(db, realm.realm_id, bot.user_id);
  return Promise.all(
    notices.map(async ({ topic, content }) => {
      const address = addressOf(params, topic || display_name, bot_owner_id);
      return { address, prepared: await prepareMessage(db, bot, { type: address.type, content: harmless(content) }) };
    }),
  );
}

/** Stores the messages in one write. */
async function postMessages(
  writer: Writer,
  { realm }: RawContext,
  bot: Actor,
  integration: Integration,
  messages: readonly Prepared[],
): Promise<void> {
  await writer.write(realm.realm_id, async (context) => {
    // The bot may have been deactivated or given a new key while the request waited.
    const sender = await findActor(context.tx, realm, bot.user_id);
    if (sender?.api_key_generation !== bot.api_key_generation) throw InvalidApiKey('Invalid API key');
    const client = `${integration.display_name} webhook`;
    for (const { address, prepared } of messages)
      await sendMessage(context, sender, client, { ...address, read_by_sender: true }, prepared);
  });
}

/** What to answer at once, or else to post. */
type Understood = { readonly handshake: Record<string, unknown> } | { readonly messages: readonly Prepared[] };

async function readDelivery(
  context: RawContext,
  bot: Actor,
  integration: Integration,
  params: WebhookParams,
  bytes: Uint8Array,
): Promise<Understood> {
  const { headers } = context.request;
  const payload = await readPayload(headers.get('content-type') ?? '', utf8.decode(bytes), integration);
  const handshake = handshakeOf(integration.name, payload, bot);
  if (handshake !== null) return { handshake };
  const format = await integration.load();
  await nextTurn();
  // A direct message has no topic to show what it is about.
  const has_topic = params.topic !== null || params.stream === null;
  const delivery = { headers, payload, options: params.options, has_topic };
  const notices = formatted(integration, format, delivery).filter(({ event }) => isWanted(params, event));
  await nextTurn();
  const messages = await prepareMessages(context, bot, integration, params, notices);
  await nextTurn();
  return { messages };
}

export function incomingWebhookRoutes(writer: Writer, holders: KeyHolders): RawRoute[] {
  const turns = new FairPool<LimitKey>(READING);
  const handle = async (context: RawContext): Promise<Response> => {
    const { db, realm, request, tail } = context;
    const integration = findIncomingWebhook(tail);
    if (!integration) throw NotFound('There is no webhook of this name');
    const url_options = integration.url_options ?? [];
    const params = readWebhookParams(
      withBasicKey(readQuery(request), request.headers.get('authorization')),
      url_options.map(({ key }) => key),
    );
    const bot = await holders.getBot(db, realm, params.api_key);
    context.count(bot);
    const read = () => readBody(request, BODY_MAX_BYTES);
    const limit_key = accountable(bot);
    const bytes = await context.arriving.during(limit_key, expectedBytes(request, BODY_MAX_BYTES), read);
    const readInTurn = () => turns.run(limit_key, () => readDelivery(context, bot, integration, params, bytes));
    // It takes memory until it was read; the write must not be broken off.
    const understood = await context.arriving.during(limit_key, bytes.length, readInTurn).catch((error: unknown) => {
      throw asRefusal(error);
    });
    if ('handshake' in understood) return respondSuccess(understood.handshake, params.ignored);
    if (understood.messages.length > 0) await postMessages(writer, context, bot, integration, understood.messages);
    return respondSuccess(answerTo(integration.name), params.ignored);
  };
  const verify = async ({ request, tail }: RawContext): Promise<Response> => {
    const echo = echoOf(tail, request.method, readQuery(request));
    if (echo === null) throw MethodNotAllowed('Method not allowed: use POST', { allowed_methods: ['POST'] });
    return new Response(echo, { headers: ECHO_HEADERS });
  };
  const path = '/api/v1/external/*';
  return [
    { methods: ['POST'], path, access: 'public', handle },
    { methods: ['GET', 'HEAD'], path, access: 'public', handle: verify },
  ];
}
