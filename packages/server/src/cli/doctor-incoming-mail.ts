// Checks of `stoa doctor` on mail for channels: who listens, and which mail servers the world finds for the domain. [IC18]
import { resolveMx } from 'node:dns/promises';
import { createConnection } from 'node:net';
import type { ServerSettings } from '../config/config.ts';
import { type Finding, inTime, reasonOf } from './finding.ts';

const CHECK = 'incoming mail';
/** Wildcard addresses are no addresses to connect to. */
const LOOPBACK: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

/** `urls`: of the organizations. */
export async function* checkIncomingMail(
  { incoming_mail, incoming_mail_domain }: ServerSettings,
  urls: readonly string[],
): AsyncGenerator<Finding> {
  if (incoming_mail === undefined) return;
  const { protocol, host, port } = incoming_mail;
  try {
    await inTime(greeting(LOOPBACK[host] ?? host, port));
    yield { check: CHECK, status: 'ok', found: `${host}:${port} answers by ${protocol.toUpperCase()}` };
  } catch (error) {
    yield {
      check: CHECK,
      status: 'fail',
      found: `${host}:${port} does not answer: ${reasonOf(error)}`,
      advice: 'start the server, or check --incoming-mail',
    };
  }
  const domains =
    incoming_mail_domain === undefined ? urls.map((url) => new URL(url).hostname) : [incoming_mail_domain];
  for (const domain of new Set(domains)) yield await checkDomain(domain);
}

async function greeting(host: string, port: number): Promise<void> {
  const socket = createConnection({ host, port });
  try {
    const line = await new Promise<string>((resolve, reject) => {
      socket.once('data', (data) => resolve(data.toString('latin1')));
      socket.once('error', reject);
      socket.once('close', () => reject(new Error('it closed the connection')));
    });
    if (!line.startsWith('220 ')) throw new Error('it is no mail server');
  } finally {
    socket.destroy();
  }
}

async function checkDomain(domain: string): Promise<Finding> {
  try {
    const servers = await inTime(resolveMx(domain));
    const names = servers.toSorted((a, b) => a.priority - b.priority).map(({ exchange }) => exchange);
    return { check: CHECK, status: 'ok', found: `mail for ${domain} goes to ${names.join(', ')}` };
  } catch {
    return {
      check: CHECK,
      status: 'warn',
      found: `${domain} names no mail server`,
      advice: `without an MX record, mail goes to the address of ${domain} itself, at port 25`,
    };
  }
}
