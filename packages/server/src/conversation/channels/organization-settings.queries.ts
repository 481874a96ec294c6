// Validates channels named in the organization's settings.
import { type ChannelId, NO_CHANNEL, type RealmId, type RealmSettings, Refused } from '@stoa/contract';
import { CHANNEL_SETTINGS } from '../../identity/realm/realm.rules.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import { findChannel } from './channels.queries.ts';

export async function checkNamedChannels(
  { tx }: WriteContext,
  { realm_id, settings }: { realm_id: RealmId; settings: Partial<RealmSettings> },
): Promise<void> {
  for (const name of CHANNEL_SETTINGS) {
    const stream_id = settings[name];
    if (stream_id === undefined || stream_id === NO_CHANNEL) continue;
    const channel = await findChannel(tx, realm_id, stream_id as ChannelId);
    if (!channel || channel.is_archived) throw Refused('channel_unknown');
    if (name === 'moderation_request_channel_id' && !channel.invite_only) throw Refused('channel_reports_private');
  }
}
