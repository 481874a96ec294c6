// The options for what is outside, before anything is opened.
import { afterEach, describe, expect, it } from 'bun:test';
import { UsageError } from './command.ts';
import { outsideSettings } from './outside.ts';

const KEY = 'STOA_PUSH_BOUNCER_ORG_KEY';
afterEach(() => {
  delete process.env[KEY];
});
const settings = (url?: string, id?: string, allow?: string, push_allow?: string) =>
  outsideSettings({
    'push-bouncer-url': url,
    'push-bouncer-org-id': id,
    'outbound-allow': allow,
    'web-push-allow': push_allow,
  });

describe('the push service', () => {
  it('[CL14] is none without an address, and needs an id and a key with one', () => {
    expect(settings()).toEqual({ push: null, outbound_allow: [], web_push_allow: [] });
    expect(() => settings('https://push.example', 'me')).toThrow(UsageError);
    process.env[KEY] = 'the key';
    expect(() => settings('https://push.example')).toThrow(UsageError);
    for (const url of ['push.example', 'ftp://push.example', '']) expect(() => settings(url, 'me')).toThrow(UsageError);
    const push = { url: 'https://push.example', org_id: 'me', org_key: 'the key' };
    expect(settings('https://push.example/', 'me')).toMatchObject({ push });
  });

  it('[CL14] [OB2] ranges are addresses', () => {
    expect(settings(undefined, undefined, '10.0.0.0/8, fd00::1').outbound_allow).toHaveLength(2);
    expect(() => settings(undefined, undefined, 'intranet')).toThrow(UsageError);
  });

  it('[CL14] [WP3] what webhooks may call is not what browsers may name', () => {
    expect(settings(undefined, undefined, '10.0.0.0/8').web_push_allow).toEqual([]);
    expect(settings(undefined, undefined, undefined, '10.0.0.0/8')).toMatchObject({ outbound_allow: [] });
    expect(() => settings(undefined, undefined, undefined, 'intranet')).toThrow('--web-push-allow');
  });
});
