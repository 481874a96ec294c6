// What the menu of a channel offers.

import { t } from '../../base/text/all-texts.ts';
import { MenuAction, MenuLine, MenuLink } from '../../base/ui/menu.tsx';
import { hashOf } from '../../base/views/view.ts';
import { useAppState, useEngine } from '../../model/engine/context.ts';
import { composeRequest } from '../../model/state/screen.ts';
import { findChannel, findSubscription } from '../../model/state/state.ts';
import { unreadCounts } from '../../model/state/unread.ts';
import { channelHash } from '../channels/address.ts';
import { copyLink, join, markAll, setOwn } from '../channels/channel-actions.ts';
import { mayBeginTopics, mayJoin, maySend, topicsPolicy } from '../channels/channel-permissions.ts';
import { askToLeave } from '../channels/topic-actions.ts';

export function ChannelMenuItems({ channel_id }: { channel_id: number }) {
  const engine = useEngine();
  const channel = useAppState((state) => findChannel(state, channel_id));
  const subscription = useAppState((state) => findSubscription(state, channel_id));
  const unread = useAppState((state) =>
    unreadCounts(state).conversations.some(({ view }) => view.kind === 'topic' && view.channel_id === channel_id),
  );
  const may_join = useAppState((state) => channel !== null && mayJoin(state, channel));
  const may_begin = useAppState(
    (state) =>
      channel !== null &&
      maySend(state, channel) &&
      mayBeginTopics(state, channel) &&
      topicsPolicy(state, channel) !== 'empty_topic_only',
  );
  if (!channel) return null;
  const view = { kind: 'channel', channel_id } as const;
  return (
    <>
      {unread && (
        <MenuAction icon="eye" act={() => void markAll(engine, view, 'add')}>
          {t('mark_all_read')}
        </MenuAction>
      )}
      {may_begin && (
        <MenuAction
          icon="plus"
          act={() => composeRequest.set({ view: { kind: 'topic', channel_id, topic: '' }, insert: '' })}
        >
          {t('new_topic')}
        </MenuAction>
      )}
      <MenuLink icon="list" href={hashOf({ kind: 'topics', channel_id })}>
        {t('all_topics')}
      </MenuLink>
      {subscription && (
        <>
          <MenuAction icon="pin" act={() => void setOwn(engine, subscription, 'pin_to_top', !subscription.pin_to_top)}>
            {t(subscription.pin_to_top ? 'unpin_channel' : 'pin_channel')}
          </MenuAction>
          <MenuAction icon="mute" act={() => void setOwn(engine, subscription, 'is_muted', !subscription.is_muted)}>
            {t(subscription.is_muted ? 'unmute_channel' : 'mute_channel')}
          </MenuAction>
        </>
      )}
      <MenuAction icon="link" act={() => void copyLink(view)}>
        {t('copy_link')}
      </MenuAction>
      <MenuLine />
      <MenuLink icon="settings" href={channelHash(channel, 'general')}>
        {t('channel_settings')}
      </MenuLink>
      {subscription ? (
        <MenuAction icon="exit" danger act={() => askToLeave(engine, channel)}>
          {t('leave_channel')}
        </MenuAction>
      ) : (
        may_join && (
          <MenuAction icon="plus" act={() => void join(engine, channel)}>
            {t('join_channel')}
          </MenuAction>
        )
      )}
    </>
  );
}
