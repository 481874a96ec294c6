// Posts notices in a channel about its own changes, if the organization wants them. [CH28]
import type { GroupSettingValue, RealmId } from '@stoa/contract';
import { isSameValue } from '../../identity/membership/group-values.rules.ts';
import { systemGroupIds } from '../../identity/membership/membership.queries.ts';
import { systemGroup } from '../../identity/membership/system-groups.ts';
import { getRealmSettings } from '../../identity/realm/realm-settings.queries.ts';
import type { Actor } from '../../kit/access/actor.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import type { ChannelRow } from '../channels/channels.queries.ts';
import { CHANNEL_EVENTS_TOPIC } from '../channels/channels.rules.ts';
import { isPlainName, quoted, silentMention } from '../messages/notice-texts.rules.ts';
import { sendSystemMessage } from '../messages/system-messages.actions.ts';

interface ChannelChange {
  readonly actor: Actor;
  readonly channel: ChannelRow;
}

/** Posts notices naming the actor, in the channel as it is after the change. */
async function postNotice(
  context: WriteContext,
  actor: Actor,
  channel: ChannelRow,
  words: readonly string[],
): Promise<void> {
  if (words.length === 0) return;
  const { send_channel_events_messages } = await getRealmSettings(context.tx, actor.realm.realm_id);
  if (!send_channel_events_messages) return;
  const topic = channel.topics_policy === 'empty_topic_only' ? '' : CHANNEL_EVENTS_TOPIC;
  for (const content of words) await sendSystemMessage(context, actor.realm, { channel, topic, content });
}

const name = (channel_name: string) => (isPlainName(channel_name) ? `**${channel_name}**` : 'another name');
const described = ({ description }: ChannelRow) => (description === '' ? '*No description.*' : quoted(description));

function privacy({ invite_only, is_web_public, history_public_to_subscribers }: ChannelRow): string {
  if (is_web_public) return '**web-public**';
  if (!invite_only) return '**public**';
  return history_public_to_subscribers ? '**private with shared history**' : '**private with protected history**';
}

async function describePosters({ tx }: WriteContext, realm_id: RealmId, value: GroupSettingValue): Promise<string> {
  const [found] = [...(await systemGroupIds(tx, realm_id))].filter(([, group_id]) => group_id === value);
  return found ? `**${systemGroup(found[0]).description}**` : '**a group or people of their own**';
}

export async function postCreation(context: WriteContext, actor: Actor, channel: ChannelRow): Promise<void> {
  const creation = `${silentMention(actor)} created this channel. It is ${privacy(channel)}.`;
  await postNotice(context, actor, channel, [
    channel.description === '' ? creation : `${creation}\n\n${described(channel)}`,
  ]);
}

/** One notice each for name, description, privacy and posting permission. */
export async function postChanges(
  context: WriteContext,
  { actor, before, after }: { actor: Actor; before: ChannelRow; after: ChannelRow },
): Promise<void> {
  const who = silentMention(actor);
  const words: string[] = [];
  if (before.name !== after.name)
    words.push(`${who} renamed this channel from ${name(before.name)} to ${name(after.name)}.`);
  if (before.description !== after.description)
    words.push(
      `${who} changed the description of this channel. It was:\n\n${described(before)}\n\nIt is now:\n\n${described(after)}`,
    );
  if (privacy(before) !== privacy(after))
    words.push(`${who} changed who can read this channel: it was ${privacy(before)} and is now ${privacy(after)}.`);
  if (!isSameValue(before.can_send_message_group, after.can_send_message_group)) {
    const were = await describePosters(context, actor.realm.realm_id, before.can_send_message_group);
    const are = await describePosters(context, actor.realm.realm_id, after.can_send_message_group);
    words.push(`${who} changed who can post in this channel. It was for: ${were}. It is now for: ${are}.`);
  }
  await postNotice(context, actor, after, words);
}

/** Posted before archiving: nobody can send to an archived channel. */
export async function postArchiving(context: WriteContext, { actor, channel }: ChannelChange): Promise<void> {
  await postNotice(context, actor, channel, [`${silentMention(actor)} archived this channel.`]);
}

export async function postUnarchiving(context: WriteContext, { actor, channel }: ChannelChange): Promise<void> {
  await postNotice(context, actor, channel, [`${silentMention(actor)} took this channel out of the archive.`]);
}
