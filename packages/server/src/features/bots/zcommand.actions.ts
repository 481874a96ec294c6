// Slash commands that people type instead of a message: each sets the appearance of the caller's client, or only answers.
import { BadRequest, type UserSettings } from '@stoa/contract';
import { changeSettings } from '../../identity/settings/settings.actions.ts';
import { completeSettings } from '../../identity/users/user-settings.queries.ts';
import { getUserRow } from '../../identity/users/users.queries.ts';
import type { Actor } from '../../kit/access/actor.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';

interface Look {
  readonly settings: Partial<UserSettings>;
  /** The name of the look, and the command that reverts it. */
  readonly name: string;
  readonly back: string;
}

const DARK: Look = { settings: { color_scheme: 2 }, name: 'dark theme', back: '/light' };
const LIGHT: Look = { settings: { color_scheme: 3 }, name: 'light theme', back: '/dark' };
const LOOKS: Readonly<Record<string, Look>> = {
  dark: DARK,
  night: DARK,
  light: LIGHT,
  day: LIGHT,
  'fluid-width': { settings: { fluid_layout_width: true }, name: 'fluid width', back: '/fixed-width' },
  'fixed-width': { settings: { fluid_layout_width: false }, name: 'fixed width', back: '/fluid-width' },
};

/** [BO17] */
export async function runCommand(context: WriteContext, actor: Actor, command: string): Promise<{ msg?: string }> {
  if (!command.startsWith('/')) throw BadRequest('There should be a leading slash in the zcommand.');
  const name = command.slice(1);
  if (name === 'ping') return {};
  const look = Object.hasOwn(LOOKS, name) ? LOOKS[name]! : null;
  if (!look) throw BadRequest(`No such command: ${name}`);
  const user = await getUserRow(context.tx, actor.realm.realm_id, actor.user_id);
  const settings = completeSettings(user.settings);
  const changes = Object.entries(look.settings) as [keyof UserSettings, unknown][];
  if (changes.every(([setting, value]) => settings[setting] === value))
    return { msg: `The ${look.name} is set already.` };
  await changeSettings(context, actor.realm, [user], look.settings);
  return { msg: `The ${look.name} is set. Type ${look.back} to go back.` };
}
