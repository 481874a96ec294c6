// Signing in on a device after the identity provider, and asking it again.

import {
  BadRequest,
  confirmExternally,
  createExternalSession,
  finishExternalConfirmation,
  Refused,
  UserDeactivated,
} from '@stoa/contract';
import { findCredentialsById } from '../../identity/auth/auth.queries.ts';
import { confirmSession, openSession } from '../../identity/sessions/sessions.actions.ts';
import { deviceName } from '../../identity/sessions/sessions.rules.ts';
import type { Store } from '../../kit/database/connection.ts';
import { action, type Route } from '../../kit/http/route.ts';
import { WITHOUT_CREDENTIALS } from '../../kit/write/audit-record.ts';
import type { Writer } from '../../kit/write/write.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import { findSubjectOf } from './external-identities.queries.ts';
import { openRefusal } from './sealed-refusals.ts';
import { spendSignOnCode } from './sign-on-codes.actions.ts';
import type { SignOnSeals } from './sign-on-seals.ts';
import { type SignOnSettings, signOnPath } from './sign-on-settings.ts';

export interface SignOnServices {
  readonly writer: Writer;
  readonly seals: SignOnSeals;
  readonly store: Store;
  /** Null without an identity provider. */
  readonly settings: SignOnSettings | null;
}

export function signOnRoutes({ writer, store, seals, settings }: SignOnServices): Route[] {
  return [
    action(createExternalSession, async ({ realm, client, now }, { device_name, ...answer }) => {
      if (!settings) throw Refused('sign_on_off');
      const refusal = openRefusal(seals, realm.realm_id, answer, now);
      if (refusal) throw refusal;
      const open = async (context: WriteContext) => {
        const { user_id, session_id, sid, authenticated_at } = await spendSignOnCode(context, realm.realm_id, answer);
        if (session_id !== null) throw Refused('sign_on_stale');
        const account = await findCredentialsById(context.tx, realm.realm_id, user_id);
        if (!account?.is_active) throw UserDeactivated('Account is deactivated');
        const signed_on = { method: 'single_sign_on' as const, sign_on_sid: sid, confirmed_at: authenticated_at };
        return openSession(context, realm.realm_id, account, deviceName(device_name, client), signed_on);
      };
      return writer.write(realm.realm_id, open, { origin: WITHOUT_CREDENTIALS });
    }),
    action(confirmExternally, async ({ actor, realm, now }, { challenge }) => {
      if (!settings) throw Refused('sign_on_off');
      const { user_id, session_id } = actor;
      const { issuer, name } = settings;
      // An unsigned request may be changed on its way: nobody could tell whether the provider was told to ask. [SO57]
      if (settings.kind === 'saml' && settings.signing === null) throw Refused('sign_on_not_asked', { provider: name });
      const subject = await store.snapshot((db) => findSubjectOf(db, user_id, issuer));
      // With an API key nothing is to be confirmed.
      if (subject === null) throw Refused('sign_on_not_connected', { provider: name });
      if (session_id === undefined) throw BadRequest('Invalid session');
      const confirmation = seals.seal('confirmation', realm.realm_id, { user_id, session_id, challenge }, now);
      return { url: `${realm.url}${signOnPath(settings)}?confirmation=${confirmation}` };
    }),
    action(finishExternalConfirmation, async ({ actor, realm, now }, answer) => {
      if (!settings) throw Refused('sign_on_off');
      const refusal = openRefusal(seals, realm.realm_id, answer, now);
      if (refusal) throw refusal;
      await writer.write(realm.realm_id, async (context) => {
        const { user_id, session_id } = await spendSignOnCode(context, realm.realm_id, answer);
        // The owner of the session must have asked: nobody confirms the session of a thief.
        if (session_id === null || session_id !== actor.session_id || user_id !== actor.user_id)
          throw Refused('sign_on_stale');
        await confirmSession(context, user_id, session_id);
      });
      return {};
    }),
  ];
}
