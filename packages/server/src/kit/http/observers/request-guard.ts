// Checks every request first, and adds headers to every response: which host names are answered, requests forged by other sites, and HTTPS
// only (HSTS).
import { isIP } from 'node:net';
import { BadRequest, Refused } from '@stoa/contract';
import ipaddr from 'ipaddr.js';
import type { AddressRange } from '../../outbound/outbound-addresses.ts';
import { isTrustedPeer, type Peers } from '../callers/client-address.ts';
import type { DispatchServices, Serve } from '../handling.ts';
import { isSafe } from '../methods.ts';

/** One year, as HSTS preload lists require. Without subdomains, which may belong to others. */
const HSTS = 'max-age=31536000';
/** Destinations of navigations: loaded as a page of its own, not into another site's page. */
const PAGES: ReadonlySet<string> = new Set(['document', 'empty']);
/** Services authenticate here by a key in the URL, which browsers never add by themselves. */
const INCOMING_WEBHOOKS = '/api/v1/external/';

/** True if a host name is a loopback name. Judged by its form only, so that no name server matters. */
export function isLoopbackHost(host: string): boolean {
  const { hostname = '' } = URL.parse(`http://${host}/`) ?? {};
  const name = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (isIP(name) !== 0) return ipaddr.process(name).range() === 'loopback';
  return name === 'localhost' || name.endsWith('.localhost');
}

/**
 * True if another site's page sent the request and a browser could have added credentials, or submitted a form in somebody's
 * name. Links and public resources are allowed. [HT30]
 */
function isForgeable(request: Request): boolean {
  const { headers } = request;
  const site = headers.get('sec-fetch-site');
  // Only browsers send the header.
  if (site === null || site === 'same-origin' || site === 'none') return false;
  if (!isSafe(request))
    return headers.has('authorization') || !URL.parse(request.url)?.pathname.startsWith(INCOMING_WEBHOOKS);
  const is_link = headers.get('sec-fetch-mode') === 'navigate' && PAGES.has(headers.get('sec-fetch-dest') ?? 'empty');
  return headers.has('authorization') && !is_link;
}

export interface RequestGuardOptions {
  /**
   * A development server gives access to every account, so it refuses other machines and pages whose host name was rebound to it.
   */
  readonly loopback_only: boolean;
  readonly trusted_proxies: readonly AddressRange[];
  /** This server itself speaks HTTPS, and nothing else. */
  readonly serves_https?: boolean;
  /** True if people use HTTPS to reach the organization of a host name. */
  isServedByHttps(host: string): Promise<boolean>;
}

export class RequestGuard {
  constructor(private readonly parts: RequestGuardOptions) {}

  /** Throws the error that refuses the request. */
  check(request: Request): void {
    if (this.parts.loopback_only && !isLoopbackHost(request.headers.get('host') ?? ''))
      throw BadRequest(
        'A --dev server answers at loopback addresses only, such as http://localhost or http://127.0.0.1',
      );
    if (isForgeable(request)) throw Refused('cross_site');
  }

  /** For API calls: a trusted proxy's word on HTTPS is enough. [HT31] */
  protectingCall<Req extends Request>(handle: Serve<Req>): Serve<Req> {
    if (this.parts.serves_https) return (request, peers) => Promise.resolve(handle(request, peers)).then(withHsts);
    if (this.parts.trusted_proxies.length === 0) return handle;
    return (request, peers) => {
      const is_secure = this.isForwardedHttps(request, peers);
      const response = handle(request, peers);
      if (!is_secure) return response;
      return Promise.resolve(response).then(withHsts);
    };
  }

  /** For pages, which browsers see first. */
  protectingPage<Req extends Request>(handle: Serve<Req>): Serve<Req> {
    return async (request, peers) => {
      const is_forwarded = this.parts.serves_https || this.isForwardedHttps(request, peers);
      const response = await handle(request, peers);
      if (is_forwarded) return withHsts(response);
      // Health checks must not wait for the store here.
      if (!response.headers.get('content-type')?.startsWith('text/html')) return response;
      const is_https = await this.parts.isServedByHttps(request.headers.get('host') ?? '').catch(() => false);
      return is_https ? withHsts(response) : response;
    };
  }

  private isForwardedHttps(request: Request, peers: Peers): boolean {
    const { trusted_proxies } = this.parts;
    const [first = ''] = (request.headers.get('x-forwarded-proto') ?? '').split(',');
    if (trusted_proxies.length === 0 || first.trim().toLowerCase() !== 'https') return false;
    return isTrustedPeer(request, peers, trusted_proxies);
  }
}

function withHsts(response: Response): Response {
  response.headers.set('strict-transport-security', HSTS);
  return response;
}

export function openRequestGuard(
  { gate, store, trusted_proxies }: DispatchServices,
  loopback_only: boolean,
  serves_https = false,
): RequestGuard {
  const isServedByHttps = async (host: string) => (await gate.findRealm(store.db, host)).url.startsWith('https:');
  return new RequestGuard({ loopback_only, trusted_proxies, serves_https, isServedByHttps });
}
