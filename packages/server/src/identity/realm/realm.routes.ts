// Server settings before signing in, and changing the organization.
import { getServerSettings, SIGN_ON_METHODS, updateRealm } from '@stoa/contract';
import { render } from '@stoa/markdown';
import { type Route, read, write } from '../../kit/http/route.ts';
import type { ServerFacts } from '../../kit/server-facts.ts';
import type { SecondFactor } from '../../kit/sign-in/second-factor.ts';
import { findRealmPictures } from '../realm-icons/realm-icons.queries.ts';
import { getRealmRow } from './realm.queries.ts';
import { changeRealmByRequest } from './realm-changes.actions.ts';
import { hasSpectatorAccess } from './realm-settings.queries.ts';
import { versionFields } from './realm-state.queries.ts';

export function realmRoutes(server: ServerFacts, second_factor: SecondFactor): Route[] {
  const { dev, push_notifications_enabled, identity_provider, directory, takes_passwords } = server;
  return [
    read(getServerSettings, async ({ db, realm }) => {
      const { name, description } = await getRealmRow(db, realm.realm_id);
      return {
        ...versionFields,
        authentication_methods: {
          password: takes_passwords,
          dev,
          email: takes_passwords,
          ldap: directory !== null,
          remoteuser: false,
          'openid connect': identity_provider?.kind === 'openid',
          saml: identity_provider?.kind === 'saml',
        },
        external_authentication_methods: externalMethods(identity_provider),
        push_notifications_enabled,
        is_incompatible: false,
        email_auth_enabled: takes_passwords,
        directory_name: directory?.name ?? null,
        require_email_format_usernames: !directory?.has_login_names,
        realm_uri: realm.url,
        realm_url: realm.url,
        realm_name: name,
        realm_icon: (await findRealmPictures(db, realm.realm_id)).icon_url,
        realm_description: render(description).html,
        realm_web_public_access_enabled: await hasSpectatorAccess(db, realm.realm_id),
      };
    }),
    write(updateRealm, async (context, changes) => {
      const { actor } = context;
      if (changes.require_two_factor !== undefined)
        await second_factor.prepareRequirement(context, actor, changes.require_two_factor);
      await changeRealmByRequest(context, actor, server, changes);
      return {};
    }),
  ];
}

/** Apps add what they need to the address, and open it in a browser. */
const externalMethods = (provider: ServerFacts['identity_provider']) =>
  provider === null
    ? []
    : [
        {
          name: SIGN_ON_METHODS[provider.kind].name,
          display_name: provider.name,
          display_icon: null,
          login_url: SIGN_ON_METHODS[provider.kind].path,
          signup_url: SIGN_ON_METHODS[provider.kind].path,
        },
      ];
