// Who may change which properties of a channel, and which combinations are valid. Pure. Spec 4.1.
import {
  BadRequest,
  type GroupId,
  type ParamsOf,
  Refused,
  UnauthorizedPrincipal,
  type updateStream,
} from '@stoa/contract';
import { holds } from '../../identity/membership/group-values.rules.ts';
import { type Actor, isAdministrator, isGuest } from '../../kit/access/actor.ts';
import type { ChannelRow } from './channels.tables.ts';

export type ChannelUpdate = ParamsOf<typeof updateStream>;

/** Allows administrators of the organization, and holders of the channel's own permission except guests. [CH18] */
export function checkAdministers(actor: Actor, channel: ChannelRow, groups: ReadonlySet<GroupId>): void {
  const may =
    isAdministrator(actor) || (!isGuest(actor) && holds(actor.user_id, groups, channel.can_administer_channel_group));
  if (!may) throw Refused('channel_administer_forbidden', {}, UnauthorizedPrincipal);
}

/** Properties that decide who reads a channel: changing them needs content access. [CH19] */
const CONTENT_PROPERTIES = [
  'is_private',
  'is_web_public',
  'history_public_to_subscribers',
  'can_add_subscribers_group',
  'can_subscribe_group',
] as const;

/** Throws unless a channel administrator may change these properties. [CH19] [CH20] */
export function checkMayChange(actor: Actor, params: ChannelUpdate, reads_content: boolean): void {
  if (!reads_content && CONTENT_PROPERTIES.some((name) => params[name] !== undefined))
    throw Refused('channel_private_readers');
  const administrators = params.is_default_stream !== undefined || params.message_retention_days !== undefined;
  if (administrators && !isAdministrator(actor)) throw Refused('for_administrators', {}, UnauthorizedPrincipal);
}

/** An archived channel can only be unarchived. [CH22] */
export function checkArchive(channel: ChannelRow, params: ChannelUpdate): void {
  if (params.is_archived === true) throw BadRequest('Channels are archived by deleting them.');
  if (!channel.is_archived) return;
  const { stream_id: _, is_archived, ...others } = params;
  if (is_archived !== false || Object.values(others).some((value) => value !== undefined))
    throw Refused('channel_only_unarchived');
}

export type Privacy = Pick<ChannelRow, 'invite_only' | 'is_web_public' | 'history_public_to_subscribers'>;

/**
 * The privacy after the change; unset properties follow from the others. Throws for invalid combinations. [CH12] [CH13]
 */
export function privacyAfter(channel: ChannelRow, params: ChannelUpdate): Privacy {
  const { is_private, is_web_public: web, history_public_to_subscribers: history } = params;
  const invite_only = is_private ?? (web === true ? false : channel.invite_only);
  const is_web_public = web ?? (is_private === true ? false : channel.is_web_public);
  const moved = invite_only !== channel.invite_only;
  const history_public_to_subscribers = history ?? (moved ? !invite_only : channel.history_public_to_subscribers);
  if (invite_only && is_web_public) throw BadRequest('A private channel cannot be web-public.');
  if (!invite_only && !history_public_to_subscribers)
    throw BadRequest('Invalid parameters: a public channel has public history.');
  return { invite_only, is_web_public, history_public_to_subscribers };
}

export interface After extends Privacy {
  readonly is_default: boolean;
  /** Whether everyone may start topics. */
  readonly open_topics: boolean;
  readonly takes_reports: boolean;
}

/** Throws if these properties can't be combined. */
export function checkFits(after: After): void {
  if (after.is_default && after.invite_only) throw Refused('channel_default_private');
  if (after.takes_reports && !after.invite_only) throw Refused('channel_reports_private');
  if (!after.history_public_to_subscribers && !after.open_topics) throw Refused('channel_protected_topics');
}
