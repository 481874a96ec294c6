// An identity provider of OpenID Connect: by its library, through the server's own outgoing requests. [SO2] [SO3]
// https://openid.net/specs/openid-connect-core-1_0.html, https://openid.net/specs/openid-connect-backchannel-1_0.html
import { type ApiError, Refused } from '@stoa/contract';
import type { JWTVerifyGetKey } from 'jose';
import type * as OpenId from 'openid-client';
import { isCostlyToken } from '../../kit/json/json-web-tokens.ts';
import type { Logger } from '../../kit/logging/logger.ts';
import { type Outbound, OutboundError } from '../../kit/outbound/outbound.ts';
import { keptFor } from '../../kit/time/kept-for.ts';
import { CLOCK_SECONDS, endedBy, type Identity, identityOf, mergeClaims, SIGNATURES } from './identity.rules.ts';
import type { IdentityProvider, Prompt, Secrets, SignOnRealm } from './identity-provider.ts';
import { checkProviderResponse } from './provider-responses.rules.ts';
import { completePath, type OpenIdSettings } from './sign-on-settings.ts';

/** Loaded with the first person who signs in so; few servers have a provider. */
const library = () => import('openid-client');
const jose = () => import('jose');

const TIMEOUT_SECONDS = 10;
/** How long the provider's description is trusted; its keys are fetched again as the library needs them. */
const KNOWN_MS = 60 * 60 * 1000;
/** How old a logout token may be. */
const LOGOUT_SECONDS = 300;
/** A provider that answers slowly must not hold more than this. */
const ASKED_AT_ONCE = 100;
const SCOPE = 'openid email profile';

/** The requests of the two libraries: forms, as text or as parameters. */
interface FetchOptions {
  readonly method?: string;
  readonly headers?: ConstructorParameters<typeof Headers>[0];
  readonly body?: unknown;
}

export class OpenIdProvider implements IdentityProvider {
  /** Whoever comes meanwhile waits for the same response. [SO43] */
  private readonly config = keptFor(KNOWN_MS, () => this.discover());
  /** Requests that wait for the provider. */
  private asking = 0;
  private keys: { readonly uri: string; readonly set: JWTVerifyGetKey } | null = null;

  constructor(
    readonly settings: OpenIdSettings,
    private readonly outbound: Pick<Outbound, 'requestTrusted'>,
    private readonly log: Logger,
  ) {}

  /** Fetches what the provider says of itself; throws whatever is wrong, for operators. */
  async describe(): Promise<void> {
    await this.config().catch((error: unknown) => Promise.reject(causeOf(error)));
  }

  async begin(
    { url: site }: SignOnRealm,
    prompt: Prompt,
  ): Promise<{ readonly url: string; readonly secrets: Secrets }> {
    return this.explained(async () => {
      const openid = await library();
      const secrets = {
        state: openid.randomState(),
        nonce: openid.randomNonce(),
        code_verifier: openid.randomPKCECodeVerifier(),
      };
      const url = openid.buildAuthorizationUrl(await this.config(), {
        redirect_uri: site + completePath(this.settings),
        scope: SCOPE,
        state: secrets.state,
        nonce: secrets.nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(secrets.code_verifier),
        code_challenge_method: 'S256',
        ...(prompt === 'always' ? { prompt: 'login', max_age: '0' } : {}),
      });
      return { url: url.href, secrets };
    });
  }

  async identify(
    { url: site }: SignOnRealm,
    query: string,
    { state, nonce, code_verifier }: Secrets,
  ): Promise<Identity> {
    return this.explained(async () => {
      const openid = await library();
      const config = await this.config();
      const answered = new URL(site + completePath(this.settings) + query);
      const tokens = await openid.authorizationCodeGrant(config, answered, {
        pkceCodeVerifier: code_verifier!,
        expectedState: state,
        expectedNonce: nonce,
        idTokenExpected: true,
      });
      const claims = tokens.claims()!;
      // Some providers put the address into no token.
      const says_more = claims.email === undefined && config.serverMetadata().userinfo_endpoint !== undefined;
      const identity = identityOf(
        says_more ? mergeClaims(claims, await openid.fetchUserInfo(config, tokens.access_token, claims.sub)) : claims,
      );
      if (!identity) throw new Error('the id of the person or of their session is unusable');
      return identity;
    });
  }

