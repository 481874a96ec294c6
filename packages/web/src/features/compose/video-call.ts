// Links to video calls at the organization's provider. [WB105]
import { ApiError } from '@stoa/contract/api-error';
import type { Client } from '@stoa/sdk';
import { t } from '../../base/text/all-texts.ts';
import type { State } from '../../model/state/state.ts';

/** Nobody can join a room whose name they can't guess. */
const NAME_BYTES = 16;

/** Ids in `realm_available_video_chat_providers`. */
const PROVIDER = { none: 0, jitsi: 1, zoom: 3, big_blue_button: 4, zoom_account: 5, nextcloud: 7 } as const;

type Chosen = Pick<State, 'realm_video_chat_provider' | 'jitsi_server_url'>;
type Api = Pick<Client, 'createBigBlueButtonCall' | 'createNextcloudTalkCall' | 'createZoomCall' | 'authorization'>;

/** Whether calls are available: the organization may disable them or lack a Jitsi server. */
export function hasCalls({ realm_video_chat_provider: provider, jitsi_server_url }: Chosen): boolean {
  return provider === PROVIDER.jitsi ? jitsi_server_url !== '' : provider !== PROVIDER.none;
}

function jitsiRoom(server: string): string {
  const name = Array.from(crypto.getRandomValues(new Uint8Array(NAME_BYTES)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
  return `${server.replace(/\/+$/, '')}/${name}`;
}

/** Creates the call; null if the account must first be connected to the provider, in a window of its own. */
export async function makeCall(
  api: Api,
  state: Chosen & Pick<State, 'realm_name' | 'realm_url'>,
): Promise<string | null> {
  const room = state.realm_name;
  switch (state.realm_video_chat_provider) {
    case PROVIDER.zoom:
    case PROVIDER.zoom_account:
      return zoomCall(api);
    case PROVIDER.big_blue_button: {
      const { url } = await api.createBigBlueButtonCall({ meeting_name: room });
      return callLink(new URL(url, state.realm_url).href);
    }
    case PROVIDER.nextcloud:
      return callLink((await api.createNextcloudTalkCall({ room_name: room })).url);
    default:
      return callLink(jitsiRoom(state.jitsi_server_url));
  }
}

async function zoomCall(api: Api): Promise<string | null> {
  try {
    return callLink((await api.createZoomCall()).url);
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'INVALID_ZOOM_TOKEN')) throw error;
    const response = await fetch('/api/v1/calls/zoom/register', {
      headers: { authorization: api.authorization ?? '' },
    });
    const { url } = (await response.json()) as { url?: string };
    if (response.ok && url) window.open(url, '_blank', 'noopener');
    return null;
  }
}

const callLink = (url: string): string => `[${t('call_join')}](${url})`;
