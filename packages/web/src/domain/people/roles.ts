// Names of roles and bot types, and which of them a reader may assign.
import { BOT_TYPE, ROLE, type Role } from '@stoa/contract';
import { t } from '../../base/text/all-texts.ts';
import type { TextKey } from '../../base/text/text.ts';
import type { State } from '../../model/state/state.ts';

const ROLES: Readonly<Record<Role, TextKey>> = {
  [ROLE.owner]: 'role_owner',
  [ROLE.administrator]: 'role_administrator',
  [ROLE.moderator]: 'role_moderator',
  [ROLE.member]: 'role_member',
  [ROLE.guest]: 'role_guest',
};

export const roleName = (role: Role): string => t(ROLES[role]);

/** Only owners create owners. */
export function rolesToGive({ is_owner }: Pick<State, 'is_owner'>): (readonly [Role, string])[] {
  return Object.values(ROLE)
    .filter((role) => is_owner || role !== ROLE.owner)
    .map((role) => [role, roleName(role)] as const);
}

/** Roles the reader may invite as: none above their own. */
export function rolesToInvite(own: Role): (readonly [Role, string])[] {
  return Object.values(ROLE)
    .filter((role) => role >= own)
    .map((role) => [role, roleName(role)] as const);
}

const BOT_TYPES: Readonly<Record<number, TextKey>> = {
  [BOT_TYPE.generic]: 'bot_generic',
  [BOT_TYPE.incoming_webhook]: 'bot_incoming',
  [BOT_TYPE.outgoing_webhook]: 'bot_outgoing',
};

export const botTypeName = (type: number | null): string => t(BOT_TYPES[type ?? 0] ?? 'bot_other');
