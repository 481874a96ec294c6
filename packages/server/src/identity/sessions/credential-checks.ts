// Checks the credentials that HTTP Basic carries: an API key or an access token with its account's address, or a session key.
import { RealmDeactivated, Unauthorized } from '@stoa/contract';
import type { Actor, Realm, TokenGrant } from '../../kit/access/actor.ts';
import type { Connection } from '../../kit/database/connection.ts';
import type { ApiKeys } from '../../kit/secrets/api-keys.ts';
import type { LastUseRecorder } from '../../kit/sign-in/last-use-recorder.ts';
import type { SecondFactor } from '../../kit/sign-in/second-factor.ts';
import { type Clock, seconds } from '../../kit/time/clock.ts';
import { findToken, findTokenByKey, type TokenRow } from '../access-tokens/access-tokens.queries.ts';
import { isAccessToken, isExpired, tokenExpired } from '../access-tokens/access-tokens.rules.ts';
import { actorOf, type Credentials, findCredentials, findCredentialsById, findRevision } from '../auth/auth.queries.ts';
import { findSession, findSessionByKey, type SessionRow } from './sessions.queries.ts';
import { isOver, isSessionKey } from './sessions.rules.ts';

/** All credential errors share one code; `msg` says what is wrong. [AU4] [AU6] */
const wrongKey = () => Unauthorized('Invalid API key');
const deactivated = () => Unauthorized('Account is deactivated');

/** The cached organization may have been deactivated. [RE18] */
function checkRealm({ realm_deactivated_at }: Credentials): void {
  if (realm_deactivated_at !== null) throw RealmDeactivated('This organization has been deactivated');
}

const grantOf = ({ token_id, name, scopes, expires_at }: TokenRow): TokenGrant => ({
  token_id,
  name,
  scopes,
  expires_at,
});

/** Note when sessions and tokens were last used. */
export interface LastUseRecorders {
  readonly sessions: LastUseRecorder;
  readonly tokens: LastUseRecorder;
}

export class CredentialChecks {
  constructor(
    private readonly keys: ApiKeys,
    private readonly clock: Clock,
    private readonly uses: LastUseRecorders,
    private readonly second_factor: Pick<SecondFactor, 'isMissing'>,
  ) {}

  private get now_secs(): number {
    return seconds(this.clock.now());
  }

  /** The account that a key opens; throws if it opens none. */
  authenticate(db: Connection, realm: Realm, email: string, key: string): Promise<Actor> {
    if (isSessionKey(key)) return this.bySession(db, realm, key);
    return isAccessToken(key) ? this.byToken(db, realm, email, key) : this.byApiKey(db, realm, email, key);
  }

  /** The actor, if its account and session are as they were when it was read; null if it must be read again. [AU26] */
  async unchanged(db: Connection, actor: Actor): Promise<Actor | null> {
    const account = await findRevision(db, actor);
    if (!account || account.revision !== actor.revision || account.realm_deactivated_at !== null) return null;
    if (actor.token) {
      const token = await findToken(db, actor.user_id, actor.token.token_id);
      if (!token || isExpired(token, this.now_secs)) return null;
      this.checkToken(token);
      return actor;
    }
    if (actor.session_id === undefined) return actor;
    const session = await findSession(db, actor.user_id, actor.session_id);
    if (!session || isOver(session, this.now_secs)) return null;
    this.noteUse(session);
    const { confirmed_at } = session;
    return confirmed_at === actor.confirmed_at ? actor : { ...actor, confirmed_at };
  }

  /** The actor, read again; throws if what authenticated it does so no longer. */
  async readAgain(tx: Connection, actor: Actor): Promise<Actor> {
    const { realm, user_id, session_id } = actor;
    const credentials = await findCredentialsById(tx, realm.realm_id, user_id);
    if (credentials) checkRealm(credentials);
    if (!credentials?.is_active) throw deactivated();
    const present = await this.actorWith(tx, realm, credentials);
    if (session_id !== undefined) {
      const session = await findSession(tx, user_id, session_id);
      if (!session || isOver(session, this.now_secs)) throw wrongKey();
      return { ...present, session_id, confirmed_at: session.confirmed_at };
    }
    if (!actor.token && credentials.api_key_generation !== actor.api_key_generation) throw wrongKey();
    // The account's address has changed: credentials with the old one are checked again. [AU10]
    if (credentials.email !== actor.email) throw wrongKey();
    if (!actor.token) return present;
    this.checkToken(await findToken(tx, user_id, actor.token.token_id));
    return { ...present, token: actor.token };
  }

  /** A session key identifies the account alone, so that devices stay signed in when the address changes. [SS2] */
  private async bySession(db: Connection, realm: Realm, key: string): Promise<Actor> {
    const session = await findSessionByKey(db, realm.realm_id, key);
    const credentials = session && (await findCredentialsById(db, realm.realm_id, session.user_id));
    if (!credentials) throw wrongKey();
    checkRealm(credentials);
    if (!credentials.is_active) throw deactivated();
    if (isOver(session, this.now_secs)) throw wrongKey();
    this.noteUse(session);
    const actor = await this.actorWith(db, realm, credentials);
    return { ...actor, session_id: session.session_id, confirmed_at: session.confirmed_at };
  }

  private async byApiKey(db: Connection, realm: Realm, email: string, key: string): Promise<Actor> {
    const credentials = await findCredentials(db, realm, email);
    if (!credentials) throw wrongKey();
    const { user_id, api_key_generation, is_active } = credentials;
    checkRealm(credentials);
    // The same response for an unknown address and a wrong key. [AU4]
    if (!this.keys.fits(key, user_id, api_key_generation)) throw wrongKey();
    if (!is_active) throw deactivated();
    return this.actorWith(db, realm, credentials);
  }

  /** Like an API key, a token is good with the address of its account only: nobody acts for another one by mistake. [TK2] */
  private async byToken(db: Connection, realm: Realm, email: string, key: string): Promise<Actor> {
    const credentials = await findCredentials(db, realm, email);
    const token = await findTokenByKey(db, realm.realm_id, key);
    if (!credentials || token?.user_id !== credentials.user_id) throw wrongKey();
    checkRealm(credentials);
    if (!credentials.is_active) throw deactivated();
    return { ...(await this.actorWith(db, realm, credentials)), token: grantOf(this.checkToken(token)) };
  }

  /** Decides on two-factor sign-in once per revision of the account: everything that it depends on changes the revision. [TF18] */
  private async actorWith(db: Connection, realm: Realm, credentials: Credentials): Promise<Actor> {
    const actor = actorOf(realm, credentials);
    const lacks = await this.second_factor.isMissing(db, realm, credentials);
    return lacks ? { ...actor, lacks_two_factor: true } : actor;
  }

  /** Throws unless the token is neither revoked nor expired. */
  private checkToken(token: TokenRow | null): TokenRow {
    if (!token) throw wrongKey();
    const now = this.now_secs;
    if (isExpired(token, now)) throw tokenExpired();
    this.uses.tokens.note(token.token_id, token.last_used_at, now);
    return token;
  }

  private noteUse({ session_id, last_used_at }: SessionRow): void {
    this.uses.sessions.note(session_id, last_used_at, this.now_secs);
  }
}
