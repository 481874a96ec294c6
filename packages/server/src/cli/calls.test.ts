// The options for video calls, before anything is opened.
import { afterAll, expect, it } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { callSettings } from './calls.ts';

const directory = mkdtempSync(join(tmpdir(), 'stoa-calls-'));
afterAll(() => rmSync(directory, { recursive: true }));

it('[CL16] services of calls need their secrets, from variables or files', () => {
  expect(callSettings({}, {}).calls).toEqual({
    jitsi_server_url: 'https://meet.jit.si',
    big_blue_button: null,
    nextcloud: null,
    zoom: null,
  });
  expect(callSettings({ 'jitsi-server-url': 'none' }, {}).calls.jitsi_server_url).toBeNull();
  const file = join(directory, 'secret');
  writeFileSync(file, 'from a file\n');
  const bbb = { 'big-blue-button-url': 'https://bbb.example/bigbluebutton/' };
  expect(callSettings(bbb, { STOA_BIG_BLUE_BUTTON_SECRET_FILE: file }).calls.big_blue_button).toEqual({
    url: 'https://bbb.example/bigbluebutton/',
    secret: 'from a file',
  });
  const cloud = { 'nextcloud-url': 'https://cloud.example/', 'nextcloud-username': 'rooms' };
  expect(callSettings(cloud, { STOA_NEXTCLOUD_PASSWORD: 'p' }).calls.nextcloud).toEqual({
    url: 'https://cloud.example',
    username: 'rooms',
    password: 'p',
  });
  const zoom = { 'zoom-client-id': 'app', 'zoom-account-id': 'account' };
  expect(callSettings(zoom, { STOA_ZOOM_CLIENT_SECRET: 's' }).calls.zoom).toEqual({
    url: 'https://zoom.us',
    api_url: 'https://api.zoom.us',
    client_id: 'app',
    client_secret: 's',
    account_id: 'account',
  });
});

it('[CL16] what is missing, or no address, is named', () => {
  const refused = [
    [{ 'big-blue-button-url': 'https://bbb.example' }, 'STOA_BIG_BLUE_BUTTON_SECRET'],
    [{ 'big-blue-button-url': 'bbb.example' }, '--big-blue-button-url'],
    [{ 'jitsi-server-url': 'javascript:alert(1)' }, '--jitsi-server-url'],
    [{ 'jitsi-server-url': 'https://me:secret@meet.example' }, '--jitsi-server-url'],
    [{ 'nextcloud-url': 'https://cloud.example' }, '--nextcloud-username'],
    [{ 'zoom-account-id': 'x' }, '--zoom-client-id'],
    [{ 'zoom-client-id': 'x' }, 'STOA_ZOOM_CLIENT_SECRET'],
  ] as const;
  for (const [values, named] of refused) expect(() => callSettings(values, {})).toThrow(named);
  const gone = { STOA_ZOOM_CLIENT_SECRET_FILE: join(directory, 'nothing') };
  expect(() => callSettings({ 'zoom-client-id': 'x' }, gone)).toThrow('STOA_ZOOM_CLIENT_SECRET_FILE');
});
