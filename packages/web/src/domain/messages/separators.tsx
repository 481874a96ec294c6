// Separators between messages: days, the line of new messages, and headings of conversations.

import { isResolvedTopic } from '@stoa/contract/topics';
import { useCell } from '../../base/cells/cell.ts';
import { t } from '../../base/text/all-texts.ts';
import { dayName } from '../../base/text/dates.ts';
import { shownDay } from '../../base/time/clock.ts';
import { Icon } from '../../base/ui/icon.tsx';
import { hashOf } from '../../base/views/view.ts';
import { useAppState, useEngine } from '../../model/engine/context.ts';
import { conversationOf } from '../../model/messages/conversations.ts';
import type { StoredMessage } from '../../model/messages/message-store.ts';
import { peopleNames, topicName } from '../../model/state/names.ts';
import { findChannel } from '../../model/state/state.ts';
import { ChannelMark } from '../channels/channel-mark.tsx';

export function DateRow({ timestamp }: { timestamp: number }) {
  useCell(shownDay);
  return (
    <p className="separator date">
      <span>{dayName(timestamp)}</span>
    </p>
  );
}

export function NewRow() {
  return (
    <p className="separator new">
      <span>{t('new_messages')}</span>
    </p>
  );
}

export function HeadingRow({ message }: { message: StoredMessage }) {
  const engine = useEngine();
  const view = conversationOf(message, engine.own_id);
  const channel = useAppState((state) => (view.kind === 'topic' ? findChannel(state, view.channel_id) : null));
  const names = useAppState((state) => (view.kind === 'direct' ? peopleNames(state, view.user_ids) : ''));
  if (view.kind === 'direct')
    return (
      <h2 className="conversation-heading">
        <Icon name={view.user_ids.length > 1 ? 'people' : 'person'} size={16} />
        <a href={hashOf(view, message.id)}>{names}</a>
      </h2>
    );
  return (
    <h2 className="conversation-heading">
      <ChannelMark channel={channel} />
      <a dir="auto" href={hashOf({ kind: 'channel', channel_id: view.channel_id }, message.id)}>
        {channel?.name ?? t('unknown_channel')}
      </a>
      <span className="arrow" aria-hidden="true">
        ›
      </span>
      {isResolvedTopic(view.topic) && <Icon name="check" size={15} />}
      <a className="topic" dir="auto" href={hashOf(view, message.id)}>
        {topicName(view.topic)}
      </a>
    </h2>
  );
}
