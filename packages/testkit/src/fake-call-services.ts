// Fake BigBlueButton, Nextcloud Talk and Zoom on one port: verify requests as the originals do, record them, and misbehave
// on demand.
import { createHash } from 'node:crypto';

export const CALL_SECRETS = {
  big_blue_button: 'bbb secret',
  nextcloud: { username: 'rooms', password: 'nc password' },
  zoom: { client_id: 'zoom app', client_secret: 'zoom secret', account_id: 'zoom account' },
};

const basic = (name: string, password: string) => `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`;
const xml = (body: string) => new Response(`<response>${body}</response>`, { headers: { 'content-type': 'text/xml' } });

export class FakeCallServices {
  readonly requests: { readonly path: string; readonly body: string; readonly authorization: string | null }[] = [];
  /** Replaces the response of the services; null for the regular one. */
  misbehave: ((path: string) => Response | Promise<Response> | null) | null = null;
  /** The users of the Zoom account of a server-to-server app. */
  readonly zoom_users = new Set<string>();
  /** Single-use authorization codes. */
  readonly zoom_codes = new Set<string>();
  readonly zoom_tokens = new Set<string>();
  /** Lifetime of Zoom tokens. */
  expires_in = 3600;
  private refresh_tokens = new Set<string>();
  private made = 0;
  private server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: (request) => this.answer(request) });

  get url(): string {
    return `http://127.0.0.1:${this.server.port}`;
  }

  /** The bodies of requests to a path, oldest first. */
  requestsTo(path: string): string[] {
    return this.requests.filter((request) => request.path === path).map(({ body }) => body);
  }

  stop(): void {
    this.server.stop(true);
  }

  private async answer(request: Request): Promise<Response> {
    const url = new URL(request.url);
    const authorization = request.headers.get('authorization');
    const body = await request.text();
    this.requests.push({ path: url.pathname, body: body || url.search.slice(1), authorization });
    const other = await this.misbehave?.(url.pathname);
    if (other) return other;
    if (url.pathname.startsWith('/bigbluebutton/api/')) return this.bigBlueButton(url);
    if (url.pathname === '/ocs/v2.php/apps/spreed/api/v4/room') return this.nextcloud(request, authorization);
    if (url.pathname === '/oauth/token') return this.zoomToken(new URLSearchParams(body), authorization);
    const user = /^\/v2\/users\/([^/]+)\/meetings$/.exec(url.pathname)?.[1];
    return user ? this.zoomMeeting(decodeURIComponent(user), authorization) : new Response(null, { status: 404 });
  }

  private bigBlueButton(url: URL): Response {
    const call = url.pathname.split('/').at(-1)!;
    const [query = '', checksum] = url.search.slice(1).split('&checksum=');
    const expected = createHash('sha256')
      .update(call + query + CALL_SECRETS.big_blue_button)
      .digest('hex');
    if (checksum !== expected) return xml('<returncode>FAILED</returncode><messageKey>checksumError</messageKey>');
    return xml('<returncode>SUCCESS</returncode><createTime>1712345678901</createTime>');
  }

  private nextcloud(request: Request, authorization: string | null): Response {
    const { username, password } = CALL_SECRETS.nextcloud;
    const is_known = authorization === basic(username, password) && request.headers.get('ocs-apirequest') === 'true';
    if (!is_known) return Response.json({ ocs: { data: [] } }, { status: 401 });
    return Response.json({ ocs: { meta: { status: 'ok' }, data: { token: 'abc2def' } } }, { status: 201 });
  }

  private zoomToken(form: URLSearchParams, authorization: string | null): Response {
    const { client_id, client_secret, account_id } = CALL_SECRETS.zoom;
    const grants: Record<string, () => boolean> = {
      account_credentials: () => form.get('account_id') === account_id,
      authorization_code: () => this.zoom_codes.delete(form.get('code') ?? ''),
      refresh_token: () => this.refresh_tokens.delete(form.get('refresh_token') ?? ''),
    };
    const is_granted = grants[form.get('grant_type') ?? '']?.() ?? false;
    if (authorization !== basic(client_id, client_secret) || !is_granted)
      return Response.json({ reason: 'Invalid request' }, { status: 400 });
    this.made += 1;
    const [access_token, refresh_token] = [`access ${this.made}`, `refresh ${this.made}`];
    this.zoom_tokens.add(access_token.replace(' ', ''));
    this.refresh_tokens.add(refresh_token);
    return Response.json({ access_token: access_token.replace(' ', ''), refresh_token, expires_in: this.expires_in });
  }

  private zoomMeeting(user: string, authorization: string | null): Response {
    if (!this.zoom_tokens.has((authorization ?? '').replace('Bearer ', '')))
      return Response.json({ code: 124, message: 'Invalid access token.' }, { status: 401 });
    if (user !== 'me' && !this.zoom_users.has(user))
      return Response.json({ code: 1001, message: 'User does not exist' }, { status: 404 });
    return Response.json({ join_url: `https://zoom.example/j/123?of=${encodeURIComponent(user)}` }, { status: 201 });
  }
}
