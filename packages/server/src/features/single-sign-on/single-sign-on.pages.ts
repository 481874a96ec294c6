// The pages that lead to the identity provider and back, of all kinds of providers.
import { ApiError, CONFIRMED_HASH, Refused, SIGNED_IN_HASH } from '@stoa/contract';
import type { Realm } from '../../kit/access/actor.ts';
import { htmlPage } from '../../kit/http/pages/html-page.ts';
import { readQuery } from '../../kit/http/parameters/raw-parameters.ts';
import type { RawContext, RawRoute } from '../../kit/http/raw-route.ts';
import type { Clock } from '../../kit/time/clock.ts';
import type { IdentityProvider } from './identity-provider.ts';
import { sealRefusal } from './sealed-refusals.ts';
import { type CompletionParts, completeSignOn } from './sign-on-completion.ts';
import { type CookieScope, forgottenCookies, signOnCookie, signOnCookieOf } from './sign-on-cookies.ts';
import { purposeOf } from './sign-on-purpose.ts';
import { BEGUN_SECONDS, type Purpose, type SignOnSeals } from './sign-on-seals.ts';
import { completePath, type SignOnSettings, signOnPath } from './sign-on-settings.ts';

export interface SignOnParts extends CompletionParts {
  readonly clock: Clock;
  readonly seals: SignOnSeals;
  readonly provider: IdentityProvider;
}

type Handle = RawRoute['handle'];

export function signOnPages(parts: SignOnParts): RawRoute[] {
  const { settings } = parts.provider;
  const page = (handle: (parts: SignOnParts, context: RawContext) => Promise<Response>) =>
    refusingByPage((context) => handle(parts, context));
  return [
    { methods: ['GET'], path: signOnPath(settings), access: 'public', handle: page(begin) },
    { methods: ['GET'], path: completePath(settings), access: 'public', handle: page(complete) },
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
    const { url, secrets } = await provider.begin(realm, prompt, context.limit_key);
    const now = clock.now();
    const sealed = seals.seal('begun', realm_id, { ...secrets, purpose, begun_at: now }, now);
    const scope = cookieScope(realm, provider.settings);
    const forgotten = forgottenCookies(headers.get('cookie'), scope);
    return redirect(url, [...forgotten, signOnCookie(secrets.state, sealed, BEGUN_SECONDS, scope)]);
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
  const ended = [signOnCookie(state, '', 0, cookieScope(realm, provider.settings))];
  return returningRefusals(parts, context, begun.purpose, ended, async () => {
    const identity = await provider.identify(realm, search, begun);
    return redirect(await completeSignOn(parts, realm, begun, identity), ended);
  });
}

const cookieScope = ({ url }: Realm, settings: SignOnSettings): CookieScope => ({
  path: signOnPath(settings),
  is_secure: url.startsWith('https:'),
});

export function redirect(location: string, cookies: readonly string[] = [], status = 302): Response {
  const headers = new Headers({ location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
  for (const cookie of cookies) headers.append('set-cookie', cookie);
  return new Response(null, { status, headers });
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
export function countingRefusals(handle: Handle): Handle {
  return async (context) => {
    context.checkAddress();
    return handle(context).catch((error: unknown) => {
      context.countForAddress();
      throw error;
    });
  };
}

/** Shows a refusal as a page: for those who did not come from the client, or so long ago that it is not known. */
export function refusingByPage(handle: Handle): Handle {
  const counting = countingRefusals(handle);
  return (context) =>
    counting(context).catch((error: unknown) => {
      if (!(error instanceof ApiError)) throw error;
      return htmlPage(context.realm.name, {
        status: error.status,
        title: 'You are not signed in',
        error: error.message,
        link: { url: '/', label: 'Back to the sign-in page' },
      });
    });
}
