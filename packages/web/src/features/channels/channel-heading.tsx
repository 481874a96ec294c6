// The header of the main pane in a channel: name, topic, description, member count and menus.

import { isResolvedTopic } from '@stoa/contract/topics';
import { numberName, t } from '../../base/text/text.ts';
import { Icon } from '../../base/ui/icon.tsx';
import { lazyComponent, Nothing } from '../../base/ui/lazy-component.tsx';
import { hashOf, type View } from '../../base/views/view.ts';
import { channelHash } from '../../domain/channels/address.ts';
import { ChannelMark } from '../../domain/channels/channel-mark.tsx';
import { privacyOf } from '../../domain/channels/privacy.ts';
import { ChannelMenu } from '../../domain/menus/channel-menu.tsx';
import { TopicMenu } from '../../domain/menus/topic-menu.tsx';
import { isVisitor, useAppState, useEngine } from '../../model/engine/context.ts';
import { topicName } from '../../model/state/names.ts';
import { findChannel } from '../../model/state/state.ts';

const Description = lazyComponent(
  async () => (await import('../../domain/content/rendered-line.tsx')).RenderedLine,
  Nothing,
  Nothing,
);

export function ChannelHeading({ view }: { view: Extract<View, { channel_id: number }> }) {
  const { channel_id } = view;
  const is_visitor = isVisitor(useEngine());
  const channel = useAppState((state) => findChannel(state, channel_id));
  if (!channel)
    return (
      <div className="view-title">
        <ChannelMark channel={null} />
        <h1>{t('unknown_channel')}</h1>
      </div>
    );
  const { name } = channel;
  return (
    <>
      <div className="view-title">
        <ChannelMark channel={channel} />
        <span className="hidden-text">{t(`privacy_${privacyOf(channel)}`)}</span>
        <h1 dir="auto">
          {view.kind === 'topic' ? (
            <>
              <a className="view-channel" href={hashOf({ kind: 'channel', channel_id })}>
                {name}
              </a>
              <span className="arrow" aria-hidden="true">
                ›
              </span>
              {isResolvedTopic(view.topic) && (
                <>
                  <Icon name="check" size={17} />
                  <span className="hidden-text">{t('resolved')}</span>
                </>
              )}
              <span>{topicName(view.topic)}</span>
            </>
          ) : (
            <span>{name}</span>
          )}
        </h1>
        {view.kind !== 'topic' && (
          <div className="tabs">
            <a
              href={hashOf({ kind: 'channel', channel_id })}
              aria-current={view.kind === 'channel' ? 'page' : undefined}
            >
              {t('channel_feed')}
            </a>
            <a href={hashOf({ kind: 'topics', channel_id })} aria-current={view.kind === 'topics' ? 'page' : undefined}>
              {t('all_topics')}
            </a>
          </div>
        )}
        {!is_visitor && (
          <a
            className="view-members quiet"
            href={channelHash(channel, 'subscribers')}
            title={t('member_count', { count: channel.subscriber_count })}
          >
            <Icon name="people" size={16} />
            <span aria-hidden="true">{numberName(channel.subscriber_count)}</span>
            <span className="hidden-text">{t('member_count', { count: channel.subscriber_count })}</span>
          </a>
        )}
        {view.kind !== 'topic' && channel.description !== '' && (
          <p className="view-description quiet">
            <Description html={channel.rendered_description} />
          </p>
        )}
      </div>
      {is_visitor ? null : view.kind === 'topic' ? (
        <TopicMenu key={view.topic} channel_id={channel_id} topic={view.topic} />
      ) : (
        <ChannelMenu key={channel_id} channel={channel} />
      )}
    </>
  );
}
