// Checks of `stoa doctor` on the server's own certificate.
import type { ServerSettings } from '../config/config.ts';
import { readOwnCertificate } from '../config/tls-options.ts';
import { expiryOf, renewalTime } from '../kit/tls/certificate.ts';
import { CertificateFiles } from '../kit/tls/certificate-files.ts';
import type { Finding } from './finding.ts';

const DAY_MS = 24 * 60 * 60_000;
const WITHOUT = 'the log of "stoa serve" says why: do all names lead to this machine, and port 80 to --http-port?';

export function* checkOwnCertificate(settings: ServerSettings): Generator<Finding> {
  const { tls, tls_hosts, acme_directory, data, tls_certificate, tls_key } = settings;
  if (tls_certificate !== undefined && tls_key !== undefined) yield checkFiles(tls_certificate, tls_key);
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

/** How early whoever renews the files should have done so. */
const RENEWED_DAYS = 14;

function checkFiles(certificate_file: string, key_file: string): Finding {
  const check = 'certificate';
  const advice = 'replace the files: the server takes the new ones within seconds';
  let expires_at: number;
  try {
    expires_at = expiryOf(readOwnCertificate(certificate_file, key_file));
  } catch (error) {
    return { check, status: 'fail', found: (error as Error).message, advice };
  }
  const days = Math.floor((expires_at - Date.now()) / DAY_MS);
  if (days < 0) return { check, status: 'fail', found: `that in ${certificate_file} has expired`, advice };
  const found = `that in ${certificate_file} is valid for ${days} days`;
  return days < RENEWED_DAYS ? { check, status: 'warn', found, advice } : { check, status: 'ok', found };
}
