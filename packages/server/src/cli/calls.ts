// Where video calls are held: the options of `stoa serve`. Secrets come from the environment or a file it names, for command
// lines can be read by everybody on the machine.
import { readFileSync } from 'node:fs';
import { type CallSettings, NO_CALLS, type ZoomAccess } from '../features/calls/call-settings.ts';
import { UsageError } from './command.ts';
import type { Environment } from './parse.ts';

export const callOptions = {
  'jitsi-server-url': {
    type: 'string',
    placeholder: 'URL',
    summary: 'where Jitsi calls are held unless an organization says otherwise; "none" for nowhere',
    fallback: 'https://meet.jit.si',
  },
  'big-blue-button-url': {
    type: 'string',
    placeholder: 'URL',
    summary: 'a BigBlueButton server; needs the variable STOA_BIG_BLUE_BUTTON_SECRET',
  },
  'nextcloud-url': {
    type: 'string',
    placeholder: 'URL',
    summary: 'a Nextcloud with Talk; needs --nextcloud-username and the variable STOA_NEXTCLOUD_PASSWORD',
  },
  'nextcloud-username': { type: 'string', placeholder: 'NAME', summary: 'who makes rooms at that Nextcloud' },
  'zoom-client-id': {
    type: 'string',
    placeholder: 'ID',
    summary: 'an app at Zoom; needs the variable STOA_ZOOM_CLIENT_SECRET',
  },
  'zoom-account-id': {
    type: 'string',
    placeholder: 'ID',
    summary: 'the account of a server-to-server app; without it each person connects their own',
  },
  'zoom-url': {
    type: 'string',
    placeholder: 'URL',
    summary: 'where Zoom signs people in',
    fallback: 'https://zoom.us',
  },
  'zoom-api-url': { type: 'string', placeholder: 'URL', summary: "Zoom's API", fallback: 'https://api.zoom.us' },
} as const;

type CallValues = { readonly [Name in keyof typeof callOptions]?: string | undefined };

/** The variable, or what is in the file that the variable with `_FILE` names. */
function secret(name: string, environment: Environment): string {
  const file = environment[`${name}_FILE`];
  let text = environment[name];
  if (!text && file) {
    try {
      text = readFileSync(file, 'utf8').trim();
    } catch (error) {
      throw new UsageError(`${name}_FILE: ${(error as Error).message}`);
    }
  }
  if (!text) throw new UsageError(`the variable ${name}, or ${name}_FILE, is missing`);
  return text;
}

function address(name: keyof typeof callOptions, values: CallValues): string | null {
  const given = values[name];
  if (given === undefined) return null;
  const url = URL.parse(given);
  const is_plain = url && url.search === '' && url.hash === '' && url.username === '' && url.password === '';
  if (!is_plain || !/^https?:$/.test(url.protocol))
    throw new UsageError(`--${name} must be an https:// or http:// URL`);
  return given.replace(/\/+$/, '');
}

/** [CL16] */
export function callSettings(values: CallValues, environment: Environment): { calls: CallSettings } {
  const jitsi = values['jitsi-server-url'];
  const jitsi_server_url = jitsi === 'none' ? null : (address('jitsi-server-url', values) ?? NO_CALLS.jitsi_server_url);
  const bbb = address('big-blue-button-url', values);
  const nextcloud = address('nextcloud-url', values);
  const username = values['nextcloud-username'];
  if (nextcloud !== null && !username) throw new UsageError('--nextcloud-url needs --nextcloud-username');
  return {
    calls: {
      jitsi_server_url,
      big_blue_button:
        bbb === null ? null : { url: `${bbb}/`, secret: secret('STOA_BIG_BLUE_BUTTON_SECRET', environment) },
      nextcloud:
        nextcloud === null
          ? null
          : { url: nextcloud, username: username!, password: secret('STOA_NEXTCLOUD_PASSWORD', environment) },
      zoom: zoomAccess(values, environment),
    },
  };
}

function zoomAccess(values: CallValues, environment: Environment): ZoomAccess | null {
  const client_id = values['zoom-client-id'];
  const account_id = values['zoom-account-id'] ?? null;
  if (client_id === undefined) {
    if (account_id !== null) throw new UsageError('--zoom-account-id needs --zoom-client-id');
    return null;
  }
  return {
    url: address('zoom-url', values) ?? 'https://zoom.us',
    api_url: address('zoom-api-url', values) ?? 'https://api.zoom.us',
    client_id,
    client_secret: secret('STOA_ZOOM_CLIENT_SECRET', environment),
    account_id,
  };
}
