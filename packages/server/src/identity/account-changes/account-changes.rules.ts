// Decides who may change which accounts, and how. Pure.
import { BadRequest, Refused, ROLE, type Role, UnauthorizedPrincipal } from '@stoa/contract';

interface Actor {
  readonly role: Role;
}

/** Only owners give or take the role of owner. [US12] */
export function checkMayChangeRole(actor: Actor, from: Role, to: Role): void {
  if (from !== to && (from === ROLE.owner || to === ROLE.owner)) checkOwner(actor);
}

/** Only owners deactivate and reactivate owners. [US9] [US18] */
export function checkMayChangeAccess(actor: Actor, user: { role: Role }): void {
  if (user.role === ROLE.owner) checkOwner(actor);
}

export function checkOwner(actor: Actor): void {
  if (actor.role !== ROLE.owner) throw Refused('for_owners', {}, UnauthorizedPrincipal);
}

/** Refuses to delete messages or profiles with an account, instead of pretending to. [US17] */
export function checkActions(actions: Readonly<Record<string, boolean | undefined>> | undefined): void {
  const requested = Object.entries(actions ?? {}).find(([, is_wanted]) => is_wanted);
  if (requested)
    throw BadRequest(`'${requested[0]}' is not supported: accounts are deactivated, and nothing is deleted.`);
}
