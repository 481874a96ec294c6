// Server and organization data that clients receive before signing in.
import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';

/** The API feature level of this server, by which clients choose their behaviour. Spec section 9. */
export const FEATURE_LEVEL = 481;
/** The version clients parse; they refuse servers with an unreadable one. Corresponds to {@link FEATURE_LEVEL}. */
export const COMPATIBLE_VERSION = '12.0';

export const versions = {
  service_feature_level: z.int(),
  zulip_feature_level: z.int(),
  zulip_version: z.string(),
  zulip_merge_base: z.string(),
};

export const getServerSettings = endpoint({
  id: 'get-server-settings',
  method: 'GET',
  path: '/server_settings',
  access: 'public',
  result: () =>
    z.object({
      ...versions,
      authentication_methods: z.record(z.string(), z.boolean()),
      external_authentication_methods: z.array(
        z.object({
          name: z.string(),
          display_name: z.string(),
          display_icon: z.string().nullable(),
          login_url: z.string(),
          signup_url: z.string(),
        }),
      ),
      push_notifications_enabled: z.boolean(),
      is_incompatible: z.boolean(),
      email_auth_enabled: z.boolean(),
      require_email_format_usernames: z.boolean(),
      /** The name of the directory (LDAP) whose login names and passwords count; null without one. A Stoa extension. */
      directory_name: z.string().nullable(),
      realm_uri: z.string(),
      realm_url: z.string(),
      realm_name: z.string(),
      realm_icon: z.string(),
      realm_description: z.string(),
      realm_web_public_access_enabled: z.boolean(),
    }),
  summary: 'Get the server data that a client needs before signing in',
});
