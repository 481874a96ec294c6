// Pages for the web client before sign-in: how people can sign in, and setting up a new server. They answer in the API's
// format but are not endpoints, because an organization may not exist yet.
import { LanguageCode, Refused } from '@stoa/contract';
import { checkStrength } from '../../identity/auth/password-strength.ts';
import { hashPassword } from '../../identity/auth/passwords.ts';
import { hasOrganization } from '../../identity/realm/realm.queries.ts';
import { checkRealmName } from '../../identity/realm/realm.rules.ts';
import { deviceName } from '../../identity/sessions/sessions.rules.ts';
import { checkFullName, checkPassword } from '../../identity/users/users.rules.ts';
import { clientAddress } from '../../kit/http/callers/client-address.ts';
import { clientName } from '../../kit/http/callers/user-agent.ts';
import type { DispatchServices, Serve } from '../../kit/http/handling.ts';
import { readParameters } from '../../kit/http/parameters/raw-parameters.ts';
import { publicHandler } from '../../kit/http/public-handler.ts';
import { checkEmail } from '../../kit/text/email-addresses.ts';
import { isOpen } from '../sign-up/admission.queries.ts';
import { devPages } from './dev-accounts.pages.ts';
import { listDevAccounts } from './dev-accounts.queries.ts';
import { checkSetupKey, setUp } from './setup.actions.ts';

const BODY_LIMIT = 16 * 1024;

export function setupPages(services: DispatchServices, sends_mail: boolean, dev: boolean): [string, Serve][] {
  const { store, writer, gate, limits, trusted_proxies } = services;
  return [
    ...(dev ? devPages(services) : []),
    [
      '/entrance',
      publicHandler(services, 'GET', async (request) => {
        const is_waiting_for_setup = !(await hasOrganization(store.db));
        const host = request.headers.get('host') ?? '';
        const realm = is_waiting_for_setup ? null : await gate.findRealm(store.db, host);
        return {
          is_waiting_for_setup,
          sends_mail,
          is_open_to_all: realm !== null && sends_mail && (await isOpen(store.db, realm.realm_id)),
          // Development servers list the accounts to choose from. [FR6]
          ...(dev && realm ? { dev_accounts: await listDevAccounts(store.db, realm.realm_id) } : {}),
        };
      }),
    ],
    [
      '/setup',
      publicHandler(services, 'POST', async (request, peers) => {
        const sent = await readParameters(request, BODY_LIMIT);
        const field = (name: string) => sent.get(name) ?? '';
        const key = field('key');
        const guesser = `setup ${clientAddress(request, peers, trusted_proxies)}`;
        limits?.login?.take(guesser);
        await checkSetupKey(store.db, key);
        limits?.login?.clear(guesser);
        const name = checkRealmName(field('organization'));
        const email = checkEmail(field('email'));
        const full_name = checkFullName(field('full_name'));
        if (field('password') === '') throw Refused('password_empty');
        const password = await checkStrength(checkPassword(field('password')), [email, full_name, name]);
        const device = deviceName(field('device_name'), clientName(request.headers.get('user-agent')));
        const organization = {
          name,
          url: field('url'),
          language: LanguageCode.safeParse(field('language')).data,
          owner: { email, full_name, password_hash: await hashPassword(password) },
        };
        return { ...(await setUp(writer, key, organization, device)), sends_mail };
      }),
    ],
  ];
}
