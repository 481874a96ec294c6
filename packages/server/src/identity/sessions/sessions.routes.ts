// Signing in on a device, and signing out.

import {
  AuthenticationFailed,
  confirmSession,
  createSession,
  endOtherSessions,
  endSession,
  endSessionByDigest,
} from '@stoa/contract';
import { action, type Route, write } from '../../kit/http/route.ts';
import type { ServerFacts } from '../../kit/server-facts.ts';
import { WITHOUT_CREDENTIALS } from '../../kit/write/audit-record.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import { findCredentialsById } from '../auth/auth.queries.ts';
import { checkOwnPassword } from '../auth/own-proof.queries.ts';
import { type PasswordServices, signInByPassword } from '../auth/password-sign-in.actions.ts';
import { checkSignsInByPassword, checkTakesPasswords } from '../auth/password-sign-in.rules.ts';
import { recordFirstLogin } from '../users/first-login.actions.ts';
import { resetApiKey } from '../users/users.actions.ts';
import {
  confirmSession as confirm,
  endSession as end,
  endSessionByDigest as endByDigest,
  endSessions,
  openSession,
} from './sessions.actions.ts';
import { deviceName } from './sessions.rules.ts';

export interface SessionServices extends PasswordServices {
  readonly facts: Pick<ServerFacts, 'takes_passwords'>;
}

export function sessionsRoutes({ facts, ...services }: SessionServices): Route[] {
  const { store, writer } = services;
  return [
    action(createSession, async ({ realm, client }, { device_name, ...credentials }) => {
      checkSignsInByPassword(facts);
      const { user_id, password_hash } = await signInByPassword(services, realm, credentials);
      const open = async (context: WriteContext) => {
        // The password may have changed, or the account ended, during the comparison.
        const account = await findCredentialsById(context.tx, realm.realm_id, user_id);
        if (!account?.is_active || account.password_hash !== password_hash)
          throw AuthenticationFailed('Your username or password is incorrect');
        await recordFirstLogin(context, realm, user_id);
        return openSession(context, realm.realm_id, account, deviceName(device_name, client));
      };
      return writer.write(realm.realm_id, open, { origin: WITHOUT_CREDENTIALS });
    }),
    action(confirmSession, async ({ actor, realm }, { password }) => {
      checkTakesPasswords(facts);
      const { session_id, user_id } = actor;
      await checkOwnPassword(store.db, services, actor, password);
      if (session_id !== undefined)
        await writer.write(realm.realm_id, (context) => confirm(context, user_id, session_id));
      return {};
    }),
    write(endSession, async (context, { session_id }) => {
      await end(context, context.actor.user_id, session_id);
      return {};
    }),
    action(endSessionByDigest, async ({ realm }, { key_digest }) => {
      await writer.write(realm.realm_id, (context) => endByDigest(context, realm.realm_id, key_digest));
      return {};
    }),
    write(endOtherSessions, async (context, { end_api_key }) => {
      const { actor, realm } = context;
      const ended = await endSessions(context, actor.user_id, actor.session_id);
      if (end_api_key) await resetApiKey(context, realm, actor.user_id, { keeps_sessions: true });
      return { ended };
    }),
  ];
}
