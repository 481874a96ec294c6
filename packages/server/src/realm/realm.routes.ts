// What a client learns before signing in.
import { COMPATIBLE_VERSION, FEATURE_LEVEL, getServerSettings } from '@stoa/contract';
import { type Route, read } from '../kit/http/route.ts';
import { getRealmRow } from './realm.queries.ts';

/** Existing clients require a commit name here; ours has no meaning to them. */
export const versionFields = {
  service_feature_level: FEATURE_LEVEL,
  zulip_feature_level: FEATURE_LEVEL,
  zulip_version: COMPATIBLE_VERSION,
  zulip_merge_base: COMPATIBLE_VERSION,
};

export function realmRoutes(dev: boolean): Route[] {
  return [
    read(getServerSettings, async ({ db, realm }) => {
      const { description } = await getRealmRow(db, realm.realm_id);
      return {
        ...versionFields,
        authentication_methods: { password: true, dev, email: true, ldap: false, remoteuser: false },
        external_authentication_methods: [],
        push_notifications_enabled: false,
        is_incompatible: false,
        email_auth_enabled: true,
        require_email_format_usernames: true,
        realm_uri: realm.url,
        realm_url: realm.url,
        realm_name: realm.name,
        realm_icon: '',
        realm_description: description,
        realm_web_public_access_enabled: false,
      };
    }),
  ];
}
