// The accounts of an export: its users, and those that only messages name (bots, people of other workspaces).
import type { ArchiveSource, ArchiveUser } from '../../archive.ts';
import { archiveFailure } from '../../archive-error.ts';
import { People } from '../../people.ts';
import { readElements } from '../../records/json-records.ts';
import type { OnIgnored } from '../../records/optional-fields.ts';
import { type SlackMessage, SlackUser } from './slack-shapes.ts';

/** Messages by Slack itself have this id, which isn't always among the users. */
const SLACKBOT = 'USLACKBOT';

function roleOf(user: SlackUser): ArchiveUser['role'] {
  if (user.is_primary_owner || user.is_owner) return 'owner';
  if (user.is_admin) return 'administrator';
  return user.is_restricted || user.is_ultra_restricted ? 'guest' : 'member';
}

function readPerson(user: SlackUser): ArchiveUser {
  const { profile } = user;
  const isBot = user.is_bot || user.id === SLACKBOT;
  return {
    id: user.id,
    email: profile.email || null,
    full_name: profile.real_name || user.real_name || profile.display_name || user.name || user.id,
    role: isBot ? 'member' : roleOf(user),
    is_active: !user.deleted,
    bot: isBot ? { owner: null } : null,
    date_joined: null,
    timezone: user.tz,
    avatar: null,
  };
}

/** The account that sent a message; null if none did. */
export function senderOf(message: SlackMessage, bots: ReadonlyMap<string, string>): string | null {
  const person = message.subtype === 'file_comment' ? (message.comment?.user ?? '') : message.user;
  if (person !== '') return person;
  if (message.bot_id !== '') return bots.get(message.bot_id) ?? message.bot_id;
  return message.username === '' ? null : `bot:${message.username}`;
}

/** `bots`: the users of integrations, by the integration's id. */
export async function readPeople(
  source: ArchiveSource,
  file: string,
  ignored: OnIgnored,
): Promise<{ people: People; bots: Map<string, string> }> {
  const people = new People();
  const bots = new Map<string, string>();
  for await (const { value: user, record } of readElements(source, file, SlackUser, ignored)) {
    if (people.has(user.id)) throw archiveFailure('id_twice', { id: user.id }, file, record);
    people.set(readPerson(user));
    if (user.profile.bot_id) bots.set(user.profile.bot_id, user.id);
  }
  return { people, bots };
}

/** An account without an address for somebody that the users don't list. */
export function unlisted(id: string, message: SlackMessage | null): ArchiveUser {
  const isBot = id.startsWith('B') || id.startsWith('bot:') || id === SLACKBOT;
  const profile = message?.user_profile;
  const named = isBot
    ? message?.bot_profile?.name || message?.username || id.replace(/^bot:/, '')
    : profile?.real_name || profile?.display_name || profile?.name || `Unknown user ${id}`;
  return {
    id,
    email: null,
    full_name: id === SLACKBOT ? 'Slackbot' : named,
    role: 'member',
    is_active: false,
    bot: isBot ? { owner: null } : null,
    date_joined: null,
    timezone: '',
    avatar: null,
  };
}
