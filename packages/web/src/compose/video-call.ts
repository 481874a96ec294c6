// A link to a video call of the conversation's own. [WB105]
import type { State } from '../app/state.ts';
import { t } from '../text/text.ts';

const JITSI = 1;
/** Nobody comes into a room whose name they can't guess. */
const NAME_BYTES = 16;

/** Where calls are held; null where the organization wants none, or nobody has said where. */
export function callServer(state: Pick<State, 'realm_video_chat_provider' | 'jitsi_server_url'>): string | null {
  return state.realm_video_chat_provider === JITSI && state.jitsi_server_url ? state.jitsi_server_url : null;
}

export function callLink(server: string): string {
  const name = Array.from(crypto.getRandomValues(new Uint8Array(NAME_BYTES)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
  return `[${t('call_join')}](${server.replace(/\/+$/, '')}/${name})`;
}
