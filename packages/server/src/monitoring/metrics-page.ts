// GET /metrics in the text form of Prometheus: open to loopback, to the bearer of a token, or at an address of its own. [MO2]
import { createHash, timingSafeEqual } from 'node:crypto';
import ipaddr from 'ipaddr.js';
import type { Peers } from '../kit/http/callers/client-address.ts';
import type { Serve } from '../kit/http/handling.ts';
import { isLoopbackHost } from '../kit/http/observers/request-guard.ts';
import { answer, page } from '../kit/http/pages/page.ts';

/** Any of these means that a proxy passed the request on: its peer is not the caller. */
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'via'];
const REFUSAL =
  'Metrics are for this machine only: read them at a loopback address, with the token of STOA_METRICS_TOKEN, or set --metrics-listen';

export interface MetricsAccess {
  /** Null: nobody is let in by a token. */
  readonly token: string | null;
  /** The page has a socket of its own: whoever reaches it may read, unless there is a token. */
  readonly is_own_address: boolean;
}

const digest = (text: string) => createHash('sha256').update(text).digest();

function bearsToken(request: Request, token: string): boolean {
  const [, sent] = /^Bearer\s+(\S+)$/i.exec(request.headers.get('authorization') ?? '') ?? [];
  return sent !== undefined && timingSafeEqual(digest(sent), digest(token));
}

/** True if a program on this machine asks, without a proxy in between. */
function isLocal({ headers }: Request, address: string | undefined): boolean {
  if (address === undefined || FORWARDED.some((name) => headers.has(name))) return false;
  const plain = address.split('%')[0]!;
  const is_loopback = ipaddr.isValid(plain) && ipaddr.process(plain).range() === 'loopback';
  return is_loopback && isLoopbackHost(headers.get('host') ?? '');
}

/** Version 0.0.4 of the format. */
const TYPE = 'text/plain; version=0.0.4; charset=utf-8';

export function metricsPage(read: () => Promise<string>, { token, is_own_address }: MetricsAccess): Serve {
  const show = page(async () => {
    return answer(await read(), TYPE, { headers: { 'cache-control': 'no-store' } });
  });
  return async (request: Request, peers: Peers) => {
    const is_open = is_own_address ? token === null : isLocal(request, peers.requestIP(request)?.address);
    if (is_open || (token !== null && bearsToken(request, token))) return show(request);
    const body = { result: 'error', msg: REFUSAL, code: 'UNAUTHORIZED' };
    return answer(JSON.stringify(body), 'application/json', {
      status: 401,
      headers: { 'www-authenticate': 'Bearer realm="stoa metrics"', 'cache-control': 'no-store' },
    });
  };
}
