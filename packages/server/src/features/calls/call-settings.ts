// The operator's settings of video call services. Contains secrets: never log it or send it to clients.
import { CALL_PROVIDERS, type CallProvider } from '@stoa/contract';

export interface BigBlueButtonAccess {
  /** Ends with a slash, before `api/`. */
  readonly url: string;
  readonly secret: string;
}
export interface NextcloudAccess {
  /** Without a trailing slash. */
  readonly url: string;
  readonly username: string;
  readonly password: string;
}
export interface ZoomAccess {
  /** The OAuth server, without a trailing slash. */
  readonly url: string;
  readonly api_url: string;
  readonly client_id: string;
  readonly client_secret: string;
  /** For an app of the whole account (server to server); null if each person connects their own account. */
  readonly account_id: string | null;
}

export interface CallSettings {
  /** Null: only what an organization sets. */
  readonly jitsi_server_url: string | null;
  readonly big_blue_button: BigBlueButtonAccess | null;
  readonly nextcloud: NextcloudAccess | null;
  readonly zoom: ZoomAccess | null;
}

export const NO_CALLS: CallSettings = {
  jitsi_server_url: 'https://meet.jit.si',
  big_blue_button: null,
  nextcloud: null,
  zoom: null,
};

/** The providers that organizations can choose. [VC1] */
export function availableProviders({ big_blue_button, nextcloud, zoom }: CallSettings): CallProvider[] {
  const there: Record<CallProvider, boolean> = {
    disabled: true,
    jitsi_meet: true,
    zoom: zoom !== null && zoom.account_id === null,
    big_blue_button: big_blue_button !== null,
    zoom_server_to_server: zoom !== null && zoom.account_id !== null,
    nextcloud_talk: nextcloud !== null,
  };
  return (Object.keys(CALL_PROVIDERS) as CallProvider[]).filter((provider) => there[provider]);
}
