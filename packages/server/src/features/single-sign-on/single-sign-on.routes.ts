// Signing in on a device after the identity provider, and asking it again.
import { createHash } from 'node:crypto';
import { confirmExternally, createExternalSession, Refused, SIGN_ON_PATH, UserDeactivated } from '@stoa/contract';
import { findCredentialsById } from '../../identity/auth/auth.queries.ts';
import { openSession } from '../../identity/sessions/sessions.actions.ts';
import { deviceName } from '../../identity/sessions/sessions.rules.ts';
import type { Store } from '../../kit/database/connection.ts';
import { action, type Route } from '../../kit/http/route.ts';
import type { Writer } from '../../kit/write.ts';
import { findSubjectOf } from './external-identities.queries.ts';
import type { SignOnSeals } from './sign-on-seals.ts';
import type { SignOnSettings } from './sign-on-settings.ts';

export interface SignOnServices {
  readonly writer: Writer;
  readonly seals: SignOnSeals;
  readonly store: Store;
  /** Null without an identity provider. */
  readonly settings: SignOnSettings | null;
}

export function signOnRoutes({ writer, store, seals, settings }: SignOnServices): Route[] {
  return [
    action(createExternalSession, async ({ realm, client, now }, { code, verifier, device_name }) => {
      if (!settings) throw Refused('sign_on_off');
      const signed_in = seals.open('signed_in', realm.realm_id, code, now);
      // Of another browser: a foreign link must not sign anybody in to a foreign account. [SO8]
      const is_own = signed_in?.challenge === createHash('sha256').update(verifier).digest('hex');
      if (!signed_in || !is_own) throw Refused('sign_on_stale');
      return writer.write(realm.realm_id, async (context) => {
        const account = await findCredentialsById(context.tx, realm.realm_id, signed_in.user_id);
        if (!account?.is_active) throw UserDeactivated('Account is deactivated');
        return openSession(context, realm.realm_id, account, deviceName(device_name, client), signed_in.sid);
      });
    }),
    action(confirmExternally, async ({ actor, realm, now }) => {
      if (!settings) throw Refused('sign_on_off');
      const { user_id, session_id } = actor;
      const { issuer, name } = settings;
      const subject = await store.snapshot((db) => findSubjectOf(db, user_id, issuer));
      // With an API key nothing is to be confirmed.
      if (subject === null || session_id === undefined) throw Refused('sign_on_other_account', { provider: name });
      const confirmation = seals.seal('confirmation', realm.realm_id, { user_id, session_id }, now);
      return { url: `${realm.url}${SIGN_ON_PATH}?confirmation=${confirmation}` };
    }),
  ];
}
