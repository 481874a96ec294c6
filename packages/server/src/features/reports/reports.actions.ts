// Sends reports of messages to the organization's moderation channel, and stores nothing else. [RP1]
import {
  type ChannelId,
  MAX_REPORT_DESCRIPTION_LENGTH,
  type ParamsOf,
  REPORT_MESSAGE_TYPES,
  Refused,
  type reportMessage,
} from '@stoa/contract';
import { channelPath, encodeHash } from '@stoa/markdown';
import { findChannel } from '../../conversation/channels/channels.queries.ts';
import { normalizeTopic } from '../../conversation/message-rules/topics.rules.ts';
import { getAccessibleMessage } from '../../conversation/messages/accessible.queries.ts';
import type { MessageRow } from '../../conversation/messages/messages.queries.ts';
import { silentMention } from '../../conversation/messages/notice-texts.rules.ts';
import { sendSystemMessage } from '../../conversation/messages/system-messages.actions.ts';
import { getRealmSettings } from '../../identity/realm/realm-settings.queries.ts';
import { findUsersById } from '../../identity/users/users.queries.ts';
import type { Actor } from '../../kit/access/actor.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import { quoteBlock } from './reports.rules.ts';

export async function report(
  context: WriteContext,
  actor: Actor,
  { message_id, report_type, description: input }: ParamsOf<typeof reportMessage>,
): Promise<void> {
  const { tx } = context;
  const { realm } = actor;
  const { moderation_request_channel_id } = await getRealmSettings(tx, realm.realm_id);
  const channel = await findChannel(tx, realm.realm_id, moderation_request_channel_id as ChannelId);
  if (!channel || channel.is_archived) throw Refused('reports_off');
  const message = await getAccessibleMessage(tx, actor, message_id);
  const description = input.trim();
  if ([...description].length > MAX_REPORT_DESCRIPTION_LENGTH)
    throw Refused('report_long', { count: MAX_REPORT_DESCRIPTION_LENGTH });
  if (report_type === 'other' && description === '') throw Refused('report_explanation');
  const [sender] = await findUsersById(tx, realm.realm_id, [message.sender_id]);
  const reason = REPORT_MESSAGE_TYPES.find(({ key }) => key === report_type)!.name;
  const paragraphs = [
    `${silentMention(actor)} reported ${placeOf(message)} by ${silentMention(sender!)}.`,
    `* **Reason:** ${reason}`,
    ...(description === '' ? [] : [quoteBlock(description)]),
    '**The message:**',
    quoteBlock(message.content),
  ];
  const topic = channel.topics_policy === 'empty_topic_only' ? '' : normalizeTopic(`reports of ${sender!.full_name}`);
  await sendSystemMessage(context, realm, { channel, topic, content: paragraphs.join('\n\n') });
}

/** Only channel messages have a URL that others can open. */
function placeOf({ id, stream_id, channel_name, subject }: MessageRow): string {
  if (stream_id === null) return 'a direct message';
  const path = channelPath({ id: stream_id, name: channel_name! });
  return `[a message](${path}/topic/${encodeHash(subject)}/near/${id})`;
}
