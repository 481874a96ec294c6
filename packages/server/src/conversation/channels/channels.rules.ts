// What a channel may be called, who may know of it, read it, write to it, join it and make one. Pure.
import {
  BadRequest,
  type Channel,
  type ChannelPermission,
  type GroupId,
  MAX_STREAM_DESCRIPTION_LENGTH,
  MAX_STREAM_NAME_LENGTH,
} from '@stoa/contract';
import { holds } from '../../identity/membership/group-values.rules.ts';
import { type Actor, isAdministrator, isGuest } from '../../kit/actor.ts';
import { hasUnusableCharacter } from '../../kit/name-characters.ts';
import type { ChannelRow } from './channels.tables.ts';

/** What of a channel decides who may see it. */
export type ChannelFlags = Pick<ChannelRow, 'invite_only' | 'is_web_public'>;

/** What permissions given to people and groups open beside roles and subscriptions. */
export interface Grants {
  readonly metadata: boolean;
  readonly content: boolean;
}
/** For who has not asked: access by permission is then left out, which never shows too much. */
const NO_GRANTS: Grants = { metadata: false, content: false };

/** The form that two equal names share. [CH3] */
export function nameKey(name: string): string {
  return name.trim().normalize('NFC').toLowerCase();
}

export function checkName(given: string): string {
  const name = given.trim().normalize('NFC');
  if (name === '') throw BadRequest("Channel name can't be empty.");
  if ([...name].length > MAX_STREAM_NAME_LENGTH)
    throw BadRequest(`Channel name too long (limit: ${MAX_STREAM_NAME_LENGTH} characters).`);
  if (hasUnusableCharacter(name)) throw BadRequest('Invalid character in channel name.');
  // Format characters may join visible ones, as in emoji; alone they would be a name that nobody sees.
  if (!/[^\p{Cf}\p{Zs}\p{Mn}]/u.test(name)) throw BadRequest("Channel name can't be empty.");
  return name;
}

/** Line breaks become spaces: a description is one line. */
export function checkDescription(given: string): string {
  const description = given.trim().replace(/[\r\n]+/g, ' ');
  if ([...description].length > MAX_STREAM_DESCRIPTION_LENGTH)
    throw BadRequest(`Channel description too long (limit: ${MAX_STREAM_DESCRIPTION_LENGTH} characters).`);
  if (/[\p{Cc}\p{Cs}]/u.test(description.replace(/\t/g, ' ')))
    throw BadRequest('Invalid character in channel description.');
  return description;
}

/** The permissions that open a private channel, for somebody who belongs to `groups`. Guests get in by subscription only. [CH8] */
export function grantsOf(actor: Actor, channel: ChannelRow, groups: ReadonlySet<GroupId>): Grants {
  if (isGuest(actor)) return NO_GRANTS;
  const held = (name: ChannelPermission) => holds(actor.user_id, groups, channel[name]);
  const content = held('can_subscribe_group') || held('can_add_subscribers_group');
  return { content, metadata: content || held('can_administer_channel_group') };
}

/** Whether somebody may know that the channel exists, what it is called and who is in it. [CH5] */
export function hasMetadataAccess(
  actor: Actor | null,
  channel: ChannelFlags,
  is_subscribed: boolean,
  grants: Grants = NO_GRANTS,
): boolean {
  if (hasContentAccess(actor, channel, is_subscribed, grants)) return true;
  return actor !== null && (isAdministrator(actor) || grants.metadata);
}

/** Whether somebody may read the messages of the channel. [CH6] */
export function hasContentAccess(
  actor: Pick<Actor, 'role'> | null,
  channel: ChannelFlags,
  is_subscribed: boolean,
  grants: Grants = NO_GRANTS,
): boolean {
  if (channel.is_web_public) return true;
  if (!actor) return false;
  if (is_subscribed) return true;
  return !isGuest(actor) && (!channel.invite_only || grants.content);
}

export interface NewChannelKind {
  invite_only: boolean;
  is_web_public: boolean;
  history_public_to_subscribers: boolean | undefined;
  is_default: boolean;
  message_retention_days: number | null;
  /** Whether everybody may open topics. */
  open_topics: boolean;
  /** Whether the organization lets this creator make channels that are open to the web. */
  may_be_web_public: boolean;
}

/** Throws unless the creator may make such a channel; null is the server itself. [CH11] [CH12] */
export function checkNewChannel(
  creator: Actor | null,
  kind: NewChannelKind,
): { history_public_to_subscribers: boolean } {
  if (creator && isGuest(creator)) throw BadRequest('Insufficient permission');
  if (kind.is_web_public && kind.invite_only) throw BadRequest('A private channel cannot be web-public.');
  if (kind.is_web_public && !kind.may_be_web_public) throw BadRequest('Web-public channels are not enabled.');
  if (kind.is_default && creator && !isAdministrator(creator)) throw BadRequest('Insufficient permission');
  if (kind.is_default && kind.invite_only) throw BadRequest('A default channel cannot be private.');
  if (kind.message_retention_days !== null && creator && !isAdministrator(creator))
    throw BadRequest('Insufficient permission');
  const open = kind.history_public_to_subscribers ?? !kind.invite_only;
  if (!open && !kind.invite_only) throw BadRequest('Invalid parameters: a public channel has public history.');
  if (!open && !kind.open_topics)
    throw BadRequest('Protected history needs a channel in which everyone may start topics.');
  return { history_public_to_subscribers: open };
}

/** Where the server says what has become of a channel, and what new ones there are. */
export const CHANNEL_EVENTS_TOPIC = 'channel events';
export const NEW_CHANNELS_TOPIC = 'new channels';

/** Days a channel keeps its messages, as stored, from the words of the API. */
export function retentionDays(value: number | 'realm_default' | 'unlimited'): number | null {
  if (value === 'realm_default') return null;
  if (value === 'unlimited') return -1;
  if (value < 1 || value > 100_000) throw BadRequest("Bad value for 'message_retention_days'");
  return value;
}

/** The deprecated way to say who may send. */
export function postPolicy(
  can_send_group_name: string | undefined,
): Pick<Channel, 'stream_post_policy' | 'is_announcement_only'> {
  const policies: Record<string, number> = { 'role:administrators': 2, 'role:fullmembers': 3, 'role:moderators': 4 };
  const stream_post_policy = policies[can_send_group_name ?? ''] ?? 1;
  return { stream_post_policy, is_announcement_only: stream_post_policy === 2 };
}
