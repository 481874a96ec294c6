// How a message refers to a channel or topic. Pure.
import type { Channel } from '@stoa/contract';
import { hashOf } from '../../base/views/view.ts';
import { topicName } from '../../model/state/names.ts';

/**
 * `#**channel>topic**`, or a link for a name that this syntax can't hold: it has no escapes, ends at a star, and takes
 * `@12` at the end for a message. Brackets would end the text of the link. [WB805]
 */
export function channelReference({ stream_id, name }: Channel, topic: string | null): string {
  if (!/[*>]/.test(name) && !/\*|@\d+$/.test(topic ?? ''))
    return topic === null ? `#**${name}**` : `#**${name}>${topic}**`;
  const text = topic === null ? `#${name}` : `#${name} > ${topicName(topic)}`;
  const address = hashOf(
    topic === null ? { kind: 'channel', channel_id: stream_id } : { kind: 'topic', channel_id: stream_id, topic },
  );
  return `[${text.replaceAll('[', '(').replaceAll(']', ')')}](${address})`;
}
