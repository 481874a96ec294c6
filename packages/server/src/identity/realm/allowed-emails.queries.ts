// Decides which addresses an organization accepts. Never says whether an account has one. [RE12] [RE13]

import { ApiError, type RealmDomain, type RealmId, Refused } from '@stoa/contract';
import type { Connection } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';
import { checkEmail } from '../../kit/text/email-addresses.ts';
import { getRealmSettings } from './realm-settings.queries.ts';

/** Ordered by name. */
export async function findRealmDomains(db: Connection, realm_id: RealmId): Promise<RealmDomain[]> {
  const rows = await db.all<RealmDomain>(
    sql`select domain, allow_subdomains from realm_domains where realm_id = ${realm_id}`,
  );
  return rows.sort((a, b) => (a.domain < b.domain ? -1 : 1));
}

function isWithin(host: string, { domain, allow_subdomains }: RealmDomain): boolean {
  return host === domain || (allow_subdomains && host.endsWith(`.${domain}`));
}

/** Several megabytes, so loaded when the first address is checked. */
async function isDisposable(host: string): Promise<boolean> {
  const { default: checker } = await import('mailchecker');
  const known = checker.blacklist();
  const labels = host.split('.');
  return labels.some((_, at) => known.has(labels.slice(at).join('.')));
}

/** The reason why the organization refuses an address, as a sentence; null if it accepts it. */
export async function findEmailObjection(db: Connection, realm_id: RealmId, input: string): Promise<ApiError | null> {
  let email: string;
  try {
    email = checkEmail(input);
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
  const { emails_restricted_to_domains, disallow_disposable_email_addresses } = await getRealmSettings(db, realm_id);
  const at = email.lastIndexOf('@');
  const host = email.slice(at + 1).toLowerCase();
  if (emails_restricted_to_domains) {
    const domains = await findRealmDomains(db, realm_id);
    if (!domains.some((domain) => isWithin(host, domain))) return Refused('email_of_domains');
    // With a plus sign, one mailbox could have any number of accounts.
    if (email.slice(0, at).includes('+')) return Refused('email_with_plus');
    return null;
  }
  if (disallow_disposable_email_addresses && (await isDisposable(host))) return Refused('email_disposable');
  return null;
}
