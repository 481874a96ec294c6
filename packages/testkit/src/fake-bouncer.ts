// A fake push service on its own port: stores tokens, records requests, and misbehaves on demand.
import { createHash, randomBytes } from 'node:crypto';

export interface BouncerRequest {
  /** Relative to `/api/v1/remotes/push/`. */
  readonly path: string;
  readonly authorization: string | null;
  /** From a form or JSON. */
  readonly body: Record<string, unknown>;
}

/** A notification for one device, as the server encrypted it. */
export interface Pushed {
  readonly token_id: string;
  readonly payload: { readonly push_key_id: number; readonly encrypted_data: string; readonly aps?: object };
  readonly http_headers?: { readonly apns_priority: number; readonly apns_push_type: string };
  readonly fcm_priority?: string;
}

type Kind = 'fcm' | 'apns';
type Misbehaviour = (request: BouncerRequest) => Response | Promise<Response> | null;

export const BOUNCER_ORG = { org_id: 'a-test-server', org_key: 'its key' };

const success = (fields: object = {}) => Response.json({ result: 'success', msg: '', ...fields });

/** An error response of the push service. */
export function bouncerError(code: string, status = 400): Response {
  return Response.json({ result: 'error', code, msg: `refused: ${code}` }, { status });
}

export class FakeBouncer {
  readonly requests: BouncerRequest[] = [];
  /** Replaces the response of the push service; null for the regular one. */
  misbehave: Misbehaviour | null = null;
  /** Sent with every notification response; null for a service without this field. */
  entitlement: { can_push: boolean; expected_end_timestamp: number | null } | null = {
    can_push: true,
    expected_end_timestamp: null,
  };
  private readonly sealed = new Map<string, { token: string; token_kind: Kind }>();
  /** Keyed by organization and token id. */
  private readonly registered = new Map<string, Kind>();
  private readonly plain = new Set<string>();
  private server = this.listen(0);
  readonly port = this.server.port!;
  private readonly public_key = randomBytes(32).toString('base64');

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** The encrypted registration that a phone sends to its server; only this service can decrypt it. */
  seal(token: string, token_kind: Kind) {
    const encrypted_push_registration = randomBytes(60).toString('base64');
    this.sealed.set(encrypted_push_registration, { token, token_kind });
    const token_id = createHash('sha256').update(token).digest().subarray(0, 8).toString('base64');
    return { token_kind, token_id, bouncer_public_key: this.public_key, encrypted_push_registration };
  }

  /** Uninstalls the app: its token becomes invalid. */
  expire(token: string): void {
    const token_id = createHash('sha256').update(token).digest().subarray(0, 8).toString('base64');
    for (const key of this.registered.keys()) if (key.endsWith(` ${token_id}`)) this.registered.delete(key);
    this.plain.delete(token);
  }

  knowsPlain(token: string): boolean {
    return this.plain.has(token);
  }

  /** The bodies of requests to a path, oldest first. */
  requestsTo(path: string): Record<string, unknown>[] {
    return this.requests.filter((request) => request.path === path).map(({ body }) => body);
  }

  /** All encrypted notifications since the last call; clears all requests. */
  takePushed(): Pushed[] {
    const pushed = this.requestsTo('e2ee/notify').flatMap(({ push_requests }) => push_requests as Pushed[]);
    this.requests.length = 0;
    return pushed;
  }

  /** Stops listening on its port until it is started again. */
  async goDown(): Promise<void> {
    await this.server.stop(true);
  }

  comeUp(): void {
    this.server = this.listen(this.port);
  }

  async stop(): Promise<void> {
    await this.server.stop(true);
  }

  private listen(port: number) {
    return Bun.serve({ port, hostname: '127.0.0.1', fetch: (request) => this.receive(request) });
  }

  private async receive(request: Request): Promise<Response> {
    const path = new URL(request.url).pathname.replace('/api/v1/remotes/push/', '');
    const text = await request.text();
    const is_json = request.headers.get('content-type') === 'application/json';
    const body = is_json ? JSON.parse(text) : Object.fromEntries(new URLSearchParams(text));
    const received = { path, authorization: request.headers.get('authorization'), body };
    this.requests.push(received);
    const instead = await this.misbehave?.(received);
    if (instead) return instead;
    const expected = `Basic ${btoa(`${BOUNCER_ORG.org_id}:${BOUNCER_ORG.org_key}`)}`;
    if (received.authorization !== expected) return bouncerError('INVALID_ZULIP_SERVER', 401);
    if (path === 'e2ee/register') return this.register(body);
    if (path === 'e2ee/notify') return this.notify(body);
    if (path === 'register') return this.registerPlain(body.token);
    if (path === 'unregister') return this.plain.delete(body.token) ? success() : bouncerError('BAD_REQUEST');
    if (path === 'notify') return this.notifyPlain(body);
    if (path === 'test_notification')
      return this.plain.has(body.token) ? success() : bouncerError('INVALID_REMOTE_PUSH_DEVICE_TOKEN');
    return new Response('no such page', { status: 404 });
  }

  private register(body: Record<string, string>): Response {
    const opened = this.sealed.get(body.encrypted_push_registration ?? '');
    if (body.bouncer_public_key !== this.public_key) return bouncerError('INVALID_BOUNCER_PUBLIC_KEY');
    if (!opened) return bouncerError('BAD_REQUEST');
    this.registered.set(`${body.realm_uuid} ${body.token_id}`, opened.token_kind);
    return success();
  }

  private notify({ realm_uuid, push_requests }: { realm_uuid: string; push_requests: Pushed[] }): Response {
    const kinds = push_requests.map(({ token_id }) => this.registered.get(`${realm_uuid} ${token_id}`));
    return success({
      apple_successfully_sent_count: kinds.filter((kind) => kind === 'apns').length,
      android_successfully_sent_count: kinds.filter((kind) => kind === 'fcm').length,
      delete_token_ids: push_requests.filter((_one, at) => !kinds[at]).map(({ token_id }) => token_id),
      ...(this.entitlement && { realm_push_status: this.entitlement }),
    });
  }

  private registerPlain(token: string): Response {
    this.plain.add(token);
    return success();
  }

  private notifyPlain({ android_devices, apple_devices }: Record<string, string[]>): Response {
    const unknown = (tokens: string[] = []) => tokens.filter((token) => !this.plain.has(token));
    return success({
      total_android_devices: android_devices!.length,
      total_apple_devices: apple_devices!.length,
      deleted_devices: { android_devices: unknown(android_devices), apple_devices: unknown(apple_devices) },
      ...(this.entitlement && { realm_push_status: this.entitlement }),
    });
  }
}
