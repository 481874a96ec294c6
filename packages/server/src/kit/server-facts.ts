// What this server does and does not do, as clients are told.
import type { CallProvider } from '@stoa/contract';

export interface ServerFacts {
  /** The server was started for development. */
  readonly dev: boolean;
  /** A push service is configured. */
  readonly push_notifications_enabled: boolean;
  /** Where calls may be held. */
  readonly call_providers: readonly CallProvider[];
  /** Null where the server names none. */
  readonly jitsi_server_url: string | null;
  /** What the files of an organization may take unless it has a number of its own. */
  readonly upload_quota_mib: number;
}

/** Whether organizations may let people read web-public channels without an account; they decide themselves. */
export const WEB_PUBLIC_STREAMS_ENABLED = true;
/** Organizations decide themselves whether their people may upload pictures of their own. */
export const AVATAR_CHANGES_DISABLED = false;

/** Answers with the names of all Unicode emoji. */
export const EMOJI_DATA_PATH = '/static/emoji.json';
export const LOGO_PATH = '/static/logo.svg';

export const STARTED_AT = Math.floor(performance.timeOrigin / 1000);
/** Clients give a poll so long before they call it lost; above the time after which a heartbeat answers it. */
export const LONGPOLL_TIMEOUT_SECONDS = 90;

/** The plan of who runs the server themselves: nothing is withheld. */
export const SELF_HOSTED_PLAN = 1;