  /** The person or session that a logout token ends; null if it is not valid. [SO12] */
  async ended(token: string): Promise<{ readonly subject: string | null; readonly sid: string | null } | null> {
    const config = await this.explained(() => this.config());
    const { issuer, jwks_uri } = config.serverMetadata();
    if (jwks_uri === undefined || isCostlyToken(token)) return null;
    const { createRemoteJWKSet, customFetch, jwtVerify } = await jose();
    if (this.keys?.uri !== jwks_uri)
      this.keys = { uri: jwks_uri, set: createRemoteJWKSet(new URL(jwks_uri), { [customFetch]: this.fetch }) };
    try {
      const { payload } = await jwtVerify(token, this.keys.set, {
        issuer,
        audience: this.settings.client_id,
        algorithms: SIGNATURES,
        requiredClaims: ['iat', 'jti', 'events'],
        maxTokenAge: LOGOUT_SECONDS,
        clockTolerance: CLOCK_SECONDS,
      });
      return endedBy(payload);
    } catch (error) {
      this.log.warn({ error: reasonOf(error) }, 'a logout token was refused');
      return null;
    }
  }

  private async discover(): Promise<OpenId.Configuration> {
    const openid = await library();
    const { issuer, client_id, client_secret } = this.settings;
    // Only for a provider on this machine, in tests and development: see the setting.
    const execute = issuer.startsWith('http:') ? [openid.allowInsecureRequests] : [];
    const found = await openid.discovery(new URL(issuer), client_id, undefined, undefined, {
      execute,
      timeout: TIMEOUT_SECONDS,
      [openid.customFetch]: this.fetch,
    });
    const metadata = found.serverMetadata();
    const config = new openid.Configuration(
      metadata,
      client_id,
      { [openid.clockTolerance]: CLOCK_SECONDS },
      authenticationOf(openid, client_secret, metadata),
    );
    config[openid.customFetch] = this.fetch;
    config.timeout = TIMEOUT_SECONDS;
    // The token's signature counts, not only the connection it came by.
    for (const apply of [...execute, openid.enableNonRepudiationChecks]) apply(config);
    return config;
  }

  private readonly fetch = async (url: string, options: FetchOptions): Promise<Response> => {
    const { method = 'GET', headers, body } = options;
    if (this.asking >= ASKED_AT_ONCE) throw new OutboundError('unreachable', 'it was asked too much at once');
    this.asking += 1;
    const request = {
      method: method as 'GET' | 'POST',
      headers: Object.fromEntries(new Headers(headers)),
      ...(body == null ? {} : { body: String(body) }),
    };
    const answer = await this.outbound.requestTrusted(url, request).finally(() => {
      this.asking -= 1;
    });
    checkProviderResponse(answer.body);
    // The libraries look for challenges in the other headers, for ever longer in longer ones, and no challenge says anything here. [SO801]
    const type = answer.headers['content-type'];
    return new Response(new Uint8Array(answer.body), {
      status: answer.status,
      headers: type === undefined ? {} : { 'content-type': type },
    });
  };

  /** Errors as people can understand them; the operator reads the reason in the log. */
  private async explained<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw await this.refusal(error);
    }
  }

  private async refusal(error: unknown): Promise<ApiError> {
    const { AuthorizationResponseError } = await library();
    const provider = { provider: this.settings.name };
    if (error instanceof AuthorizationResponseError && error.error === 'access_denied')
      return Refused('sign_on_cancelled', provider);
    const cause = causeOf(error);
    const { issuer } = this.settings;
    this.log.warn({ error: reasonOf(cause), answer: answerOf(error), issuer }, 'single sign-on failed');
    return cause instanceof OutboundError
      ? Refused('sign_on_unreachable', provider)
      : Refused('sign_on_failed', provider);
  }
}

/** For the log. A parser's error quotes what it could not read, which may be a token. [SO44] */
function reasonOf(error: unknown): string {
  return error instanceof SyntaxError ? 'the answer of the provider is not JSON' : String(error);
}

/** The provider's own word for what is wrong, such as `invalid_client`; undefined if it is none. */
function answerOf(error: unknown): string | undefined {
  const { error: word } = error as { error?: unknown };
  return typeof word === 'string' && /^[a-z_]{1,50}$/.test(word) ? word : undefined;
}

/** How we prove to the provider who we are; by a header, unless it accepts only the body of the request. */
function authenticationOf(
  openid: typeof OpenId,
  client_secret: string | null,
  { token_endpoint_auth_methods_supported: methods = ['client_secret_basic'] }: OpenId.ServerMetadata,
): OpenId.ClientAuth {
  if (client_secret === null) return openid.None();
  return methods.includes('client_secret_basic')
    ? openid.ClientSecretBasic(client_secret)
    : openid.ClientSecretPost(client_secret);
}

/** The innermost cause of an error of the library. */
function causeOf(error: unknown): unknown {
  let inner = error;
  while (inner instanceof Error && inner.cause instanceof Error) inner = inner.cause;
  return inner;
}
