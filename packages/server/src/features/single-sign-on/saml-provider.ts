// An identity provider of SAML 2.0. Its messages are made and read by a thread. [SO49] [SO50]
import { randomBytes } from 'node:crypto';
import { ApiError, Refused } from '@stoa/contract';
import type { LimitKey } from '../../kit/access/actor.ts';
import { getOrSet } from '../../kit/collections/get-or-set.ts';
import type { Logger } from '../../kit/logging/logger.ts';
import { type Outbound, OutboundError } from '../../kit/outbound/outbound.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { keptFor } from '../../kit/time/kept-for.ts';
import type { Identity } from './identity.rules.ts';
import type { IdentityProvider, Prompt, Secrets, SignOnRealm } from './identity-provider.ts';
import { samlIdentityOf } from './saml-identity.rules.ts';
import { askSaml, type ProviderFacts, SamlProblem, type Site } from './saml-messages.ts';
import { METADATA_BYTES_MAX } from './saml-texts.rules.ts';
import type { SignOnSeals } from './sign-on-seals.ts';
import { type SamlSettings, signOnPath } from './sign-on-settings.ts';

const STATE_BYTES = 24;
const ID_BYTES = 20;
/** How long the provider's metadata are trusted. */
const KNOWN_MS = 60 * 60 * 1000;

/** Questions that the server asks for everybody. */
const OWN = 'server';

type Asking = Pick<Outbound, 'requestTrusted'>;

/** The provider's own metadata; throws what is wrong with them, in words for operators. */
export async function describeSaml({ source, entity_id }: SamlSettings, outbound: Asking): Promise<ProviderFacts> {
  if (source.kind === 'known') return source;
  const xml = source.kind === 'document' ? source.xml : await fetched(source.url, outbound);
  return askSaml({ kind: 'provider', entity_id, xml }, OWN);
}

async function fetched(url: string, outbound: Asking): Promise<string> {
  const { status, body } = await outbound.requestTrusted(url, { max_bytes: METADATA_BYTES_MAX });
  if (status !== 200) throw new SamlProblem(`the address of the metadata answered with status ${status}`);
  return body.toString();
}

export class SamlProvider implements IdentityProvider {
  /** Whoever comes meanwhile waits for the same response. [SO43] */
  private readonly facts = keptFor(KNOWN_MS, () => describeSaml(this.settings, this.outbound));

  /** Our metadata, by the address of the organization: it is made once, however often it is asked for. [SO59] */
  private readonly described = new Map<string, Promise<string>>();

  constructor(
    readonly settings: SamlSettings,
    private readonly outbound: Asking,
    private readonly log: Logger,
    private readonly seals: SignOnSeals,
    private readonly clock: Clock,
  ) {}

  /** Our metadata, which an administrator pastes at the provider. */
  metadata(realm: SignOnRealm): Promise<string> {
    return this.explained(() => getOrSet(this.described, realm.url, () => this.describe(realm)));
  }

  /** The same until the server ends; made again after a failure. */
  private describe(realm: SignOnRealm): Promise<string> {
    const { signing } = this.settings;
    const made = askSaml({ kind: 'metadata', site: this.siteOf(realm), signing }, OWN);
    made.catch(() => this.described.delete(realm.url));
    return made;
  }

  async begin(
    realm: SignOnRealm,
    prompt: Prompt,
    requester: LimitKey,
  ): Promise<{ readonly url: string; readonly secrets: Secrets }> {
    return this.explained(async () => {
      const { url: provider_url } = await this.facts();
      const state = randomBytes(STATE_BYTES).toString('base64url');
      // An XML name must not begin with a digit.
      const request_id = `_${randomBytes(ID_BYTES).toString('hex')}`;
      const { signing } = this.settings;
      const forces = prompt === 'always';
      const site = this.siteOf(realm);
      const request = { kind: 'request', site, signing, provider_url, state, request_id, forces } as const;
      const url = await askSaml(request, requester);
      return { url, secrets: { state, nonce: request_id } };
    });
  }

  /**
   * The query for the page that completes the sign-in. The provider's page posts its response from another site, with which browsers send no
   * cookie: so what it says waits, sealed, for the request that has one. [SO51]
   */
  async receive(realm: SignOnRealm, state: string, response: string, requester: LimitKey): Promise<string> {
    const content = await this.read(realm, response, requester).catch((error: unknown) => {
      if (!(error instanceof ApiError)) throw error;
      const { code, status, message, fields } = error;
      return { refusal: { code, status, message, fields } };
    });
    const answer = this.seals.seal('answer', realm.realm_id, content, this.clock.now());
    return `?${new URLSearchParams({ state, answer })}`;
  }

  async identify(realm: SignOnRealm, query: string, { nonce }: Secrets): Promise<Identity> {
    const sealed = new URLSearchParams(query).get('answer') ?? '';
    const opened = this.seals.open('answer', realm.realm_id, sealed, this.clock.now());
    if (opened === null) throw Refused('sign_on_stale');
    if ('refusal' in opened) {
      const { code, status, message, fields } = opened.refusal;
      throw new ApiError(code, status, message, fields);
    }
    // What another browser asked for, or nobody. [SO51]
    if (opened.in_response_to !== nonce) throw Refused('sign_on_stale');
    return opened.identity;
  }

  private read(
    realm: SignOnRealm,
    response: string,
    requester: LimitKey,
  ): Promise<{ in_response_to: string; identity: Identity }> {
    return this.explained(async () => {
      const { certificates } = await this.facts();
      const { entity_id, attributes } = this.settings;
      const now = this.clock.now();
      const site = this.siteOf(realm);
      const question = { kind: 'response', site, entity_id, certificates, response, now } as const;
      const statement = await askSaml(question, requester);
      const identity = samlIdentityOf(statement, attributes);
      if (!identity) throw new SamlProblem('the id of the person is unusable');
      return { in_response_to: statement.in_response_to, identity };
    });
  }

  /** Both follow the organization's own address. */
  private siteOf({ url }: SignOnRealm): Site {
    const path = url + signOnPath(this.settings);
    return { entity_id: `${path}/metadata`, acs_url: `${path}/acs` };
  }

  /** Errors as people can understand them; the operator reads the reason in the log. */
  private async explained<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof SamlProblem || error instanceof OutboundError)) throw error;
      const { entity_id, name: provider } = this.settings;
      this.log.warn({ error: error.message, issuer: entity_id }, 'single sign-on failed');
      throw Refused(error instanceof OutboundError ? 'sign_on_unreachable' : 'sign_on_failed', { provider });
    }
  }
}
