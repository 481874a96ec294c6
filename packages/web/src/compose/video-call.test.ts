// Links to video calls.
import { expect, it } from 'bun:test';
import { callLink, callServer } from './video-call.ts';

it('[WB105] calls are held where the organization or the server says, and nowhere else', () => {
  const at = (realm_video_chat_provider: 0 | 1, jitsi_server_url: string) =>
    callServer({ realm_video_chat_provider, jitsi_server_url });
  expect(at(1, 'https://meet.example')).toBe('https://meet.example');
  expect(at(0, 'https://meet.example')).toBeNull();
  expect(at(1, '')).toBeNull();
});

it('[WB105] each call is in a room of its own, whose name nobody guesses', () => {
  const links = Array.from({ length: 50 }, () => callLink('https://meet.example/calls/'));
  expect(new Set(links).size).toBe(50);
  for (const link of links)
    expect(link).toMatch(/^\[Join the video call\]\(https:\/\/meet\.example\/calls\/[0-9a-f]{32}\)$/);
});
