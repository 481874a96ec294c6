// Certificates that the server signs itself: so it can listen before an authority has signed one. Clients refuse them.
import { SubjectAlternativeNameExtension, X509CertificateGenerator } from '@peculiar/x509';
import type { Certificate } from './certificate.ts';

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
/** Clocks of clients differ. */
const CLOCK_SKEW_MS = 60 * 60_000;

export async function selfSigned(hosts: readonly string[], now_ms: number, lifetime_ms: number): Promise<Certificate> {
  const keys = await crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
  const certificate = await X509CertificateGenerator.createSelfSigned(
    {
      name: [{ CN: [hosts[0]!] }],
      notBefore: new Date(now_ms - CLOCK_SKEW_MS),
      notAfter: new Date(now_ms + lifetime_ms),
      keys,
      signingAlgorithm: ALGORITHM,
      extensions: [new SubjectAlternativeNameExtension(hosts.map((value) => ({ type: 'dns' as const, value })))],
    },
    crypto,
  );
  const pkcs8 = Buffer.from(await crypto.subtle.exportKey('pkcs8', keys.privateKey)).toString('base64');
  const key = `-----BEGIN PRIVATE KEY-----\n${pkcs8.match(/.{1,64}/g)!.join('\n')}\n-----END PRIVATE KEY-----\n`;
  return { key, chain: `${certificate.toString('pem')}\n`, is_temporary: true };
}
