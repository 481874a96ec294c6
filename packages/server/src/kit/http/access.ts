// Who may call an endpoint at all, by its declared access level. What they may do with it is for the slices' rules.
import {
  type Access,
  BadRequest,
  BOT_TYPE,
  type Endpoint,
  ROLE,
  Unauthorized,
  UnauthorizedPrincipal,
} from '@stoa/contract';
import type { Actor } from '../actor.ts';

/** Bots that only send reach nothing else, whatever level it has. [BO14] */
export function requireKind({ webhook_bots }: Pick<Endpoint, 'webhook_bots'>, actor: Actor | null): void {
  if (actor?.bot_type === BOT_TYPE.incoming_webhook && !webhook_bots)
    throw BadRequest('This API is not available to incoming webhook bots.');
}

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
