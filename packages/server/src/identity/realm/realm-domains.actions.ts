// Every write of the email domains that may join. [RE12]

import { type RealmDomain, Refused, realmDomainsAdd, realmDomainsChange, realmDomainsRemove } from '@stoa/contract';
import type { Actor } from '../../kit/access/actor.ts';
import { sql } from '../../kit/database/sql.ts';
import { changesBetween, initialValues } from '../../kit/write/audit-record.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import { findRealmDomains } from './allowed-emails.queries.ts';
import { changeRealm } from './realm-changes.actions.ts';
import { checkDomain } from './realm-domains.rules.ts';

const EVERYONE = { everyone: true } as const;

export async function addDomain(
  { tx, emit, caps, record }: WriteContext,
  { realm: { realm_id } }: Actor,
  requested: RealmDomain,
): Promise<void> {
  const domain = checkDomain(requested.domain);
  const { allow_subdomains } = requested;
  const present = await findRealmDomains(tx, realm_id);
  if (present.some((row) => row.domain === domain)) throw Refused('domain_taken', { domain });
  caps.check('domains', present.length);
  await tx.run(
    sql`insert into realm_domains (realm_id, domain, allow_subdomains) values (${realm_id}, ${domain}, ${allow_subdomains})`,
  );
  record({ kind: 'domain_added', name: domain, changes: initialValues({ allow_subdomains }) });
  emit(realmDomainsAdd, { realm_domain: { domain, allow_subdomains } }, EVERYONE);
}

const unknown = (domain: string) => Refused('domain_unknown', { domain });

export async function changeDomain(
  { tx, emit, record }: WriteContext,
  { realm: { realm_id } }: Actor,
  requested: RealmDomain,
): Promise<void> {
  const domain = requested.domain.toLowerCase();
  const { allow_subdomains } = requested;
  const present = (await findRealmDomains(tx, realm_id)).find((row) => row.domain === domain);
  if (!present) throw unknown(domain);
  if (present.allow_subdomains === allow_subdomains) return;
  await tx.run(
    sql`update realm_domains set allow_subdomains = ${allow_subdomains} where realm_id = ${realm_id} and domain = ${domain}`,
  );
  record({ kind: 'domain_changed', name: domain, changes: changesBetween(present, { allow_subdomains }) });
  emit(realmDomainsChange, { realm_domain: { domain, allow_subdomains } }, EVERYONE);
}

export async function removeDomain(context: WriteContext, actor: Actor, input: string): Promise<void> {
  const { tx, emit } = context;
  const { realm_id } = actor.realm;
  const domain = input.toLowerCase();
  const removed = await tx.run(sql`delete from realm_domains where realm_id = ${realm_id} and domain = ${domain}`);
  if (removed === 0) throw unknown(domain);
  context.record({ kind: 'domain_removed', name: domain });
  emit(realmDomainsRemove, { domain }, EVERYONE);
  // A restriction without domains would let nobody in.
  if ((await findRealmDomains(tx, realm_id)).length === 0)
    await changeRealm(context, actor, { emails_restricted_to_domains: false });
}
