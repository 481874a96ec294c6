// Authenticates requests: HTTP Basic with an email address and an API key, a session key or an access token. Spec section 5.
import { RealmDeactivated, Unauthorized } from '@stoa/contract';
import type { Actor, Realm, TokenGrant } from '../../kit/actor.ts';
import type { ApiKeys } from '../../kit/api-keys.ts';
import { type Clock, seconds } from '../../kit/clock.ts';
import type { Connection } from '../../kit/database/connection.ts';
import { parseBasic } from '../../kit/http/basic-credentials.ts';
import type { Gate } from '../../kit/http/handling.ts';
import type { NotedUses } from '../../kit/noted-uses.ts';
import type { SecondFactor } from '../../kit/second-factor.ts';
import { findToken, findTokenByKey, type TokenRow } from '../access-tokens/access-tokens.queries.ts';
import { isAccessToken, isExpired, tokenExpired } from '../access-tokens/access-tokens.rules.ts';
import { actorOf, type Credentials, findCredentials, findCredentialsById, findRevision } from '../auth/auth.queries.ts';
import { getRealmByHost } from '../realm/realm.queries.ts';
import { findSession, findSessionByKey } from './sessions.queries.ts';
import { isOver, isSessionKey } from './sessions.rules.ts';

/** All credential errors share one code; `msg` says what is wrong. [AU4] [AU6] */
const wrongKey = () => Unauthorized('Invalid API key');
const deactivated = () => Unauthorized('Account is deactivated');

/** How long organizations are cached: every request needs one, and they hardly change. */
const REALM_KEPT_MS = 2000;
const REALMS_KEPT = 1000;

/** Finds organizations by host name, and caches those found by their own name. */
function realmFinder(clock: Clock): Gate['findRealm'] {
  const realms = new Map<string, { realm: Realm; until: number }>();
  return async (db, host) => {
    const cached = realms.get(host);
    if (cached && cached.until > clock.steady()) return cached.realm;
    const { realm, by_name } = await getRealmByHost(db, host);
    if (realms.size >= REALMS_KEPT) realms.clear();
    if (by_name) realms.set(host, { realm, until: clock.steady() + REALM_KEPT_MS });
    return realm;
  };
}

/** The cached organization may have been deactivated. [RE18] */
function checkRealm({ realm_deactivated_at }: Credentials): void {
  if (realm_deactivated_at !== null) throw RealmDeactivated('This organization has been deactivated');
}

const isSameRealm = (a: Realm, b: Realm): boolean =>
  a === b || (a.realm_id === b.realm_id && a.name === b.name && a.url === b.url);

/** A large organization has ten thousand who poll in turn: with fewer, each would be read for each request. About half a KB each. */
const ACTORS_KEPT = 20_000;

interface Uses {
  readonly sessions: NotedUses;
  readonly tokens: NotedUses;
}

const grantOf = ({ token_id, name, scopes, expires_at }: TokenRow): TokenGrant => ({
  token_id,
  name,
  scopes,
  expires_at,
});

