// Replaces the compose box where sending is not allowed, and offers to join above it.
import type { ReactNode } from 'react';
import { useCell } from '../../base/cells/cell.ts';
import { t } from '../../base/text/text.ts';
import type { View } from '../../base/views/view.ts';
import { join } from '../../domain/channels/channel-actions.ts';
import { mayJoin } from '../../domain/channels/channel-permissions.ts';
import { type Obstacle, sendingObstacle } from '../../domain/channels/sending-obstacle.ts';
import { useAppState, useEngine, useNavigation } from '../../model/engine/context.ts';
import type { MessageList } from '../../model/messages/message-list.ts';
import { composeRequest } from '../../model/state/screen.ts';
import { findChannel, findSubscription } from '../../model/state/state.ts';

type ChannelView = Extract<View, { channel_id: number }>;

/** The compose box, or why there is none. */
export function ChannelBanner({
  view,
  list,
  children,
}: {
  view: ChannelView;
  list: MessageList | null;
  children: ReactNode;
}) {
  if (view.kind === 'topic' && list) return <NewTopicBanner view={view} list={list} compose={children} />;
  return <ChannelNotice view={view} is_new={false} compose={children} />;
}

function NewTopicBanner({
  list,
  ...rest
}: {
  view: Extract<View, { kind: 'topic' }>;
  list: MessageList;
  compose: ReactNode;
}) {
  const is_new = useCell(
    list.cell,
    ({ status, ids, found_newest }) => status === 'ready' && found_newest && ids.length === 0,
  );
  return <ChannelNotice is_new={is_new} {...rest} />;
}

function ChannelNotice({ view, is_new, compose }: { view: ChannelView; is_new: boolean; compose: ReactNode }) {
  const topic = view.kind === 'topic' ? view.topic : null;
  const obstacle = useAppState((state) => sendingObstacle(state, { channel_id: view.channel_id, topic, is_new }));
  return (
    <>
      <JoinBanner channel_id={view.channel_id} />
      {obstacle ? <ObstacleBanner obstacle={obstacle} channel_id={view.channel_id} /> : compose}
    </>
  );
}

function JoinBanner({ channel_id }: { channel_id: number }) {
  const engine = useEngine();
  const channel = useAppState((state) => findChannel(state, channel_id));
  const shown = useAppState(
    (state) => channel !== null && findSubscription(state, channel_id) === null && mayJoin(state, channel),
  );
  if (!shown || !channel) return null;
  return (
    <div className="channel-banner">
      <p>{t('not_subscribed_yet')}</p>
      <button type="button" className="button primary" onClick={() => void join(engine, channel)}>
        {t('join_channel')}
      </button>
    </div>
  );
}

function ObstacleBanner({ obstacle, channel_id }: { obstacle: Obstacle; channel_id: number }) {
  const { go } = useNavigation();
  return (
    <div className="channel-banner" role="note">
      <p>{t(obstacle)}</p>
      {obstacle === 'cannot_send_no_topics' && (
        <button type="button" className="button" onClick={() => go({ kind: 'topic', channel_id, topic: '' })}>
          {t('go_to_general_chat')}
        </button>
      )}
      {obstacle === 'cannot_send_topic_needed' && (
        <button
          type="button"
          className="button"
          onClick={() => {
            go({ kind: 'channel', channel_id });
            composeRequest.set({ view: { kind: 'topic', channel_id, topic: '' }, insert: '' });
          }}
        >
          {t('new_topic')}
        </button>
      )}
    </div>
  );
}
