// Where calls are held, as the operator says it. Secrets stay in here: nothing of it is written to logs or told to clients.
import { CALL_PROVIDERS, type CallProvider } from '@stoa/contract';

export interface BigBlueButtonAccess {
  /** Ends with a slash, before `api/`. */
  readonly url: string;
  readonly secret: string;
}
export interface NextcloudAccess {
  /** Without a slash at the end. */
  readonly url: string;
  readonly username: string;
  readonly password: string;
}
export interface ZoomAccess {
  /** Where people agree and tokens are made, without a slash at the end. */
  readonly url: string;
  readonly api_url: string;
  readonly client_id: string;
  readonly client_secret: string;
  /** For an app of the whole account (server to server); null where each person connects their own. */
  readonly account_id: string | null;
}

export interface CallSettings {
  /** Null: none but what an organization names itself. */
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

/** What organizations choose from. [VC1] */
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
