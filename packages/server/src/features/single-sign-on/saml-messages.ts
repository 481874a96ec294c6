// Messages of SAML 2.0, made and read by a thread that ends when idle: the libraries for XML and its signatures take memory and time to load,
// and the largest response takes longer to read than the event loop can wait. Never writes. [SO54]
// https://docs.oasis-open.org/security/saml/v2.0/saml-core-2.0-os.pdf
import { Worker } from 'node:worker_threads';
import type { LimitKey } from '../../kit/access/actor.ts';
import { IdleThread } from '../../kit/processes/idle-thread.ts';
import { FairPool, PoolFull } from '../../kit/scheduling/fair-pool.ts';
import type { Statement } from './saml-assertions.rules.ts';
import type { SamlSettings } from './sign-on-settings.ts';

/** An organization as a service of the provider. */
export interface Site {
  readonly entity_id: string;
  /** Where the provider sends its response. */
  readonly acs_url: string;
}

/** The facts in a provider's metadata. */
export interface ProviderFacts {
  readonly url: string;
  /** Public keys of its signatures, in PEM. */
  readonly certificates: readonly string[];
}

interface About {
  readonly site: Site;
  readonly signing: SamlSettings['signing'];
}

export interface AskRequest extends About {
  readonly kind: 'request';
  readonly provider_url: string;
  readonly state: string;
  /** The id of the request, which the response repeats. */
  readonly request_id: string;
  /** The provider asks the person again. */
  readonly forces: boolean;
}
export interface AskMetadata extends About {
  readonly kind: 'metadata';
}
export interface AskResponse {
  readonly kind: 'response';
  readonly site: Site;
  readonly entity_id: string;
  readonly certificates: readonly string[];
  /** In Base64, as it was sent. */
  readonly response: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}
export interface AskProvider {
  readonly kind: 'provider';
  readonly entity_id: string;
  readonly xml: string;
}

export interface Answers {
  /** An address. */
  readonly request: string;
  /** XML. */
  readonly metadata: string;
  readonly response: Statement;
  readonly provider: ProviderFacts;
}
export type Question = AskRequest | AskMetadata | AskResponse | AskProvider;
export type Reply =
  | { readonly answer: Answers[keyof Answers] }
  /** A sentence for the log, with nothing of what was read. */
  | { readonly problem: string };

/** Says what is wrong with a message. */
export class SamlProblem extends Error {
  override readonly name = 'SamlProblem';
}

/** Each message takes some hundredths of a second. A company signs in from one address, and addresses take turns. [SO59] */
const TURNS = new FairPool<LimitKey>({
  places: 2,
  places_each: 2,
  waiting: 1000,
  waiting_each: 100,
  max_wait_ms: 10_000,
});

const thread = new IdleThread<Question, Reply>(() => new Worker(new URL('./saml-messages.worker.ts', import.meta.url)));

/** `requester`: for whom the question is, the server itself or an address. Throws {@link SamlProblem}. */
export async function askSaml<Q extends Question>(question: Q, requester: LimitKey): Promise<Answers[Q['kind']]> {
  const reply = await TURNS.run(requester, () => thread.ask(question)).catch((error: unknown) => {
    throw error instanceof PoolFull ? new SamlProblem('too many messages wait to be read') : error;
  });
  if ('problem' in reply) throw new SamlProblem(reply.problem);
  return reply.answer as Answers[Q['kind']];
}
