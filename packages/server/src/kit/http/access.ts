// Who may call an endpoint at all, by its declared access level. What they may do with it is for the slices' rules.
import { type Access, BadRequest, ROLE, Unauthorized, UnauthorizedPrincipal } from '@stoa/contract';
import type { Actor } from '../actor.ts';

/** Throws unless the actor reaches the level. [HT8] */
export function requireAccess(access: Access, actor: Actor | null): void {
  if (access === 'public' || access === 'spectator') return;
  if (!actor) throw Unauthorized('Not logged in: API authentication or user session required');
  const { role } = actor;
  if (access === 'owner' && role > ROLE.owner) throw UnauthorizedPrincipal('Must be an organization owner');
  if (access === 'administrator' && role > ROLE.administrator)
    throw UnauthorizedPrincipal('Must be an organization administrator');
  if (access === 'moderator' && role > ROLE.moderator) throw UnauthorizedPrincipal('Must be an organization moderator');
  if (access === 'member' && role > ROLE.member) throw BadRequest('Not allowed for guest users');
}
