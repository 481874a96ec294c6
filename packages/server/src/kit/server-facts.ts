// Facts about this server, as clients receive them.
import type { CallProvider } from '@stoa/contract';

export interface ServerFacts {
  /** The server was started for development. */
  readonly dev: boolean;
  /** A push service is configured. */
  readonly push_notifications_enabled: boolean;
  /** Mail is configured. */
  readonly sends_mail: boolean;
  /** The protocol of the identity provider of single sign-on, and the name that people know; null without one. */
  readonly identity_provider: { readonly kind: 'openid' | 'saml'; readonly name: string } | null;
  /** The name of the directory whose passwords count, and whether its login names may be other than addresses; null without one. */
  readonly directory: { readonly name: string; readonly has_login_names: boolean } | null;
  /** People may sign in by a password of this server. */
  readonly takes_passwords: boolean;
  /** Providers of calls. */
  readonly call_providers: readonly CallProvider[];
  /** Null if the server has none. */
  readonly jitsi_server_url: string | null;
  /** Pages that messages link to may be fetched. */
  readonly link_previews: boolean;
  /** Upload quota of organizations without one of their own. */
  readonly upload_quota_mib: number;
}

/** True: each organization decides whether people may read web-public channels without an account. */
export const WEB_PUBLIC_STREAMS_ENABLED = true;
/** False: each organization decides whether people may upload their own pictures. */
export const AVATAR_CHANGES_DISABLED = false;

/** The path of the names of all Unicode emoji. */
export const EMOJI_DATA_PATH = '/static/emoji.json';
export const LOGO_PATH = '/static/logo.svg';

export const STARTED_AT = Math.floor(performance.timeOrigin / 1000);
/** After this long clients consider a poll lost; longer than the heartbeat interval. */
export const LONGPOLL_TIMEOUT_SECONDS = 90;

/** The plan of self-hosted servers: no feature is withheld. */
export const SELF_HOSTED_PLAN = 1;
