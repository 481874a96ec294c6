// Calls a configured video call service, and trusts nothing in its response. [VC7]
import { Refused } from '@stoa/contract';
import { parseBounded } from '../../kit/json/json-values.ts';
import {
  type Outbound,
  OutboundError,
  type OutboundRequest,
  type OutboundResponse,
} from '../../kit/outbound/outbound.ts';

const TIMEOUT_MS = 10_000;
const ANSWER_MAX_BYTES = 64 * 1024;
const URL_MAX = 2000;

/** Refuses with the reason `failure` for no response or an error status. Does not follow redirects. */
export async function requestService(
  outbound: Pick<Outbound, 'requestTrusted'>,
  url: string,
  request: Omit<OutboundRequest, 'redirects'>,
  failure: 'bigbluebutton_unreachable' | 'nextcloud_failed' | 'zoom_credentials' | 'zoom_failed',
): Promise<OutboundResponse> {
  try {
    return await outbound.requestTrusted(url, { timeout_ms: TIMEOUT_MS, max_bytes: ANSWER_MAX_BYTES, ...request });
  } catch (error) {
    // The cause would map the network around the server.
    if (error instanceof OutboundError) throw Refused(failure);
    throw error;
  }
}

/** The response as JSON; null if it is not JSON. */
export function jsonOf({ body }: OutboundResponse): unknown {
  try {
    return parseBounded(body.toString('utf8'));
  } catch {
    return null;
  }
}

/** A URL that is safe to send people to; null for anything else. */
export function addressOf(value: unknown): string | null {
  const url = typeof value === 'string' && value.length <= URL_MAX ? URL.parse(value) : null;
  return url && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '' ? url.href : null;
}
