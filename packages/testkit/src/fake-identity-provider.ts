// A fake identity provider: OpenID Connect on a port of its own, that checks requests as providers do, and misbehaves on demand.
import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';
import type { OpenIdSettings } from '../../server/src/features/single-sign-on/sign-on-settings.ts';

export const IDENTITY_CLIENT = { client_id: 'stoa', client_secret: 'secret of the client' };

/** Somebody at the provider; what tokens say about them. */
export type IdentityClaims = Readonly<Record<string, unknown>> & { readonly sub: string };

interface Asked {
  readonly redirect_uri: string;
  readonly nonce: string;
  readonly code_challenge: string;
  readonly claims: IdentityClaims;
}

const keyPair = () => generateKeyPairSync('rsa', { modulusLength: 2048 });
const KEY_ID = 'of the provider';

export class FakeIdentityProvider {
  /** Who is signed in at the provider; null denies. */
  person: IdentityClaims | null = null;
  /** The parameters with which browsers came, the last at the end. */
  readonly visits: URLSearchParams[] = [];
  /** Changes the claims of the next tokens. */
  alter: (claims: Record<string, unknown>) => Record<string, unknown> = (claims) => claims;
  /** Replaces responses of the provider; null for the regular one. */
  misbehave: ((path: string) => Response | Promise<Response> | null) | null = null;
  /** Signs with a key that the provider does not publish. */
  signs_wrongly = false;
  /** Puts addresses and names into the response of its own endpoint, not into tokens. */
  says_little = false;
  token_requests = 0;
  private readonly codes = new Map<string, Asked>();
  private readonly accesses = new Map<string, IdentityClaims>();
  private readonly key = keyPair();
  private readonly other_key = keyPair();
  private readonly server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: (request) => this.answer(request) });

  get issuer(): string {
    return `http://127.0.0.1:${this.server.port}/realms/people`;
  }

  /** The settings of a server that uses it, as operators begin with. */
  get settings(): OpenIdSettings {
    return {
      kind: 'openid' as const,
      issuer: this.issuer,
      ...IDENTITY_CLIENT,
      name: 'Example ID',
      only: false,
      creates_accounts: false,
      trusts_addresses: false,
    };
  }

  stop(): void {
    this.server.stop(true);
  }

  /** A token as the provider sends it when somebody signs out there. */
  logoutToken(claims: Record<string, unknown>): string {
    const events = { 'http://schemas.openid.net/event/backchannel-logout': {} };
    return this.sign({ events, jti: randomBytes(8).toString('hex'), aud: IDENTITY_CLIENT.client_id, ...claims });
  }

  sign(claims: Record<string, unknown>): string {
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const now = Math.floor(Date.now() / 1000);
    const head = encode({ alg: 'RS256', typ: 'JWT', kid: KEY_ID });
    const text = `${head}.${encode({ iss: this.issuer, iat: now, exp: now + 300, ...claims })}`;
    const { privateKey } = this.signs_wrongly ? this.other_key : this.key;
    return `${text}.${createSign('sha256').update(text).sign(privateKey, 'base64url')}`;
  }

  private async answer(request: Request): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    const path = pathname.replace('/realms/people', '');
    const other = await this.misbehave?.(path);
    if (other) return other;
    const { issuer } = this;
    if (path === '/.well-known/openid-configuration')
      return Response.json({
        issuer,
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: `${issuer}/token`,
        userinfo_endpoint: `${issuer}/userinfo`,
        jwks_uri: `${issuer}/keys`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
        token_endpoint_auth_methods_supported: ['client_secret_basic'],
      });
    if (path === '/keys')
      return Response.json({
        keys: [{ ...this.key.publicKey.export({ format: 'jwk' }), kid: KEY_ID, use: 'sig', alg: 'RS256' }],
      });
    if (path === '/auth') return this.ask(searchParams);
    if (path === '/token') return this.exchange(request, new URLSearchParams(await request.text()));
    if (path === '/userinfo') {
      const claims = this.accesses.get(request.headers.get('authorization')?.replace('Bearer ', '') ?? '');
      return claims ? Response.json(claims) : new Response(null, { status: 401 });
    }
    return new Response(null, { status: 404 });
  }

  private ask(query: URLSearchParams): Response {
    this.visits.push(query);
    const is_complete =
      query.get('response_type') === 'code' &&
      query.get('client_id') === IDENTITY_CLIENT.client_id &&
      query.get('code_challenge_method') === 'S256' &&
      (query.get('scope') ?? '').split(' ').includes('openid');
    if (!is_complete) return new Response('incomplete', { status: 400 });
    const redirect_uri = query.get('redirect_uri')!;
    const back = new URL(redirect_uri);
    back.searchParams.set('state', query.get('state')!);
    if (this.person === null) back.searchParams.set('error', 'access_denied');
    else {
      const code = randomBytes(16).toString('hex');
      const [nonce, code_challenge] = [query.get('nonce')!, query.get('code_challenge')!];
      const asked_again = query.get('prompt') === 'login';
      const auth_time = asked_again ? { auth_time: Math.floor(Date.now() / 1000) } : {};
      this.codes.set(code, { redirect_uri, nonce, code_challenge, claims: { ...this.person, ...auth_time } });
      back.searchParams.set('code', code);
    }
    return new Response(null, { status: 302, headers: { location: back.href } });
  }

  private exchange(request: Request, form: URLSearchParams): Response {
    this.token_requests += 1;
    const { client_id, client_secret } = IDENTITY_CLIENT;
    const encoded = `${encodeURIComponent(client_id)}:${encodeURIComponent(client_secret).replaceAll('%20', '+')}`;
    if (request.headers.get('authorization') !== `Basic ${Buffer.from(encoded).toString('base64')}`)
      return Response.json({ error: 'invalid_client' }, { status: 401 });
    const code = form.get('code') ?? '';
    const asked = this.codes.get(code);
    this.codes.delete(code);
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (!asked || asked.redirect_uri !== form.get('redirect_uri') || asked.code_challenge !== challenge)
      return Response.json({ error: 'invalid_grant' }, { status: 400 });
    const access_token = randomBytes(16).toString('hex');
    this.accesses.set(access_token, asked.claims);
    const { sub, auth_time } = asked.claims;
    const told = this.says_little ? { sub, ...(auth_time === undefined ? {} : { auth_time }) } : asked.claims;
    const id_token = this.sign(this.alter({ ...told, aud: client_id, nonce: asked.nonce }));
    return Response.json({ access_token, token_type: 'Bearer', expires_in: 60, id_token });
  }
}
