// The channels page: the list beside one channel, a new channel, or the folders.
import { useState } from 'react';
import { t } from '../../base/text/all-texts.ts';
import { EmptyState } from '../../base/ui/empty-state.tsx';
import { LeaveQuestion } from '../../base/ui/leave-question.tsx';
import type { PageProps } from '../../base/views/view.ts';
import { type ListKind, listHash, parseChannelsPath } from '../../domain/channels/address.ts';
import { useAppState } from '../../model/engine/context.ts';
import { findChannel } from '../../model/state/state.ts';
import { ChannelDetails } from './channel-details.tsx';
import { ChannelList } from './channel-list-pane.tsx';
import { CreateChannel } from './create-channel.tsx';
import { Folders } from './folders.tsx';

export function ChannelsPage({ path }: PageProps) {
  const route = parseChannelsPath(path);
  // The list keeps its state while its channels are viewed.
  const [list, setList] = useState<ListKind>(route.kind === 'list' ? route.list : 'all');
  if (route.kind === 'list' && route.list !== list) setList(route.list);
  const channel_id = route.kind === 'channel' ? route.channel_id : null;
  const channel = useAppState((state) => (channel_id === null ? null : findChannel(state, channel_id)));
  return (
    <div className={route.kind === 'list' ? 'channels-page' : 'channels-page detailed'}>
      <ChannelList list={list} current={channel_id} />
      <LeaveQuestion />
      <div className="channels-detail">
        {route.kind !== 'list' && (
          <a className="back only-phone" href={listHash(list)}>
            {t('back_to_channels')}
          </a>
        )}
        {route.kind === 'list' && <EmptyState title={t('choose_a_channel')} />}
        {route.kind === 'new' && <CreateChannel />}
        {route.kind === 'folders' && <Folders />}
        {route.kind === 'channel' &&
          (channel ? (
            <ChannelDetails key={channel.stream_id} channel={channel} tab={route.tab} />
          ) : (
            <EmptyState title={t('channel_not_found')}>{t('channel_not_found_lead')}</EmptyState>
          ))}
      </div>
    </div>
  );
}
