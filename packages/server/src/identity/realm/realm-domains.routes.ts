// Listing, adding, changing and removing the email domains that may join.
import { createRealmDomain, deleteRealmDomain, getRealmDomains, updateRealmDomain } from '@stoa/contract';
import { type Route, read, write } from '../../kit/http/route.ts';
import { findRealmDomains } from './allowed-emails.queries.ts';
import { addDomain, changeDomain, removeDomain } from './realm-domains.actions.ts';

export const realmDomainsRoutes: Route[] = [
  read(getRealmDomains, async ({ db, realm }) => ({ domains: await findRealmDomains(db, realm.realm_id) })),
  write(createRealmDomain, async (context, domain) => {
    await addDomain(context, context.actor, domain);
    return {};
  }),
  write(updateRealmDomain, async (context, domain) => {
    await changeDomain(context, context.actor, domain);
    return {};
  }),
  write(deleteRealmDomain, async (context, { domain }) => {
    await removeDomain(context, context.actor, domain);
    return {};
  }),
];
