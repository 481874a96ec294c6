// Checks of `stoa doctor` on the addresses of the organizations: name, certificate, and the headers of the proxy.
import { lookup } from 'node:dns/promises';
import { connect } from 'node:tls';
import type { ServerSettings } from '../config/config.ts';
import { isLoopbackHost } from '../kit/http/observers/request-guard.ts';
import { type Finding, inTime, PATIENCE_MS, reasonOf } from './finding.ts';

const DAY_MS = 24 * 60 * 60_000;
const EXPIRY_WARN_DAYS = 14;
const CLOCK_WARN_MS = 5000;

export async function* checkAddresses(urls: readonly string[], values: ServerSettings): AsyncGenerator<Finding> {
  for (const url of urls) yield* checkAddress(new URL(url), values);
}

async function* checkAddress(url: URL, values: ServerSettings): AsyncGenerator<Finding> {
  const is_local = isLoopbackHost(url.host);
  try {
    const { address } = await inTime(lookup(url.hostname.replace(/^\[(.*)\]$/, '$1')));
    yield { check: 'DNS', status: 'ok', found: `${url.hostname} is ${address}` };
  } catch (error) {
    const advice = `let the name server answer for ${url.hostname}`;
    yield { check: 'DNS', status: 'fail', found: reasonOf(error), advice };
    return;
  }
  if (url.protocol === 'https:') yield await checkCertificate(url, values);
  else if (!is_local)
    yield {
      check: 'TLS',
      status: 'warn',
      found: `${url.origin} is not encrypted`,
      advice: 'put a proxy with a certificate in front',
    };
  yield* checkAnswers(url, values);
}

async function checkCertificate({ hostname, port, host }: URL, { tls }: ServerSettings): Promise<Finding> {
  const check = 'TLS';
  const name = hostname.replace(/^\[(.*)\]$/, '$1');
  try {
    const days = await inTime(
      new Promise<number>((resolve, reject) => {
        const socket = connect(
          { host: name, port: Number(port || 443), servername: name, timeout: PATIENCE_MS },
          () => {
            const { valid_to } = socket.getPeerCertificate();
            socket.destroy();
            resolve((Date.parse(valid_to) - Date.now()) / DAY_MS);
          },
        );
        socket.on('error', reject);
      }),
    );
    const found = `the certificate of ${host} is valid for ${Math.floor(days)} days`;
    if (days > EXPIRY_WARN_DAYS) return { check, status: 'ok', found };
    return {
      check,
      status: 'warn',
      found,
      advice: tls ? 'the log says why it is not renewed' : 'does the proxy renew it?',
    };
  } catch (error) {
    return {
      check,
      status: 'fail',
      found: `${host}: ${reasonOf(error)}`,
      advice: tls ? 'the log says why there is no certificate' : 'check the certificate and the port of the proxy',
    };
  }
}

/** Asks through the proxy, as clients do. */
async function* checkAnswers(
  url: URL,
  { trusted_proxies, tls, tls_certificate }: ServerSettings,
): AsyncGenerator<Finding> {
  const ask = (path: string) =>
    fetch(new URL(path, url), { redirect: 'manual', signal: AbortSignal.timeout(PATIENCE_MS) });
  let settings: Response;
  try {
    settings = await ask('/api/v1/server_settings');
  } catch (error) {
    yield {
      check: 'address',
      status: 'fail',
      found: `${url.origin}: ${reasonOf(error)}`,
      advice: 'is the server running, and does the proxy lead to it?',
    };
    return;
  }
  if (settings.status !== 200) {
    yield {
      check: 'address',
      status: 'fail',
      found: `${url.origin} answers ${settings.status}`,
      advice: 'let the proxy pass all paths on, with the Host header',
    };
    return;
  }
  yield { check: 'address', status: 'ok', found: `${url.origin} leads to a server` };
  yield clockFinding(settings);
  if (isLoopbackHost(url.host)) return;
  if (!tls && !tls_certificate) yield proxyFinding(url, settings, trusted_proxies);
  const metrics = await ask('/metrics').catch(() => null);
  if (metrics?.status === 200)
    yield {
      check: 'metrics',
      status: 'fail',
      found: `everybody may read ${url.origin}/metrics`,
      advice: 'let the proxy set X-Forwarded-For, or answer this path itself',
    };
}

/** Whether the server learns from the proxy what it must know of requests. */
function proxyFinding(url: URL, settings: Response, trusted_proxies: ServerSettings['trusted_proxies']): Finding {
  const is_secure = settings.headers.has('strict-transport-security');
  if (url.protocol === 'https:' && !is_secure) {
    const advice =
      trusted_proxies === undefined || trusted_proxies.length === 0
        ? 'name the proxy in --trusted-proxies'
        : 'let the proxy set X-Forwarded-Proto and X-Forwarded-For, and name it in --trusted-proxies';
    return {
      check: 'proxy',
      status: 'warn',
      found: 'the server does not learn of HTTPS, nor of the addresses of clients',
      advice,
    };
  }
  return { check: 'proxy', status: 'ok', found: 'the headers of the proxy arrive' };
}

function clockFinding({ headers }: Response): Finding {
  const apart_ms = Math.abs(Date.parse(headers.get('date') ?? '') - Date.now());
  if (Number.isNaN(apart_ms)) return { check: 'clock', status: 'warn', found: 'the server does not say the time' };
  const is_well = apart_ms < CLOCK_WARN_MS;
  const found = `${Math.floor(apart_ms / 1000)} s apart from the clock of the server`;
  return is_well
    ? { check: 'clock', status: 'ok', found }
    : { check: 'clock', status: 'warn', found, advice: 'let the machines keep time by NTP' };
}
