// The HTTP client of the push service: the only place that knows its paths and failures. Decides nothing.
import type { TokenKind } from '@stoa/contract';
import { parseBounded } from '../../kit/json/json-values.ts';
import { oneLine } from '../../kit/mail/email-templates.ts';
import { type Outbound, OutboundError, type OutboundResponse } from '../../kit/outbound/outbound.ts';

export interface BouncerAccess {
  /** Without a trailing slash. */
  readonly url: string;
  readonly org_id: string;
  readonly org_key: string;
  /** Timeout per request; 20 seconds by default. */
  readonly timeout_ms?: number;
}

/**
 * A failed request. `unreachable` and `failed` are temporary; `refused` is for the server operator (credentials, plan,
 * unknown organization); `invalid` concerns the request itself, and `code` says what.
 */
export class BouncerError extends Error {
  override readonly name = 'BouncerError';
  constructor(
    readonly kind: 'unreachable' | 'failed' | 'refused' | 'invalid',
    message: string,
    readonly code: string = 'BAD_REQUEST',
  ) {
    super(message);
  }
}

/** An encrypted notification for one device. */
export interface PushRequest {
  readonly token_id: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly http_headers?: { readonly apns_priority: number; readonly apns_push_type: string };
  readonly fcm_priority?: 'high' | 'normal';
}

/** The push service's view of the organization after a request. */
export interface PushEntitlement {
  readonly can_push: boolean;
  readonly end_timestamp: number | null;
}

export interface Notified {
  readonly sent: number;
  /** Tokens that the push service does not know, or that no device uses any more. */
  readonly expired_token_ids: readonly string[];
  readonly entitlement: PushEntitlement;
}

export interface PlainToken {
  readonly token: string;
  readonly kind: TokenKind;
  readonly app_id: string | null;
}

interface PlainDevices {
  readonly android_devices: readonly string[];
  readonly apple_devices: readonly string[];
}

const TIMEOUT_MS = 20_000;
/** Codes are shown to people and stored; the service's words are logged. [PU22] */
const CODE = /^[A-Z][A-Z0-9_]{0,99}$/;
const MESSAGE_MAX = 300;
/** The last second that a date can have. */
const TIME_MAX = 8_640_000_000_000;
const TOO_MANY_REQUESTS = 429;
/** Error codes that any request of this organization would get. */
const REFUSALS = new Set([
  'MISSING_REMOTE_REALM',
  'INVALID_ZULIP_SERVER',
  'PUSH_NOTIFICATIONS_DISALLOWED',
  'REMOTE_REALM_SERVER_MISMATCH_ERROR',
]);

export class Bouncer {
  constructor(
    private readonly access: BouncerAccess,
    private readonly outbound: Outbound,
  ) {}

  /** Forwards an encrypted registration. Idempotent. */
  async register(form: {
    realm_uuid: string;
    token_id: string;
    encrypted_push_registration: string;
    bouncer_public_key: string;
  }): Promise<void> {
    await this.post('e2ee/register', 'application/x-www-form-urlencoded', new URLSearchParams(form).toString());
  }

  async notify(realm_uuid: string, push_requests: readonly PushRequest[]): Promise<Notified> {
    const answer = await this.askJson('e2ee/notify', { realm_uuid, push_requests });
    const { delete_token_ids, apple_successfully_sent_count, android_successfully_sent_count } = answer;
    return {
      sent: count(apple_successfully_sent_count) + count(android_successfully_sent_count),
      expired_token_ids: known(delete_token_ids, new Set(push_requests.map(({ token_id }) => token_id))),
      entitlement: entitlementOf(answer),
    };
  }

  async registerPlain(owner: { user_uuid: string; realm_uuid: string }, { token, kind, app_id }: PlainToken) {
    const form = { ...owner, token, token_kind: NUMBER[kind], ...(app_id === null ? {} : { ios_app_id: app_id }) };
    await this.post('register', 'application/x-www-form-urlencoded', new URLSearchParams(form).toString());
  }

