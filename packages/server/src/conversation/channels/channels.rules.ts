// Rules of channels: names, and who may know of, read, write to, join and create them. Pure.
import {
  BadRequest,
  type Channel,
  type ChannelPermission,
  type GroupId,
  MAX_STREAM_DESCRIPTION_LENGTH,
  MAX_STREAM_NAME_LENGTH,
  Refused,
} from '@stoa/contract';
import { holds } from '../../identity/membership/group-values.rules.ts';
import { type Actor, isAdministrator, isGuest } from '../../kit/access/actor.ts';
import { hasUnusableCharacter, isInvisible, normalizeName } from '../../kit/text/name-characters.ts';
import type { ChannelRow } from './channels.tables.ts';

/** The columns that decide who may see a channel. */
export type ChannelFlags = Pick<ChannelRow, 'invite_only' | 'is_web_public'>;

/** Whether members read only messages that were sent while they were subscribed. */
export const hasProtectedHistory = ({
  invite_only,
  history_public_to_subscribers,
}: Pick<ChannelRow, 'invite_only' | 'history_public_to_subscribers'>): boolean =>
  invite_only && !history_public_to_subscribers;

/** Access given by permissions of people and groups, in addition to roles and subscriptions. */
export interface Grants {
  readonly metadata: boolean;
  readonly content: boolean;
}
/** Where permissions were not looked up: leaving them out never shows too much. */
const NO_GRANTS: Grants = { metadata: false, content: false };

export function checkName(input: string): string {
  const name = normalizeName(input);
  if (name === '') throw Refused('channel_name_empty');
  if ([...name].length > MAX_STREAM_NAME_LENGTH) throw Refused('channel_name_long', { count: MAX_STREAM_NAME_LENGTH });
  if (hasUnusableCharacter(name)) throw Refused('channel_name_characters');
  if (isInvisible(name)) throw Refused('channel_name_empty');
  return name;
}

/** Line breaks become spaces: a description is one line. */
export function checkDescription(input: string): string {
  const description = input.trim().replace(/[\r\n]+/g, ' ');
  if ([...description].length > MAX_STREAM_DESCRIPTION_LENGTH)
    throw Refused('channel_description_long', { count: MAX_STREAM_DESCRIPTION_LENGTH });
  if (/[\p{Cc}\p{Cs}]/u.test(description.replace(/\t/g, ' '))) throw Refused('channel_description_characters');
  return description;
}

/** The access that permissions give to a member of `groups`. Guests get access by subscription only. [CH8] */
export function grantsOf(actor: Actor, channel: ChannelRow, groups: ReadonlySet<GroupId>): Grants {
  if (isGuest(actor)) return NO_GRANTS;
  const hasPermission = (name: ChannelPermission) => holds(actor.user_id, groups, channel[name]);
  const content = hasPermission('can_subscribe_group') || hasPermission('can_add_subscribers_group');
  return { content, metadata: content || hasPermission('can_administer_channel_group') };
}

/** Whether the actor may know that the channel exists, its name and its subscribers. [CH5] */
export function hasMetadataAccess(
  actor: Actor | null,
  channel: ChannelFlags,
  is_subscribed: boolean,
  grants: Grants = NO_GRANTS,
): boolean {
  if (hasContentAccess(actor, channel, is_subscribed, grants)) return true;
  return actor !== null && (isAdministrator(actor) || grants.metadata);
}

/** Whether the actor may read messages of the channel. [CH6] */
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
  /** Whether everyone may start topics. */
  open_topics: boolean;
  /** Whether this creator may create web-public channels. */
  may_be_web_public: boolean;
}

/** Throws unless the creator may create such a channel; null: the server. [CH11] [CH12] */
export function checkNewChannel(
  creator: Actor | null,
  kind: NewChannelKind,
): { history_public_to_subscribers: boolean } {
  if (creator && isGuest(creator)) throw Refused('no_permission');
  if (kind.is_web_public && kind.invite_only) throw BadRequest('A private channel cannot be web-public.');
  if (kind.is_web_public && !kind.may_be_web_public) throw Refused('channel_web_public_off');
  if (kind.is_default && creator && !isAdministrator(creator)) throw Refused('no_permission');
  if (kind.is_default && kind.invite_only) throw Refused('channel_default_private');
  if (kind.message_retention_days !== null && creator && !isAdministrator(creator)) throw Refused('no_permission');
  const open = kind.history_public_to_subscribers ?? !kind.invite_only;
  if (!open && !kind.invite_only) throw BadRequest('Invalid parameters: a public channel has public history.');
  if (!open && !kind.open_topics) throw Refused('channel_protected_topics');
  return { history_public_to_subscribers: open };
}

/** The topic of notices about a channel's changes and about new channels. */
export const CHANNEL_EVENTS_TOPIC = 'channel events';
export const NEW_CHANNELS_TOPIC = 'new channels';

/** The stored retention in days, from the values of the API. */
export function retentionDays(value: number | 'realm_default' | 'unlimited'): number | null {
  if (value === 'realm_default') return null;
  if (value === 'unlimited') return -1;
  if (value < 1 || value > 100_000) throw BadRequest("Bad value for 'message_retention_days'");
  return value;
}

/** The deprecated property for who may send. */
export function postPolicy(
  can_send_group_name: string | undefined,
): Pick<Channel, 'stream_post_policy' | 'is_announcement_only'> {
  const policies: Record<string, number> = { 'role:administrators': 2, 'role:fullmembers': 3, 'role:moderators': 4 };
  const stream_post_policy = policies[can_send_group_name ?? ''] ?? 1;
  return { stream_post_policy, is_announcement_only: stream_post_policy === 2 };
}
