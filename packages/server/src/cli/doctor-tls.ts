// Checks of `stoa doctor` on a certificate that the server gets itself.
import type { ServerSettings } from '../config/config.ts';
import { expiryOf, renewalTime } from '../kit/tls/certificate.ts';
import { CertificateFiles } from '../kit/tls/certificate-files.ts';
import type { Finding } from './finding.ts';

const DAY_MS = 24 * 60 * 60_000;
const WITHOUT = 'the log of "stoa serve" says why: do all names lead to this machine, and port 80 to --http-port?';

export function* checkOwnCertificate({ tls, tls_hosts, acme_directory, data }: ServerSettings): Generator<Finding> {
  if (tls === undefined || tls_hosts === undefined) return;
  const check = 'certificate';
  const names = tls_hosts.join(', ');
  const certificate = new CertificateFiles(data, acme_directory).certificate(tls_hosts);
  if (certificate === null) {
    yield { check, status: 'warn', found: `there is none for ${names} yet`, advice: WITHOUT };
    return;
  }
  const now_ms = Date.now();
  const days = Math.floor((expiryOf(certificate) - now_ms) / DAY_MS);
  if (days < 0) yield { check, status: 'fail', found: `that for ${names} has expired`, advice: WITHOUT };
  else if (now_ms > renewalTime(certificate) + DAY_MS)
    yield { check, status: 'warn', found: `that for ${names} is not renewed; ${days} days are left`, advice: WITHOUT };
  else yield { check, status: 'ok', found: `that for ${names} is valid for ${days} days` };
}
