// Video calls at external services. The operator chooses which are available.
import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { apiError, BadRequest } from '../kit/errors.ts';
import { event, type ReceivedEvent } from '../kit/event.ts';
import { slice } from '../kit/slice.ts';
import { type ClientState, type Reducer, state } from '../kit/state.ts';

/** Keyed as in `realm_available_video_chat_providers`. */
export const CALL_PROVIDERS = {
  disabled: { id: 0, name: 'None' },
  jitsi_meet: { id: 1, name: 'Jitsi Meet' },
  zoom: { id: 3, name: 'Zoom' },
  big_blue_button: { id: 4, name: 'BigBlueButton' },
  zoom_server_to_server: { id: 5, name: 'Zoom' },
  nextcloud_talk: { id: 7, name: 'Nextcloud Talk' },
} as const;
export type CallProvider = keyof typeof CALL_PROVIDERS;

/** In Unicode code points; longer names are cut. */
export const MAX_CALL_NAME_LENGTH = 200;

export const InvalidZoomToken = apiError({
  code: 'INVALID_ZOOM_TOKEN',
  status: 400,
  summary: 'The account is not connected to Zoom; connect it at /calls/zoom/register.',
});
export const UnknownZoomUser = apiError({
  code: 'UNKNOWN_ZOOM_USER',
  status: 400,
  summary: 'Zoom has no user with the email address of this account.',
});

const call = () =>
  z.object({
    /** Where people join; relative to the server root if it begins with a slash. */
    url: z.string(),
  });
/** Refused when the server has no such service. */
const common = { access: 'user', result: call, refused: true } as const;

export const createBigBlueButtonCall = endpoint({
  ...common,
  id: 'create-big-blue-button-video-call',
  method: 'GET',
  path: '/calls/bigbluebutton/create',
  scope: 'send',
  params: () =>
    z.object({
      meeting_name: z.string(),
      /** Nobody can turn a camera on. */
      voice_only: z.boolean().default(false),
    }),
  errors: [BadRequest],
  summary: 'Create a BigBlueButton call',
});
export const createZoomCall = endpoint({
  ...common,
  id: 'create-zoom-video-call',
  method: 'POST',
  path: '/calls/zoom/create',
  scope: 'send',
  params: () => z.object({ is_video_call: z.boolean().default(true) }),
  errors: [BadRequest, InvalidZoomToken, UnknownZoomUser],
  summary: 'Create a Zoom call',
});
export const createNextcloudTalkCall = endpoint({
  ...common,
  id: 'create-nextcloud-talk-video-call',
  method: 'POST',
  path: '/calls/nextcloud_talk/create',
  scope: 'send',
  params: () => z.object({ room_name: z.string() }),
  errors: [BadRequest],
  summary: 'Create a Nextcloud Talk call',
  since: 465,
});

export const hasZoomToken = event({
  type: 'has_zoom_token',
  fields: () => z.object({ value: z.boolean() }),
  summary: 'The account of the user was connected to Zoom or disconnected.',
});

export const videoCallsState = state({
  fetch: ['video_calls'],
  fields: () => z.object({ has_zoom_token: z.boolean() }),
});

export const reduceCalls: Reducer = (state: ClientState, event: ReceivedEvent): ClientState =>
  event.type === 'has_zoom_token' && state.has_zoom_token !== undefined
    ? { ...state, has_zoom_token: event.value }
    : state;

export const callsContract = slice({
  name: 'calls',
  endpoints: { createBigBlueButtonCall, createZoomCall, createNextcloudTalkCall },
  events: [hasZoomToken],
  state: { video_calls: videoCallsState },
  reduce: [reduceCalls],
});
