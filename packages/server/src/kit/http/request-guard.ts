// What every request passes before anything else looks at it, and every answer after: which host names are answered, requests
// that another site makes a browser send, and that browsers are to come back by HTTPS only.
import { isIP } from 'node:net';
import { BadRequest } from '@stoa/contract';
import ipaddr from 'ipaddr.js';
import { type AddressRange, isWithin } from '../outbound-addresses.ts';
import type { Peers } from './client-address.ts';
import type { Dispatch } from './dispatch.ts';

/** A year, as browsers' lists of such sites ask for. Subdomains may be of others. */
const HSTS = 'max-age=31536000';
const READING: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);
/** What is loaded as a page of its own, not into a page of the other site. */
const PAGES: ReadonlySet<string> = new Set(['document', 'empty']);
/** Services are let in there by a key in the address, which no browser adds by itself. */
const INCOMING_WEBHOOKS = '/api/v1/external/';

/** Whether a name leads to this machine wherever it is looked up; only its form counts, so no name server has a say. */
export function isLoopbackHost(host: string): boolean {
  const { hostname = '' } = URL.parse(`http://${host}/`) ?? {};
  const name = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (isIP(name) !== 0) return ipaddr.process(name).range() === 'loopback';
  return name === 'localhost' || name.endsWith('.localhost');
}

/**
 * Whether another site's page sent the request where a browser could add credentials of its own, or a form could be sent in
 * somebody's name. Following a link is none of that, nor is loading what everybody may see. [HT30]
 */
function isForgeable({ method, headers, url }: Request): boolean {
  const site = headers.get('sec-fetch-site');
  // Programs do not send the header.
  if (site === null || site === 'same-origin' || site === 'none') return false;
  if (!READING.has(method)) return headers.has('authorization') || !url.includes(INCOMING_WEBHOOKS);
  const is_link = headers.get('sec-fetch-mode') === 'navigate' && PAGES.has(headers.get('sec-fetch-dest') ?? 'empty');
  return headers.has('authorization') && !is_link;
}

export interface RequestGuardOptions {
  /** A development server gives every account away, so neither another machine nor a page that points its own name here may ask it. */
  readonly loopback_only: boolean;
  readonly trusted_proxies: readonly AddressRange[];
  /** Whether people use HTTPS to reach the organization of a host name. */
  isServedByHttps(host: string): Promise<boolean>;
}

type Handle<Asked extends Request> = (request: Asked, peers: Peers) => Response | Promise<Response>;

export class RequestGuard {
  constructor(private readonly parts: RequestGuardOptions) {}

  /** Throws what a request is refused with. */
  check(request: Request): void {
    if (this.parts.loopback_only && !isLoopbackHost(request.headers.get('host') ?? ''))
      throw BadRequest(
        'A --dev server answers at loopback addresses only, such as http://localhost or http://127.0.0.1',
      );
    if (isForgeable(request))
      throw BadRequest('This request was sent from another site. Open this site itself and try again.');
  }

  /** For calls of the API: what a trusted proxy says of its side is enough. [HT31] */
  protectingCall<Asked extends Request>(handle: Handle<Asked>): Handle<Asked> {
    if (this.parts.trusted_proxies.length === 0) return handle;
    return (request, peers) => {
      const is_secure = this.isForwardedHttps(request, peers);
      const response = handle(request, peers);
      if (!is_secure) return response;
      return Promise.resolve(response).then(withHsts);
    };
  }

  /** For pages, which browsers see first. */
  protectingPage<Asked extends Request>(handle: Handle<Asked>): Handle<Asked> {
    return async (request, peers) => {
      const is_forwarded = this.isForwardedHttps(request, peers);
      const response = await handle(request, peers);
      if (is_forwarded) return withHsts(response);
      // Whether the server is well must not wait for the store here.
      if (!response.headers.get('content-type')?.startsWith('text/html')) return response;
      const is_https = await this.parts.isServedByHttps(request.headers.get('host') ?? '').catch(() => false);
      return is_https ? withHsts(response) : response;
    };
  }

  private isForwardedHttps(request: Request, peers: Peers): boolean {
    const { trusted_proxies } = this.parts;
    const [first = ''] = (request.headers.get('x-forwarded-proto') ?? '').split(',');
    if (trusted_proxies.length === 0 || first.trim().toLowerCase() !== 'https') return false;
    const peer = peers.requestIP(request)?.address.split('%')[0] ?? '';
    return isIP(peer) !== 0 && isWithin(ipaddr.process(peer), trusted_proxies);
  }
}

function withHsts(response: Response): Response {
  response.headers.set('strict-transport-security', HSTS);
  return response;
}

export function openRequestGuard({ gate, store, trusted_proxies }: Dispatch, loopback_only: boolean): RequestGuard {
  const isServedByHttps = async (host: string) => (await gate.findRealm(store.db, host)).url.startsWith('https:');
  return new RequestGuard({ loopback_only, trusted_proxies, isServedByHttps });
}
