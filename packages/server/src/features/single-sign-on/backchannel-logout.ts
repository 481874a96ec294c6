// What a provider of OpenID Connect calls when somebody signs out there. [SO12]
import { BadRequest } from '@stoa/contract';
import { endSignedOn } from '../../identity/sessions/sessions.actions.ts';
import type { Store } from '../../kit/database/connection.ts';
import { readParameters } from '../../kit/http/parameters/raw-parameters.ts';
import type { RawContext, RawRoute } from '../../kit/http/raw-route.ts';
import { respondSuccess } from '../../kit/http/responses/respond.ts';
import type { Writer } from '../../kit/write/write.ts';
import { findSignedOn } from './external-identities.queries.ts';
import type { OpenIdProvider } from './openid-provider.ts';
import { forgetSignOnCodes } from './sign-on-codes.actions.ts';
import { signOnPath } from './sign-on-settings.ts';
import { countingRefusals } from './single-sign-on.pages.ts';

const BODY_MAX = 64 * 1024;

export interface LogoutParts {
  readonly writer: Writer;
  readonly store: Store;
  readonly provider: OpenIdProvider;
}

export function backchannelLogout(parts: LogoutParts): RawRoute {
  return {
    methods: ['POST'],
    path: `${signOnPath(parts.provider.settings)}/backchannel-logout`,
    access: 'public',
    handle: countingRefusals((context) => logOut(parts, context)),
  };
}

/** Ends the sessions of somebody who signed out at the provider. */
async function logOut({ store, writer, provider }: LogoutParts, { request }: RawContext): Promise<Response> {
  const token = (await readParameters(request, BODY_MAX)).get('logout_token') ?? '';
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
