// The email domains that may join a restricted organization.
import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { event, type ReceivedEvent } from '../kit/event.ts';
import { type ClientState, type Reducer, state } from '../kit/state.ts';
import { realmUpdate } from './realm.events.ts';

/** At most 200 domains per organization. */
export const MAX_REALM_DOMAINS = 200;

export const RealmDomain = z.object({ domain: z.string(), allow_subdomains: z.boolean() });
export type RealmDomain = z.output<typeof RealmDomain>;

export const realmDomainsAdd = event({
  type: 'realm_domains',
  op: 'add',
  fields: () => z.object({ realm_domain: RealmDomain }),
  summary: 'A domain was added to those that may join.',
});
export const realmDomainsChange = event({
  type: 'realm_domains',
  op: 'change',
  fields: () => z.object({ realm_domain: RealmDomain }),
  summary: 'Whether a domain includes its subdomains has changed.',
});
export const realmDomainsRemove = event({
  type: 'realm_domains',
  op: 'remove',
  fields: () => z.object({ domain: z.string() }),
  summary: 'A domain was removed from those that may join.',
});

export const getRealmDomains = endpoint({
  id: 'list-realm-domains',
  method: 'GET',
  path: '/realm/domains',
  access: 'user',
  scope: 'read',
  result: () => z.object({ domains: z.array(RealmDomain) }),
  summary: 'List the email domains that may join',
});

export const createRealmDomain = endpoint({
  id: 'create-realm-domain',
  method: 'POST',
  path: '/realm/domains',
  access: 'owner',
  scope: 'key',
  params: () => z.object({ domain: z.string(), allow_subdomains: z.boolean() }),
  fresh_password: true,
  emits: [realmDomainsAdd],
  summary: 'Allow an email domain to join',
});

export const updateRealmDomain = endpoint({
  id: 'patch-realm-domain',
  method: 'PATCH',
  path: '/realm/domains/{domain}',
  access: 'owner',
  scope: 'key',
  params: () => z.object({ domain: z.string(), allow_subdomains: z.boolean() }),
  fresh_password: true,
  emits: [realmDomainsChange],
  summary: 'Set whether a domain includes its subdomains',
});

export const deleteRealmDomain = endpoint({
  id: 'delete-realm-domain',
  method: 'DELETE',
  path: '/realm/domains/{domain}',
  access: 'owner',
  scope: 'key',
  params: () => z.object({ domain: z.string() }),
  fresh_password: true,
  emits: [realmDomainsRemove, realmUpdate],
  summary: 'Remove a domain from those that may join; removing the last one ends the restriction',
});

export const realmDomainsState = state({
  fetch: ['realm_domains'],
  fields: () => z.object({ realm_domains: z.array(RealmDomain) }),
});

export const reduceRealmDomains: Reducer = (state: ClientState, event: ReceivedEvent): ClientState => {
  if (event.type !== 'realm_domains' || !state.realm_domains) return state;
  const domains = state.realm_domains as RealmDomain[];
  if (event.op === 'remove')
    return { ...state, realm_domains: domains.filter(({ domain }) => domain !== event.domain) };
  const changed = event.realm_domain as RealmDomain;
  const others = domains.filter(({ domain }) => domain !== changed.domain);
  // Sorted by name, as in register.
  const next = [...others, changed].sort((a, b) => (a.domain < b.domain ? -1 : 1));
  return { ...state, realm_domains: next };
};
