// The pages that lead to the identity provider and back, and what the provider calls when somebody signs out there.

import {
  ApiError,
  BadRequest,
  CONFIRMED_HASH,
  LanguageCode,
  Refused,
  SIGN_ON_PATH,
  SIGNED_IN_HASH,
} from '@stoa/contract';
import { endSignedOn } from '../../identity/sessions/sessions.actions.ts';
import { recordSignIn } from '../../identity/users/sign-in-record.actions.ts';
import type { Realm } from '../../kit/access/actor.ts';
import type { Store } from '../../kit/database/connection.ts';
import { htmlPage } from '../../kit/http/pages/html-page.ts';
import { readParameters, readQuery } from '../../kit/http/parameters/raw-parameters.ts';
import type { RawContext, RawRoute } from '../../kit/http/raw-route.ts';
import { respondSuccess } from '../../kit/http/responses/respond.ts';
import type { ApiKeys } from '../../kit/secrets/api-keys.ts';
import { type SecondFactor, twoFactorSetupNeeded } from '../../kit/sign-in/second-factor.ts';
import { languageOf } from '../../kit/text/language-tags.ts';
import { type Clock, seconds } from '../../kit/time/clock.ts';
import { WITHOUT_CREDENTIALS } from '../../kit/write/audit-record.ts';
import type { Writer } from '../../kit/write/write.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import { appAddress } from './app-address.rules.ts';
import { signOn } from './external-identities.actions.ts';
import { findSignedOn, findUserOfIdentity } from './external-identities.queries.ts';
import { type Identity, secondsSinceProof } from './identity.rules.ts';
import type { IdentityProvider, Manner } from './identity-provider.ts';
import { sealRefusal } from './sealed-refusals.ts';
import { createSignOnCode, forgetSignOnCodes } from './sign-on-codes.actions.ts';
import { forgottenCookies, signOnCookie, signOnCookieOf } from './sign-on-cookies.ts';
import { BEGUN_SECONDS, type Begun, type Purpose, type SignOnSeals } from './sign-on-seals.ts';

const COMPLETE_PATH = `${SIGN_ON_PATH}/complete`;
const LOGOUT_PATH = `${SIGN_ON_PATH}/backchannel-logout`;
/** Providers count in whole seconds. */
const ROUNDED_SECONDS = 2;
/** Keys of links are shorter; browsers drop cookies over 4 KiB. */
const INVITATION_MAX = 200;
const LOGOUT_BODY_MAX = 64 * 1024;

export interface SignOnParts {
  readonly store: Store;
  readonly writer: Writer;
  readonly clock: Clock;
  readonly keys: ApiKeys;
  readonly seals: SignOnSeals;
  readonly provider: IdentityProvider;
  readonly second_factor: Pick<SecondFactor, 'isMissing'>;
}

const mannerOf = ({ kind }: Purpose): Manner => (kind === 'confirmation' ? 'asks_again' : 'silent');
const isSecure = ({ url }: Realm) => url.startsWith('https:');

