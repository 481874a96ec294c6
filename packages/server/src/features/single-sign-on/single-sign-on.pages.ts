// The pages that lead to the identity provider and back, and what the provider calls when somebody signs out there.

import { ApiError, BadRequest, CONFIRMED_HASH, Refused, SIGN_ON_PATH, SIGNED_IN_HASH } from '@stoa/contract';
import { endSignedOn } from '../../identity/sessions/sessions.actions.ts';
import type { Realm } from '../../kit/access/actor.ts';
import type { Store } from '../../kit/database/connection.ts';
import { htmlPage } from '../../kit/http/pages/html-page.ts';
import { readParameters, readQuery } from '../../kit/http/parameters/raw-parameters.ts';
import type { RawContext, RawRoute } from '../../kit/http/raw-route.ts';
import { respondSuccess } from '../../kit/http/responses/respond.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { findSignedOn } from './external-identities.queries.ts';
import type { IdentityProvider } from './identity-provider.ts';
import { sealRefusal } from './sealed-refusals.ts';
import { forgetSignOnCodes } from './sign-on-codes.actions.ts';
import { type CompletionParts, completeSignOn } from './sign-on-completion.ts';
import { forgottenCookies, signOnCookie, signOnCookieOf } from './sign-on-cookies.ts';
import { purposeOf } from './sign-on-purpose.ts';
import { BEGUN_SECONDS, type Purpose, type SignOnSeals } from './sign-on-seals.ts';

const COMPLETE_PATH = `${SIGN_ON_PATH}/complete`;
const LOGOUT_PATH = `${SIGN_ON_PATH}/backchannel-logout`;
const LOGOUT_BODY_MAX = 64 * 1024;

export interface SignOnParts extends CompletionParts {
  readonly store: Store;
  readonly clock: Clock;
  readonly seals: SignOnSeals;
  readonly provider: IdentityProvider;
}

type Handle = RawRoute['handle'];

export function signOnPages(parts: SignOnParts): RawRoute[] {
  const page = (handle: (parts: SignOnParts, context: RawContext) => Promise<Response>) =>
    withProblemPage(countingRefusals((context) => handle(parts, context)));
  return [
    { methods: ['GET'], path: SIGN_ON_PATH, access: 'public', handle: page(begin) },
    { methods: ['GET'], path: COMPLETE_PATH, access: 'public', handle: page(complete) },
    {
      methods: ['POST'],
      path: LOGOUT_PATH,
      access: 'public',
      handle: countingRefusals((context) => logOut(parts, context)),
    },
  ];
}

/** Leads to the provider. */
async function begin(parts: SignOnParts, context: RawContext): Promise<Response> {
  const { clock, seals, provider } = parts;
  const { realm, request } = context;
  const { realm_id } = realm;
  const { headers } = request;
  const purpose = purposeOf(seals, { realm_id, query: readQuery(request), headers, now: clock.now() });
  // Opened by hand: the client knows what to ask for.
  if (!purpose) return redirect('/');
  return returningRefusals(parts, context, purpose, [], async () => {
    const prompt = purpose.kind === 'confirmation' ? 'always' : 'if_needed';
    const { url, secrets } = await provider.begin(realm.url + COMPLETE_PATH, prompt);
    const now = clock.now();
    const sealed = seals.seal('begun', realm_id, { ...secrets, purpose, begun_at: now }, now);
    const is_secure = isSecure(realm);
    const forgotten = forgottenCookies(headers.get('cookie'), is_secure);
    return redirect(url, [...forgotten, signOnCookie(secrets.state, sealed, BEGUN_SECONDS, is_secure)]);
  });
}

/** Leads back from the provider. */
async function complete(parts: SignOnParts, context: RawContext): Promise<Response> {
  const { clock, seals, provider } = parts;
  const { realm, request } = context;
  const state = readQuery(request).get('state') ?? '';
  const cookie = signOnCookieOf(request.headers.get('cookie'), state);
  const begun = cookie === null ? null : seals.open('begun', realm.realm_id, cookie, clock.now());
  if (!begun || begun.state !== state) throw Refused('sign_on_stale');
  const { search } = new URL(request.url);
  // One response of the provider is enough: the cookie ends.
  const ended = [signOnCookie(state, '', 0, isSecure(realm))];
  return returningRefusals(parts, context, begun.purpose, ended, async () => {
    const identity = await provider.identify(new URL(realm.url + COMPLETE_PATH + search), begun);
    return redirect(await completeSignOn(parts, realm, begun, identity), ended);
  });
}

/** Ends the sessions of somebody who signed out at the provider. */
async function logOut({ store, writer, provider }: SignOnParts, { request }: RawContext): Promise<Response> {
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
}

const isSecure = ({ url }: Realm) => url.startsWith('https:');

function redirect(location: string, cookies: readonly string[] = []): Response {
  const headers = new Headers({ location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
  for (const cookie of cookies) headers.append('set-cookie', cookie);
  return new Response(null, { status: 302, headers });
}

/** Where the client learns how it ended. */
const RETURN_HASHES = { device: SIGNED_IN_HASH, confirmation: CONFIRMED_HASH } as const;

/** A refusal leads back to the client that asked. `cookies`: set then. [SO47] */
function returningRefusals(
  { clock, seals }: SignOnParts,
  context: RawContext,
  purpose: Purpose,
  cookies: readonly string[],
  act: () => Promise<Response>,
): Promise<Response> {
  return act().catch((error: unknown) => {
    // Apps of phones open only their own addresses.
    if (purpose.kind === 'app') throw error;
    const code = sealRefusal(seals, context.realm.realm_id, error, purpose.challenge, clock.now());
    if (!code) throw error;
    context.countForAddress();
    return redirect(`/${RETURN_HASHES[purpose.kind]}${code}`, cookies);
  });
}

/** A company signs in from one address each morning: only what is refused counts for it, until that is too much. [SO18] */
function countingRefusals(handle: Handle): Handle {
  return async (context) => {
    context.checkAddress();
    return handle(context).catch((error: unknown) => {
      context.countForAddress();
      throw error;
    });
  };
}

/** Shows a refusal as a page: for those who did not come from the client, or so long ago that it is not known. */
function withProblemPage(handle: Handle): Handle {
  return (context) =>
    handle(context).catch((error: unknown) => {
      if (!(error instanceof ApiError)) throw error;
      return htmlPage(context.realm.name, {
        status: error.status,
        title: 'You are not signed in',
        error: error.message,
        link: { url: '/', label: 'Back to the sign-in page' },
      });
    });
}