export function basicGate(
  keys: ApiKeys,
  clock: Clock,
  uses: Uses,
  second_factor: Pick<SecondFactor, 'isMissing'>,
): Gate {
  const let_in = new Map<string, Actor>();

  /** What decides on two-factor sign-in changes the revision of the account, so that it is decided once for each revision. [TF18] */
  const actorWith = async (db: Connection, realm: Realm, credentials: Credentials): Promise<Actor> => {
    const actor = actorOf(realm, credentials);
    return (await second_factor.isMissing(db, realm, credentials)) ? { ...actor, lacks_two_factor: true } : actor;
  };

  /** A session key identifies the account alone, so that devices stay signed in when the address changes. [SS2] */
  const bySession = async (db: Connection, realm: Realm, key: string): Promise<Actor> => {
    const session = await findSessionByKey(db, realm.realm_id, key);
    const credentials = session && (await findCredentialsById(db, realm.realm_id, session.user_id));
    if (!credentials) throw wrongKey();
    checkRealm(credentials);
    if (!credentials.is_active) throw deactivated();
    const now = seconds(clock.now());
    if (isOver(session, now)) throw wrongKey();
    uses.sessions.note(session.session_id, session.last_used_at, now);
    const actor = await actorWith(db, realm, credentials);
    return { ...actor, session_id: session.session_id, confirmed_at: session.confirmed_at };
  };

  const byApiKey = async (db: Connection, realm: Realm, email: string, key: string): Promise<Actor> => {
    const credentials = await findCredentials(db, realm, email);
    if (!credentials) throw wrongKey();
    const { user_id, api_key_generation, is_active } = credentials;
    checkRealm(credentials);
    // The same answer for an unknown address and a wrong key. [AU4]
    if (!keys.fits(key, user_id, api_key_generation)) throw wrongKey();
    if (!is_active) throw deactivated();
    return actorWith(db, realm, credentials);
  };

  /** Throws unless the token is neither revoked nor expired. */
  const checkToken = (token: TokenRow | null): TokenRow => {
    if (!token) throw wrongKey();
    const now = seconds(clock.now());
    if (isExpired(token, now)) throw tokenExpired();
    uses.tokens.note(token.token_id, token.last_used_at, now);
    return token;
  };

  /** Like an API key, a token is good with the address of its account only: nobody acts for another one by mistake. [TK2] */
  const byToken = async (db: Connection, realm: Realm, email: string, key: string): Promise<Actor> => {
    const credentials = await findCredentials(db, realm, email);
    const token = await findTokenByKey(db, realm.realm_id, key);
    if (!credentials || token?.user_id !== credentials.user_id) throw wrongKey();
    checkRealm(credentials);
    if (!credentials.is_active) throw deactivated();
    return { ...(await actorWith(db, realm, credentials)), token: grantOf(checkToken(token)) };
  };

  /** The actor, if its account and session are as they were when it was read; null if it must be read again. [AU26] */
  const unchanged = async (db: Connection, actor: Actor): Promise<Actor | null> => {
    const account = await findRevision(db, actor);
    if (!account || account.revision !== actor.revision || account.realm_deactivated_at !== null) return null;
    if (actor.token) {
      const token = await findToken(db, actor.user_id, actor.token.token_id);
      if (!token || isExpired(token, seconds(clock.now()))) return null;
      checkToken(token);
      return actor;
    }
    if (actor.session_id === undefined) return actor;
    const session = await findSession(db, actor.user_id, actor.session_id);
    const now = seconds(clock.now());
    if (!session || isOver(session, now)) return null;
    uses.sessions.note(session.session_id, session.last_used_at, now);
    const { confirmed_at } = session;
    return confirmed_at === actor.confirmed_at ? actor : { ...actor, confirmed_at };
  };

  const authenticateKey = (db: Connection, realm: Realm, email: string, key: string): Promise<Actor> => {
    if (isSessionKey(key)) return bySession(db, realm, key);
    return isAccessToken(key) ? byToken(db, realm, email, key) : byApiKey(db, realm, email, key);
  };

  const recall: Gate['recall'] = (realm, authorization) => {
    const actor = let_in.get(authorization);
    return actor && isSameRealm(actor.realm, realm) ? actor : null;
  };

  return {
    findRealm: realmFinder(clock),
    recall,
    async authenticate(db, realm, authorization) {
      const recalled = recall(realm, authorization);
      const known = recalled && (await unchanged(db, recalled));
      if (known) return known;
      const basic = parseBasic(authorization);
      if (!basic)
        throw Unauthorized('Malformed credentials: HTTP Basic with an email address and an API key is expected');
      const { email, key } = basic;
      const actor = await authenticateKey(db, realm, email, key);
      // Not to be recalled: it may have switched two-factor sign-in on since.
      if (actor.lacks_two_factor) return actor;
      if (let_in.size >= ACTORS_KEPT) let_in.delete(let_in.keys().next().value!);
      let_in.set(authorization, actor);
      return actor;
    },
    async refresh(tx, actor) {
      const known = await unchanged(tx, actor);
      if (known === actor) return actor;
      // Others may have been let in by what has changed, so that each write would be prepared twice.
      let_in.clear();
      if (known) return known;
      const credentials = await findCredentialsById(tx, actor.realm.realm_id, actor.user_id);
      if (credentials) checkRealm(credentials);
      if (!credentials?.is_active) throw deactivated();
      const { session_id } = actor;
      const now = await actorWith(tx, actor.realm, credentials);
      if (session_id !== undefined) {
        const session = await findSession(tx, actor.user_id, session_id);
        if (!session || isOver(session, seconds(clock.now()))) throw wrongKey();
        return { ...now, session_id, confirmed_at: session.confirmed_at };
      }
      if (!actor.token && credentials.api_key_generation !== actor.api_key_generation) throw wrongKey();
      // The account's address has changed: credentials with the old one are checked again. [AU10]
      if (credentials.email !== actor.email) throw wrongKey();
      if (!actor.token) return now;
      checkToken(await findToken(tx, actor.user_id, actor.token.token_id));
      return { ...now, token: actor.token };
    },
  };
}
