// The list of channels: filtered, sorted and searched; joins and leaves. Draws only visible rows.
import { memo, useDeferredValue, useMemo, useRef, useState } from 'react';
import { Virtualizer } from 'virtua';
import { t } from '../../base/text/all-texts.ts';
import { EmptyState } from '../../base/ui/empty-state.tsx';
import { FindField } from '../../base/ui/find-field.tsx';
import { Icon } from '../../base/ui/icon.tsx';
import { IconButton } from '../../base/ui/icon-button.tsx';
import { Select } from '../../base/ui/select.tsx';
import {
  channelHash,
  foldersHash,
  LISTS,
  type ListKind,
  listHash,
  newChannelHash,
} from '../../domain/channels/address.ts';
import { join } from '../../domain/channels/channel-actions.ts';
import { SORTS, type Sort, selectChannels } from '../../domain/channels/channel-list.ts';
import { ChannelMark } from '../../domain/channels/channel-mark.tsx';
import { mayJoin } from '../../domain/channels/channel-permissions.ts';
import { plainText } from '../../domain/channels/description.ts';
import { askToLeave } from '../../domain/channels/topic-actions.ts';
import { useAppState, useEngine, useStateOf } from '../../model/engine/context.ts';
import { findSubscription, type KnownChannel } from '../../model/state/state.ts';

const LISTED_BY = [
  'subscriptions',
  'unsubscribed',
  'never_subscribed',
  'realm_user_groups',
  'is_admin',
  'is_guest',
  'can_create_streams',
] as const;

export function ChannelList({ list, current }: { list: ListKind; current: number | null }) {
  const [typed, setTyped] = useState('');
  const [sort, setSort] = useState<Sort>('name');
  const query = useDeferredValue(typed);
  const state = useStateOf(LISTED_BY);
  const shown = useMemo(() => selectChannels(state, list, sort, query), [state, list, sort, query]);
  const scroller = useRef<HTMLDivElement>(null);
  return (
    <section className="channels-list" aria-label={t('channels')}>
      <nav className="tabs" aria-label={t('channel_lists')}>
        {LISTS.map((name) => (
          <a key={name} href={listHash(name)} aria-current={name === list ? 'page' : undefined}>
            {t(`channel_list_${name}`)}
          </a>
        ))}
      </nav>
      <div className="channels-find">
        <FindField label={t('find_channel')} value={typed} change={setTyped} />
        <Select
          aria-label={t('channel_order')}
          value={sort}
          choices={SORTS.map((name) => [name, t(`channel_order_${name}`)] as const)}
          change={setSort}
        />
      </div>
      <div className="channels-actions">
        {state.can_create_streams === true && (
          <a className="button primary" href={newChannelHash()}>
            <Icon name="plus" size={16} /> {t('new_channel')}
          </a>
        )}
        {state.is_admin && (
          <a className="button" href={foldersHash()}>
            {t('folders')}
          </a>
        )}
        <span className="quiet" role="status">
          {t('channels_shown', { count: shown.length })}
        </span>
      </div>
      {shown.length === 0 ? (
        <EmptyState title={t('no_channels_found')} />
      ) : (
        <div ref={scroller} className="channels-scroll">
          <Virtualizer as="ul" item="li" scrollRef={scroller} itemSize={56}>
            {shown.map((channel) => (
              <ChannelRow key={channel.stream_id} channel={channel} current={channel.stream_id === current} />
            ))}
          </Virtualizer>
        </div>
      )}
    </section>
  );
}

const ChannelRow = memo(function ChannelRow({ channel, current }: { channel: KnownChannel; current: boolean }) {
  const engine = useEngine();
  const is_in = useAppState((state) => findSubscription(state, channel.stream_id) !== null);
  const may_join = useAppState((state) => mayJoin(state, channel));
  const label = t(is_in ? 'leave_named' : 'join_named', { channel: channel.name });
  return (
    <div className={current ? 'channel-row current' : 'channel-row'}>
      <ChannelMark channel={channel} />
      <a href={channelHash(channel, 'general')} aria-current={current ? 'true' : undefined}>
        <span className="channel-row-name" dir="auto">
          {channel.name}
        </span>
        <span className="channel-row-text quiet" dir="auto">
          {plainText(channel.rendered_description)}
        </span>
      </a>
      <span className="channel-row-numbers quiet">
        <span>{t('member_count', { count: channel.subscriber_count })}</span>
        {channel.stream_weekly_traffic !== null && (
          <span>{t('weekly_traffic', { count: channel.stream_weekly_traffic })}</span>
        )}
      </span>
      {(is_in || may_join) && (
        <IconButton
          icon={is_in ? 'check' : 'plus'}
          label={label}
          onClick={() => (is_in ? askToLeave(engine, channel) : void join(engine, channel))}
        />
      )}
    </div>
  );
});
