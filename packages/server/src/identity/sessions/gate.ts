// Finds the organization and the actor of a request, and remembers both for the next ones. Spec section 5.
import { Unauthorized } from '@stoa/contract';
import type { Actor, Realm } from '../../kit/access/actor.ts';
import type { Connection } from '../../kit/database/connection.ts';
import { parseBasic } from '../../kit/http/callers/basic-credentials.ts';
import type { Gate } from '../../kit/http/handling.ts';
import type { ApiKeys } from '../../kit/secrets/api-keys.ts';
import type { SecondFactor } from '../../kit/sign-in/second-factor.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { getRealmByHost } from '../realm/realm.queries.ts';
import { CredentialChecks, type LastUseRecorders } from './credential-checks.ts';

/** How long organizations are cached: every request needs one, and they hardly change. */
const REALM_KEPT_MS = 2000;
const REALMS_KEPT = 1000;

/** A large organization has ten thousand who poll in turn: with fewer, each would be read for each request. About half a KB each. */
const ACTORS_KEPT = 20_000;

const isSameRealm = (a: Realm, b: Realm): boolean =>
  a === b || (a.realm_id === b.realm_id && a.name === b.name && a.url === b.url);

export class BasicGate implements Gate {
  private readonly checks: CredentialChecks;
  /** Organizations found by their own name, by host name. */
  private readonly realms = new Map<string, { readonly realm: Realm; readonly until: number }>();
  /** Recently authenticated, by Authorization header; the oldest first. */
  private readonly actors = new Map<string, Actor>();

  constructor(
    keys: ApiKeys,
    private readonly clock: Clock,
    uses: LastUseRecorders,
    second_factor: Pick<SecondFactor, 'isMissing'>,
  ) {
    this.checks = new CredentialChecks(keys, clock, uses, second_factor);
  }

  async findRealm(db: Connection, host: string): Promise<Realm> {
    const cached = this.realms.get(host);
    if (cached && cached.until > this.clock.steady()) return cached.realm;
    const { realm, by_name } = await getRealmByHost(db, host);
    if (this.realms.size >= REALMS_KEPT) this.realms.clear();
    if (by_name) this.realms.set(host, { realm, until: this.clock.steady() + REALM_KEPT_MS });
    return realm;
  }

  recall(realm: Realm, authorization: string): Actor | null {
    const actor = this.actors.get(authorization);
    return actor && isSameRealm(actor.realm, realm) ? actor : null;
  }

  async authenticate(db: Connection, realm: Realm, authorization: string): Promise<Actor> {
    const recalled = this.recall(realm, authorization);
    const known = recalled && (await this.checks.unchanged(db, recalled));
    if (known) return known;
    const basic = parseBasic(authorization);
    if (!basic)
      throw Unauthorized('Malformed credentials: HTTP Basic with an email address and an API key is expected');
    const actor = await this.checks.authenticate(db, realm, basic.email, basic.key);
    // Not to be recalled: it may have switched two-factor sign-in on since.
    if (actor.lacks_two_factor) return actor;
    if (this.actors.size >= ACTORS_KEPT) this.actors.delete(this.actors.keys().next().value!);
    this.actors.set(authorization, actor);
    return actor;
  }

  async refresh(tx: Connection, actor: Actor): Promise<Actor> {
    const known = await this.checks.unchanged(tx, actor);
    if (known === actor) return actor;
    // Others may have been authenticated by what has changed, so that each write would be prepared twice.
    this.actors.clear();
    return known ?? this.checks.readAgain(tx, actor);
  }
}