function redirect(location: string, cookies: readonly string[] = []): Response {
  const headers = new Headers({ location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
  for (const cookie of cookies) headers.append('set-cookie', cookie);
  return new Response(null, { status: 302, headers });
}

/** Where the client learns how it ended. */
const RETURN_HASHES = { device: SIGNED_IN_HASH, confirmation: CONFIRMED_HASH } as const;

/** Why it did not work, as a page: for those who did not come from the client, or so long ago that it is not known. */
function problemPage(realm: Realm, error: unknown): Response {
  if (!(error instanceof ApiError)) throw error;
  return htmlPage(realm.name, {
    status: error.status,
    title: 'You are not signed in',
    error: error.message,
    link: { url: '/', label: 'Back to the sign-in page' },
  });
}

export function signOnPages(parts: SignOnParts): RawRoute[] {
  const { store, writer, clock, keys, seals, provider, second_factor } = parts;

  const purposeOf = (realm: Realm, query: ReadonlyMap<string, string>, headers: Headers): Purpose | null => {
    // That of the page that led here; an app of a phone opens a browser, which has the phone's. [SO800]
    const language = LanguageCode.safeParse(query.get('language')).data ?? languageOf(headers.get('accept-language'));
    const confirmation = query.get('confirmation');
    if (confirmation !== undefined) {
      const session = seals.open('confirmation', realm.realm_id, confirmation, clock.now());
      if (!session) throw Refused('sign_on_stale');
      return { kind: 'confirmation', ...session };
    }
    const otp = query.get('mobile_flow_otp');
    if (otp !== undefined) {
      if (!/^[0-9a-f]{64}$/i.test(otp)) throw BadRequest('Invalid OTP');
      return { kind: 'app', otp: otp.toLowerCase(), language };
    }
    const challenge = query.get('challenge');
    if (challenge === undefined) return null;
    if (!/^[0-9a-f]{64}$/.test(challenge)) throw BadRequest('Invalid challenge');
    const invitation = query.get('invitation') ?? null;
    if (invitation !== null && invitation.length > INVITATION_MAX) throw BadRequest('Invalid invitation');
    return { kind: 'device', challenge, invitation, language };
  };

  /** A refusal leads back to the client that asked. `cookies`: set then. [SO47] */
  const returning = (
    context: RawContext,
    purpose: Purpose,
    cookies: readonly string[],
    act: () => Promise<Response>,
  ): Promise<Response> =>
    act().catch((error: unknown) => {
      // Apps of phones open only their own addresses.
      if (purpose.kind === 'app') throw error;
      const code = sealRefusal(seals, context.realm.realm_id, error, purpose.challenge, clock.now());
      if (!code) throw error;
      context.countForAddress();
      return redirect(`/${RETURN_HASHES[purpose.kind]}${code}`, cookies);
    });

  const begin = async (context: RawContext): Promise<Response> => {
    const { realm, request } = context;
    const purpose = purposeOf(realm, readQuery(request), request.headers);
    // Opened by hand: the client knows what to ask for.
    if (!purpose) return redirect('/');
    return returning(context, purpose, [], async () => {
      const { url, secrets } = await provider.begin(realm.url + COMPLETE_PATH, mannerOf(purpose));
      const now = clock.now();
      const sealed = seals.seal('begun', realm.realm_id, { ...secrets, purpose, begun_at: now }, now);
      const is_secure = isSecure(realm);
      const forgotten = forgottenCookies(request.headers.get('cookie'), is_secure);
      return redirect(url, [...forgotten, signOnCookie(secrets.state, sealed, BEGUN_SECONDS, is_secure)]);
    });
  };

  /** The person's own account, if the provider has just asked them. [SO13] */
  const confirm = async (
    context: WriteContext,
    realm: Realm,
    { user_id, session_id, challenge }: Extract<Purpose, { kind: 'confirmation' }>,
    identity: Identity,
    asked_ms: number,
  ): Promise<string> => {
    const { issuer, name } = provider.settings;
    const found = await findUserOfIdentity(context.tx, realm.realm_id, issuer, identity.subject);
    if (found !== user_id) throw Refused('sign_on_other_account', { provider: name });
    const since = secondsSinceProof(identity);
    if (since === null || since > asked_ms / 1000 + ROUNDED_SECONDS)
      throw Refused('sign_on_not_asked', { provider: name });
    return createSignOnCode(context, realm.realm_id, {
      user_id,
      session_id,
      challenge,
      sid: identity.sid ?? '',
      authenticated_at: seconds(context.now) - since,
    });
  };

  const finish = (realm: Realm, { purpose, begun_at }: Begun, identity: Identity): Promise<string> => {
    const enter = async (context: WriteContext) => {
      if (purpose.kind === 'confirmation') {
        const code = await confirm(context, realm, purpose, identity, context.now - begun_at);
        return `/${CONFIRMED_HASH}${code}`;
      }
      const invitation = purpose.kind === 'device' ? purpose.invitation : null;
      const person = { ...identity, language: purpose.language ?? identity.language };
      const account = await signOn(context, realm, provider.settings, person, invitation);
      const { user_id, email, api_key_generation } = account;
      if (purpose.kind === 'app') {
        // The key would be refused until they have it. [TF52]
        if (await second_factor.isMissing(context.tx, realm, account)) throw twoFactorSetupNeeded(realm);
        recordSignIn(context, user_id, 'app', { method: 'single_sign_on', credentials: 'api_key' });
        return appAddress(realm, { user_id, email, api_key: keys.keyOf(user_id, api_key_generation) }, purpose.otp);
      }
      const code = await createSignOnCode(context, realm.realm_id, {
        user_id,
        session_id: null,
        challenge: purpose.challenge,
        sid: identity.sid ?? '',
        // Signed in at the provider since long: what needs a fresh proof asks for one.
        authenticated_at: seconds(context.now) - (secondsSinceProof(identity) ?? 0),
      });
      return `/${SIGNED_IN_HASH}${code}`;
    };
    return writer.write(realm.realm_id, enter, { origin: WITHOUT_CREDENTIALS });
  };

  const complete = async (context: RawContext): Promise<Response> => {
    const { realm, request } = context;
    const state = readQuery(request).get('state') ?? '';
    const cookie = signOnCookieOf(request.headers.get('cookie'), state);
    const begun = cookie === null ? null : seals.open('begun', realm.realm_id, cookie, clock.now());
    if (!begun || begun.state !== state) throw Refused('sign_on_stale');
    const { search } = new URL(request.url);
    // One answer is enough: the cookie ends.
    const ended = [signOnCookie(state, '', 0, isSecure(realm))];
    return returning(context, begun.purpose, ended, async () => {
      const identity = await provider.identify(new URL(realm.url + COMPLETE_PATH + search), begun);
      return redirect(await finish(realm, begun, identity), ended);
    });
  };

  const logOut = async ({ request }: RawContext): Promise<Response> => {
    const token = (await readParameters(request, LOGOUT_BODY_MAX)).get('logout_token') ?? '';
    const whose = await provider.ended(token);
    if (!whose) throw BadRequest('Invalid logout token');
    const { issuer } = provider.settings;
    for (const { realm_id, user_id } of await store.snapshot((db) => findSignedOn(db, issuer, whose)))
      await writer.write(realm_id, async (context) => {
        await endSignedOn(context, user_id, whose.sid);
        await forgetSignOnCodes(context, user_id, whose.sid);
      });
    return respondSuccess({}, []);
  };

  type Handle = RawRoute['handle'];
  /** A company signs in from one address each morning: only what is refused counts for it, until that is too much. [SO18] */
  const counted =
    (handle: Handle): Handle =>
    async (context) => {
      context.checkAddress();
      return handle(context).catch((error: unknown) => {
        context.countForAddress();
        throw error;
      });
    };
  const page =
    (handle: Handle): Handle =>
    (context) =>
      handle(context).catch((error: unknown) => problemPage(context.realm, error));
  return [
    { methods: ['GET'], path: SIGN_ON_PATH, access: 'public', handle: page(counted(begin)) },
    { methods: ['GET'], path: COMPLETE_PATH, access: 'public', handle: page(counted(complete)) },
    { methods: ['POST'], path: LOGOUT_PATH, access: 'public', handle: counted(logOut) },
  ];
}
