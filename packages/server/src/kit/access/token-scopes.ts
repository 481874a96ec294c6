// What access tokens may do: decided here alone, by what each endpoint and path declares. [TK5]
import { type Endpoint, InsufficientScope, type NeededScope } from '@stoa/contract';
import type { Actor } from './actor.ts';

export function insufficientScope(scope: NeededScope) {
  const msg =
    scope === 'key'
      ? 'No access token may do this: it needs the API key of the account, or a session'
      : `This access token lacks the scope "${scope}"`;
  return InsufficientScope(msg, { scope });
}

/**
 * Refuses a token that lacks the declared scope. Called before the parameters are read, and again with them, for endpoints whose
 * scope depends on them. Without a declaration, every token is refused.
 */
export function requireScope(declared: Endpoint['scope'], actor: Actor | null, params: unknown = undefined): void {
  if (!actor?.token) return;
  const is_decided_later = typeof declared === 'function' && params === undefined;
  if (is_decided_later) return;
  const needed = typeof declared === 'function' ? declared(params) : (declared ?? 'key');
  if (needed === 'key' || !actor.token.scopes.includes(needed)) throw insufficientScope(needed);
}
