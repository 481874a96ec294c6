// What only a provider of SAML needs: where it posts its responses, and what it has to know of us. [SO49]
import { Refused } from '@stoa/contract';
import { readParameters } from '../../kit/http/parameters/raw-parameters.ts';
import type { RawRoute } from '../../kit/http/raw-route.ts';
import type { SamlProvider } from './saml-provider.ts';
import { completePath, signOnPath } from './sign-on-settings.ts';
import { countingRefusals, redirect, refusingByPage } from './single-sign-on.pages.ts';

/** The largest response in Base64, and each character of it that a form encodes. */
const BODY_MAX = 160 * 1024;
const STATE = /^[\w-]{32}$/;

export function samlPages(provider: SamlProvider): RawRoute[] {
  const path = signOnPath(provider.settings);
  return [
    {
      methods: ['POST'],
      path: `${path}/acs`,
      access: 'public',
      handle: refusingByPage(async ({ realm, request, limit_key }) => {
        const sent = await readParameters(request, BODY_MAX);
        // Only what began here has one of these; the provider's own pages send addresses, or nothing. [SO51]
        const state = sent.get('RelayState') ?? '';
        if (!STATE.test(state)) throw Refused('sign_on_stale');
        const query = await provider.receive(realm, state, sent.get('SAMLResponse') ?? '', limit_key);
        return redirect(completePath(provider.settings) + query, [], 303);
      }),
    },
    {
      methods: ['GET'],
      path: `${path}/metadata`,
      access: 'public',
      handle: countingRefusals(
        async ({ realm }) =>
          new Response(await provider.metadata(realm), {
            headers: {
              'content-type': 'application/samlmetadata+xml; charset=utf-8',
              'x-content-type-options': 'nosniff',
            },
          }),
      ),
    },
  ];
}
