// Decides who may call an endpoint at all, by its declared access level. Finer permissions are for the slices' rules.
import { type Access, BadRequest, BOT_TYPE, type Endpoint, Refused, ROLE, UnauthorizedPrincipal } from '@stoa/contract';
import type { Actor } from '../../access/actor.ts';
import { lacksFreshPassword, passwordNeeded } from '../../access/fresh-password.ts';
import { loginNeeded } from '../../access/login-needed.ts';
import { twoFactorSetupNeeded } from '../../sign-in/second-factor.ts';

/** Incoming-webhook bots may call only endpoints that allow them, whatever the level. [BO14] */
export function requireKind({ webhook_bots }: Pick<Endpoint, 'webhook_bots'>, actor: Actor | null): void {
  if (actor?.bot_type === BOT_TYPE.incoming_webhook && !webhook_bots)
    throw BadRequest('This API is not available to incoming webhook bots.');
}

/** Accounts that must switch two-factor sign-in on first may call what that needs, and nothing else. [TF18] */
export function requireTwoFactor(
  { before_two_factor }: Pick<Endpoint, 'before_two_factor'>,
  actor: Actor | null,
): void {
  if (actor?.lacks_two_factor && !before_two_factor) throw twoFactorSetupNeeded(actor.realm);
}

/** Throws unless the actor has the access level. [HT8] */
export function requireAccess(access: Access, actor: Actor | null): void {
  if (access === 'public' || access === 'spectator') return;
  if (!actor) throw loginNeeded();
  const { role } = actor;
  if (access === 'owner' && role > ROLE.owner) throw Refused('for_owners', {}, UnauthorizedPrincipal);
  if (access === 'administrator' && role > ROLE.administrator)
    throw Refused('for_administrators', {}, UnauthorizedPrincipal);
  if (access === 'moderator' && role > ROLE.moderator) throw Refused('for_moderators', {}, UnauthorizedPrincipal);
  if (access === 'member' && role > ROLE.member) throw Refused('not_for_guests');
}

/**
 * Requires a fresh password for effects that outlast a session, in case its key was stolen; unless the handler decides by
 * what is stored. [SS10]
 */
export function requireFreshPassword(
  { fresh_password }: Pick<Endpoint, 'fresh_password'>,
  actor: Actor | null,
  params: unknown,
  now_ms: number,
): void {
  if (!fresh_password || fresh_password === 'by-stored' || !actor || !lacksFreshPassword(actor, now_ms)) return;
  if (fresh_password === true || fresh_password(params)) throw passwordNeeded(actor);
}