  async unregisterPlain(owner: { user_uuid: string; realm_uuid: string }, { token, kind }: PlainToken): Promise<void> {
    const form = { ...owner, token, token_kind: NUMBER[kind] };
    await this.post('unregister', 'application/x-www-form-urlencoded', new URLSearchParams(form).toString());
  }

  async testPlain(
    owner: { user_uuid: string; realm_uuid: string },
    { token, kind }: PlainToken,
    base_payload: Record<string, unknown>,
  ): Promise<void> {
    await this.askJson('test_notification', { ...owner, token, token_kind: Number(NUMBER[kind]), base_payload });
  }

  /** Notifies all plain tokens of one account. Returns the tokens that are no longer in use. */
  async notifyPlain(
    body: Readonly<Record<string, unknown>> & PlainDevices,
  ): Promise<{ expired: readonly string[]; entitlement: PushEntitlement }> {
    const answer = await this.askJson('notify', body);
    const { android_devices, apple_devices } = (answer.deleted_devices ?? {}) as Record<string, unknown>;
    const sent = new Set([...body.android_devices, ...body.apple_devices]);
    const expired = [...known(android_devices, sent), ...known(apple_devices, sent)];
    return { expired, entitlement: entitlementOf(answer) };
  }

  private askJson(path: string, body: Record<string, unknown>): Promise<Record<string, unknown>> {
    return this.post(path, 'application/json', JSON.stringify(body));
  }

  private async post(path: string, type: string, body: string): Promise<Record<string, unknown>> {
    const { url, org_id, org_key, timeout_ms = TIMEOUT_MS } = this.access;
    const authorization = `Basic ${Buffer.from(`${org_id}:${org_key}`).toString('base64')}`;
    let response: OutboundResponse;
    try {
      response = await this.outbound.requestTrusted(`${url}/api/v1/remotes/push/${path}`, {
        method: 'POST',
        headers: { authorization, 'content-type': type, accept: 'application/json' },
        body,
        timeout_ms,
      });
    } catch (error) {
      const reason = error instanceof OutboundError ? error.reason : null;
      throw new BouncerError(reason === 'too_large' ? 'failed' : 'unreachable', (error as Error).message);
    }
    return resultOf(response);
  }
}

/** The numbers of token kinds in the older part of the push service's API. */
const NUMBER: Record<TokenKind, string> = { apns: '1', fcm: '2' };

function resultOf({ status, body }: OutboundResponse): Record<string, unknown> {
  const answer = parse(body);
  if (status >= 500 || status === TOO_MANY_REQUESTS) throw new BouncerError('failed', `it answered ${status}`);
  if (status === 200) {
    if (answer?.result !== 'success') throw new BouncerError('failed', 'it answered what is no answer');
    return answer;
  }
  const code = typeof answer?.code === 'string' && CODE.test(answer.code) ? answer.code : null;
  const message = typeof answer?.msg === 'string' ? oneLine(answer.msg.slice(0, MESSAGE_MAX)) : `it answered ${status}`;
  // A 400 without a code does not come from a push service: the configured URL is wrong.
  if (status !== 400 || code === null || REFUSALS.has(code))
    throw new BouncerError('refused', message, code ?? undefined);
  throw new BouncerError('invalid', message, code);
}

function parse(body: Buffer): Record<string, unknown> | null {
  try {
    const value = parseBounded(body.toString());
    return typeof value === 'object' ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

function entitlementOf({ realm_push_status }: Record<string, unknown>): PushEntitlement {
  const { can_push, expected_end_timestamp: end } = (realm_push_status ?? {}) as Record<string, unknown>;
  const is_time = typeof end === 'number' && end >= 0 && end <= TIME_MAX;
  return { can_push: can_push !== false, end_timestamp: is_time ? Math.floor(end) : null };
}

const count = (value: unknown) => (typeof value === 'number' ? value : 0);

/** The tokens of a list that were in the request, each once: the response can name anything, as often as it likes. [PU22] */
const known = (value: unknown, sent: ReadonlySet<string>) => [
  ...new Set(Array.isArray(value) ? value.filter((token): token is string => sent.has(token)) : []),
];
