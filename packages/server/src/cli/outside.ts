// What the server may use outside of itself: the options of the push service and of addresses that are not public.

import type { BouncerAccess } from '../delivery/push/bouncer.ts';
import { type AddressRange, parseRanges } from '../kit/outbound-addresses.ts';
import { UsageError } from './command.ts';

export const outsideOptions = {
  'push-bouncer-url': { type: 'string', placeholder: 'URL', summary: 'the push service for mobile notifications' },
  'push-bouncer-org-id': { type: 'string', placeholder: 'ID', summary: 'how the push service knows this server' },
  'outbound-allow': {
    type: 'string',
    placeholder: 'RANGES',
    summary: 'private addresses that webhooks and previews may call, such as 10.0.0.0/8,192.168.7.4',
  },
  'web-push-allow': {
    type: 'string',
    placeholder: 'RANGES',
    summary: 'private addresses that push services of browsers may have; every account may name one',
  },
} as const;

type OutsideValues = { readonly [Name in keyof typeof outsideOptions]: string | undefined };

/** The key is not an option: command lines can be read by everybody on the machine. */
export function outsideSettings(values: OutsideValues): {
  push: BouncerAccess | null;
  outbound_allow: readonly AddressRange[];
  web_push_allow: readonly AddressRange[];
} {
  return {
    push: pushAccess(values),
    outbound_allow: ranges('outbound-allow', values),
    web_push_allow: ranges('web-push-allow', values),
  };
}

function pushAccess(values: OutsideValues): BouncerAccess | null {
  const url = values['push-bouncer-url'];
  if (url === undefined) return null;
  const { protocol } = URL.parse(url) ?? {};
  if (protocol !== 'https:' && protocol !== 'http:')
    throw new UsageError('--push-bouncer-url must be an https:// or http:// URL');
  const org_id = values['push-bouncer-org-id'];
  const org_key = process.env.STOA_PUSH_BOUNCER_ORG_KEY;
  if (!org_id || !org_key)
    throw new UsageError('--push-bouncer-url needs --push-bouncer-org-id and the variable STOA_PUSH_BOUNCER_ORG_KEY');
  return { url: url.replace(/\/+$/, ''), org_id, org_key };
}

function ranges(name: 'outbound-allow' | 'web-push-allow', values: OutsideValues): AddressRange[] {
  try {
    return parseRanges(values[name] ?? '');
  } catch (error) {
    throw new UsageError(`--${name}: ${(error as Error).message}`);
  }
}
