// Links to video calls.
import { expect, it } from 'bun:test';
import { hasCalls, makeCall } from './video-call.ts';

const state = (realm_video_chat_provider: 0 | 1 | 3 | 4 | 5 | 7, jitsi_server_url = '') => ({
  realm_video_chat_provider,
  jitsi_server_url,
  realm_name: 'Acme',
  realm_url: 'https://chat.example',
});

it('[WB105] calls use only the provider of the organization or the server', () => {
  expect(hasCalls(state(1, 'https://meet.example'))).toBe(true);
  expect(hasCalls(state(0, 'https://meet.example'))).toBe(false);
  expect(hasCalls(state(1))).toBe(false);
  for (const provider of [3, 4, 5, 7] as const) expect(hasCalls(state(provider))).toBe(true);
});

const api = {
  authorization: 'Basic x',
  createBigBlueButtonCall: async () => ({ url: '/calls/bigbluebutton/join?bigbluebutton=a.b' }),
  createNextcloudTalkCall: async ({ room_name }: { room_name: string }) => ({
    url: `https://cloud.example/${room_name}`,
  }),
  createZoomCall: async () => ({ url: 'https://zoom.example/j/1' }),
} as unknown as Parameters<typeof makeCall>[0];

it('[WB105] each Jitsi call has its own unguessable room', async () => {
  const links = await Promise.all(
    Array.from({ length: 50 }, () => makeCall(api, state(1, 'https://meet.example/calls/'))),
  );
  expect(new Set(links).size).toBe(50);
  for (const link of links)
    expect(link).toMatch(/^\[Join the video call\]\(https:\/\/meet\.example\/calls\/[0-9a-f]{32}\)$/);
});

it('[WB105] other providers return the address of the call', async () => {
  const link = (url: string) => `[Join the video call](${url})`;
  expect(await makeCall(api, state(4))).toBe(link('https://chat.example/calls/bigbluebutton/join?bigbluebutton=a.b'));
  expect(await makeCall(api, state(7))).toBe(link('https://cloud.example/Acme'));
  expect(await makeCall(api, state(3))).toBe(link('https://zoom.example/j/1'));
  expect(await makeCall(api, state(5))).toBe(link('https://zoom.example/j/1'));
});
