// Validation of browser subscriptions, and the payload of their notifications. Pure.
import { createHash } from 'node:crypto';
import { BadRequest } from '@stoa/contract';
import ipaddr from 'ipaddr.js';
import { type AddressRange, isWithin } from '../../kit/outbound/outbound-addresses.ts';
import type { Payload } from '../notifications/notifications.rules.ts';
import { areUsable, type BrowserKeys } from './encryption.ts';

export interface BrowserSubscription extends BrowserKeys {
  readonly endpoint: string;
}

export const digestOf = (endpoint: string): string => createHash('sha256').update(endpoint).digest('hex');
/** The vault's purpose for subscriptions. */
export const subscriptionPurpose = (digest: string): string => `web push subscription ${digest}`;

/** Whether the host is an IP address in a range that the operator allowed. */
function isOpened(host: string, allowed: readonly AddressRange[]): boolean {
  const address = host.replace(/^\[|\]$/g, '');
  return ipaddr.isValid(address) && isWithin(ipaddr.process(address), allowed);
}

/** Host names are resolved when a notification is sent, so that the response does not reveal where they lead. [WP3] */
export function checkSubscription(
  { endpoint, p256dh, auth }: BrowserSubscription,
  allowed: readonly AddressRange[],
): BrowserSubscription {
  const url = URL.parse(endpoint);
  if (!url || (url.protocol !== 'https:' && !(url.protocol === 'http:' && isOpened(url.hostname, allowed))))
    throw BadRequest('The endpoint must be an https address');
  if (url.username !== '' || url.password !== '') throw BadRequest('The endpoint may not carry credentials');
  if (!areUsable({ p256dh, auth })) throw BadRequest('The keys are not those of a Web Push subscription');
  return { endpoint, p256dh, auth };
}

/** Push services accept 4,096 bytes, of which encryption needs about 100. */
const PAYLOAD_MAX_BYTES = 3900;

/**
 * The payload of a phone notification without fields only phones need, and without the recipients of very large
 * conversations.
 */
export function browserPayload({ realm_url: _url, ...fields }: Payload, is_wordless: boolean): Payload {
  const payload = is_wordless ? { ...fields, content: '' } : fields;
  if (Buffer.byteLength(JSON.stringify(payload)) <= PAYLOAD_MAX_BYTES) return payload as Payload;
  const { recipient_user_ids: _people, ...smaller } = payload;
  return smaller as Payload;
}

/** The contact of this server for operators of push services. */
export function subjectOf(realm_url: string): string {
  const url = new URL(realm_url);
  return url.protocol === 'https:' ? url.origin : `mailto:postmaster@${url.hostname}`;
}
