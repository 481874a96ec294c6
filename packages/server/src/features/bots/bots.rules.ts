// Validation of bots, and who can create and manage them. Pure.
import {
  BadRequest,
  BOT_TYPE,
  type RealmPermission,
  Refused,
  ROLE,
  type Role,
  SERVICE_INTERFACE,
  UnauthorizedPrincipal,
  type UserId,
} from '@stoa/contract';
import { isPayloadUrl } from '@stoa/contract/url-rules';
import { botDomain } from '../../identity/realm/realm.rules.ts';

export function botAddress(short_name: string, host: string): string {
  if (!/^[\w.-]{1,60}$/.test(short_name)) throw Refused('bot_username');
  return `${short_name}-bot@${botDomain(host)}`;
}

/** Any one of these permissions allows creating a bot of this type. Bots that only send need fewer rights. [BO7] */
export function permissionsToMake(bot_type: number): readonly RealmPermission[] {
  if (bot_type === BOT_TYPE.incoming_webhook) return ['can_create_write_only_bots_group', 'can_create_bots_group'];
  if (bot_type === BOT_TYPE.generic || bot_type === BOT_TYPE.outgoing_webhook) return ['can_create_bots_group'];
  throw BadRequest('Invalid bot type');
}

interface Manager {
  readonly user_id: UserId;
  readonly role: Role;
  readonly is_bot: boolean;
}
interface Managed {
  readonly role: Role;
  readonly bot_owner_id: UserId | null;
}

/**
 * Owners manage their own bots, administrators all bots; but nobody manages another's bot with more rights than their own.
 * [BO8]
 */
export function checkMayManage(actor: Manager, bot: Managed): void {
  if (actor.is_bot) throw BadRequest('This endpoint does not accept bot requests.');
  if (bot.bot_owner_id === actor.user_id) return;
  if (actor.role > ROLE.administrator) throw Refused('no_permission');
  if (bot.role < actor.role) throw Refused('for_owners', {}, UnauthorizedPrincipal);
}

/** Administrators can change roles; only owners can grant or revoke the owner role. [BO12] */
export function checkMayGiveRole(actor: Manager, from: Role, to: Role): void {
  if (actor.role > ROLE.administrator) throw Refused('for_administrators', {}, UnauthorizedPrincipal);
  if ((from === ROLE.owner || to === ROLE.owner) && actor.role !== ROLE.owner)
    throw Refused('for_owners', {}, UnauthorizedPrincipal);
}

/** The URL that an outgoing webhook calls. Each call checks whether the address is public. [BO10] */
export function checkPayloadUrl(text: string): string {
  if (!isPayloadUrl(text)) throw Refused('bot_url');
  return text;
}

export function checkInterface(value: number): number {
  if (!Object.values<number>(SERVICE_INTERFACE).includes(value)) throw BadRequest('Invalid interface type');
  return value;
}
