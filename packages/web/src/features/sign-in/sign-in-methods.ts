// How people sign in to this server, by what it says to anybody.
import type { getServerSettings, ResultOf } from '@stoa/contract';

export type ServerSettings = ResultOf<typeof getServerSettings>;
/** A server has at most one identity provider. */
export type SignOnMethod = ServerSettings['external_authentication_methods'][number];

export interface SignInMethods {
  readonly takes_passwords: boolean;
  readonly sign_on: SignOnMethod | undefined;
  /** The name of the directory whose passwords count; null without one. */
  readonly directory: string | null;
  /** People may type a login name that is no address. */
  readonly has_login_names: boolean;
}

/** Until the server says something else. */
export const ONLY_PASSWORDS: SignInMethods = {
  takes_passwords: true,
  sign_on: undefined,
  directory: null,
  has_login_names: false,
};

export const signInMethods = (settings: ServerSettings): SignInMethods => ({
  takes_passwords: settings.email_auth_enabled && settings.authentication_methods.password !== false,
  sign_on: settings.external_authentication_methods[0],
  directory: settings.directory_name,
  has_login_names: !settings.require_email_format_usernames,
});
