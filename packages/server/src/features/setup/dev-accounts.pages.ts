// Signing in as any account without a password, on development servers (--dev) only. [FR6]

import { AuthenticationFailed } from '@stoa/contract';
import { findCredentials } from '../../identity/auth/auth.queries.ts';
import { openSession } from '../../identity/sessions/sessions.actions.ts';
import { deviceName } from '../../identity/sessions/sessions.rules.ts';
import { clientName } from '../../kit/http/callers/user-agent.ts';
import type { DispatchServices, Serve } from '../../kit/http/handling.ts';
import { readParameters } from '../../kit/http/parameters/raw-parameters.ts';
import { publicHandler } from '../../kit/http/public-handler.ts';
import { WITHOUT_CREDENTIALS } from '../../kit/write/audit-record.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';

const BODY_LIMIT = 16 * 1024;

export function devPages(services: DispatchServices): [string, Serve][] {
  const { store, writer, gate } = services;
  return [
    [
      '/dev-session',
      publicHandler(services, 'POST', async (request) => {
        const realm = await gate.findRealm(store.db, request.headers.get('host') ?? '');
        const sent = await readParameters(request, BODY_LIMIT);
        const device = deviceName(sent.get('device_name') ?? '', clientName(request.headers.get('user-agent')));
        const open = async (context: WriteContext) => {
          const account = await findCredentials(context.tx, realm, sent.get('email') ?? '');
          if (!account?.is_active || account.is_bot)
            throw AuthenticationFailed('There is no account with this email address');
          return openSession(context, realm.realm_id, account, device);
        };
        return writer.write(realm.realm_id, open, { origin: WITHOUT_CREDENTIALS });
      }),
    ],
  ];
}
