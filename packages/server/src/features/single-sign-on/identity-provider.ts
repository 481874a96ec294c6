// What single sign-on needs of an identity provider, whatever protocol it speaks: everything after "who is this" is the same for all.
import type { LimitKey, Realm } from '../../kit/access/actor.ts';
import type { Identity } from './identity.rules.ts';
import type { SignOnSettings } from './sign-on-settings.ts';

/** Ties the provider's response to this request; stays in the browser, sealed. */
export interface Secrets {
  /** The provider returns it beside its response: it says which request of this browser was answered. */
  readonly state: string;
  /** The signed response must repeat it. */
  readonly nonce: string;
  /** With OpenID Connect: what only the server that asked can add. */
  readonly code_verifier?: string | undefined;
}

/** How the provider treats somebody who is signed in there: lets them through, or asks for their password again. */
export type Prompt = 'if_needed' | 'always';

/** The organization where somebody signs in. */
export type SignOnRealm = Pick<Realm, 'realm_id' | 'url'>;

export interface IdentityProvider {
  readonly settings: SignOnSettings;
  /** The provider's page, and what its response must fit. `requester`: who waits for it, among others. */
  begin(
    realm: SignOnRealm,
    prompt: Prompt,
    requester: LimitKey,
  ): Promise<{ readonly url: string; readonly secrets: Secrets }>;
  /** The person whom the response is about. `query` is that of the returning browser, with its question mark. */
  identify(realm: SignOnRealm, query: string, secrets: Secrets): Promise<Identity>;
}
