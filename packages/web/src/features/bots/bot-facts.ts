// What the client knows of bots: which ones the reader manages, of which kinds they may make more, and the file with a bot's
// credentials that programs read. Pure.
import { BOT_TYPE, holdsRealmPermission } from '@stoa/contract';
import type { Person, State } from '../../model/state/state.ts';

/** Active ones before deactivated ones, by name each. */
export function botsOf(
  { realm_users, realm_non_active_users }: Pick<State, 'realm_users' | 'realm_non_active_users'>,
  owner_id: number | null,
): Person[] {
  return [realm_users, realm_non_active_users].flatMap((users) =>
    users
      .filter(({ is_bot, bot_owner_id }) => is_bot && (owner_id === null || bot_owner_id === owner_id))
      .sort((a, b) => a.full_name.localeCompare(b.full_name)),
  );
}

/** People who may make bots of every kind may make those too that only send. */
export function typesToMake(state: State): readonly number[] {
  const holds = (name: 'can_create_bots_group' | 'can_create_write_only_bots_group') =>
    holdsRealmPermission(state, name);
  if (holds('can_create_bots_group')) return [BOT_TYPE.generic, BOT_TYPE.incoming_webhook, BOT_TYPE.outgoing_webhook];
  return holds('can_create_write_only_bots_group') ? [BOT_TYPE.incoming_webhook] : [];
}

/** The part of a bot's address that was chosen. */
export const shortNameOf = (email: string): string => email.replace(/-bot@.*$/, '');

/** A short name made of what the bot is called. */
export const suggestShortName = (full_name: string): string =>
  full_name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .replace(/-bot$/, '');

/** In the form that existing clients read. */
export const zuliprc = (email: string, key: string, site: string): string =>
  `[api]\nemail=${email}\nkey=${key}\nsite=${site}\n`;
