// Subscribed channels in the sidebar, by folder, with the topics of the current one.
import { memo, useState } from 'react';
import { fold } from '../../base/text/fold.ts';
import { t } from '../../base/text/text.ts';
import { toggleSection, useIsOpen } from '../../base/ui/collapsed-sections.ts';
import { Count } from '../../base/ui/count.tsx';
import { Icon } from '../../base/ui/icon.tsx';
import { hashOf, keyOf, type View } from '../../base/views/view.ts';
import { listHash } from '../../domain/channels/address.ts';
import { type ChannelGroup, channelGroups, type SidebarChannel } from '../../domain/channels/channel-groups.ts';
import { ChannelMark } from '../../domain/channels/channel-mark.tsx';
import { ChannelMenu } from '../../domain/menus/channel-menu.tsx';
import { useAppState, useEngine } from '../../model/engine/context.ts';
import { unreadCounts } from '../../model/state/unread.ts';
import { ChannelTopics } from './channel-topics.tsx';
import { channelCount } from './channel-unread.ts';
import { defaultViewOf } from './default-view.ts';
import { FoldingHeading, SidebarLink } from './sidebar-link.tsx';
import { SidebarList } from './sidebar-list.tsx';

/** Up to this many inactive channels are shown, because hiding them saves no space. */
const INACTIVE_SHOWN = 3;

/** Without it, the link to all channels would look like one of the direct conversations above. */
const noChannels = (): ChannelGroup => ({ key: 'others', name: t('channels'), active: [], inactive: [] });

export const Channels = memo(function Channels({
  current,
  view,
  filter,
}: {
  current: string;
  view: View;
  filter: string;
}) {
  const groups = useAppState(channelGroups);
  const channel_id = 'channel_id' in view ? view.channel_id : null;
  return (
    <>
      {(groups.length > 0 ? groups : [noChannels()]).map((group) => (
        <Group key={group.key} group={group} current={current} channel_id={channel_id} filter={filter} />
      ))}
      <a className="sidebar-link more" href={listHash('all')}>
        <Icon name="plus" size={16} />
        {t('browse_channels')}
      </a>
    </>
  );
});

interface GroupProps {
  readonly group: ChannelGroup;
  readonly current: string;
  /** The current channel. */
  readonly channel_id: number | null;
  readonly filter: string;
}

const Group = memo(function Group({ group, current, channel_id, filter }: GroupProps) {
  const { key, name, active, inactive } = group;
  const counts = useAppState(unreadCounts);
  const settings = useAppState(({ user_settings }) => user_settings);
  const open = useIsOpen(key);
  const [inactive_open, setInactiveOpen] = useState(false);
  const countOf = (channel: SidebarChannel) => channelCount(counts, channel, settings);
  const matching = (channels: readonly SidebarChannel[]) =>
    filter ? channels.filter((channel) => fold(channel.name).includes(filter)) : channels;
  const is_here = ({ stream_id }: SidebarChannel) => stream_id === channel_id;
  const shows_all_inactive = filter !== '' || inactive_open || inactive.length <= INACTIVE_SHOWN;
  const visible = shows_all_inactive
    ? [...matching(active), ...matching(inactive)]
    : [...active, ...inactive.filter((channel) => is_here(channel) || countOf(channel).count > 0)];
  const hidden = active.length + inactive.length - visible.length;
  const shown = open || filter ? visible : visible.filter(is_here);
  if (filter && shown.length === 0) return null;
  const total = [...active, ...inactive].reduce(
    (sum, { stream_id }) => sum + (counts.byChannel.get(stream_id) ?? 0),
    0,
  );
  return (
    <section>
      <FoldingHeading
        name={name}
        open={open || filter !== ''}
        count={settings.web_left_sidebar_unreads_count_summary ? total : 0}
        toggle={() => toggleSection(key)}
      />
      <SidebarList
        items={shown}
        keyOf={({ stream_id }) => stream_id}
        always_shown={shown.findIndex(is_here)}
        line={(channel) => {
          const { count, quiet, some } = countOf(channel);
          return (
            <>
              <ChannelLine
                channel={channel}
                is_current={keyOf({ kind: 'channel', channel_id: channel.stream_id }) === current}
                count={count}
                quiet={quiet}
                some={some}
              />
              {is_here(channel) && !filter && <ChannelTopics channel_id={channel.stream_id} current={current} />}
            </>
          );
        }}
        foot={
          open &&
          !filter &&
          (hidden > 0 || inactive_open) && (
            <button
              type="button"
              className="sidebar-link more"
              aria-expanded={inactive_open}
              onClick={() => setInactiveOpen(!inactive_open)}
            >
              {inactive_open ? t('fewer_channels') : t('quiet_channels', { count: hidden })}
            </button>
          )
        }
      />
    </section>
  );
});

interface LineProps {
  readonly channel: SidebarChannel;
  readonly is_current: boolean;
  readonly count: number;
  readonly quiet: boolean;
  /** Unread messages without a number. */
  readonly some: boolean;
}

const ChannelLine = memo(function ChannelLine({ channel, is_current, count, quiet, some }: LineProps) {
  const engine = useEngine();
  const { stream_id: channel_id, name, is_muted, invite_only } = channel;
  const view: View = { kind: 'channel', channel_id };
  return (
    <div className="sidebar-row">
      <SidebarLink
        view={view}
        is_current={is_current}
        className={is_muted ? 'muted' : count > 0 || some ? 'has-unread' : ''}
        onClick={(event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
          event.preventDefault();
          void defaultViewOf(engine, channel).then((view) => {
            location.hash = hashOf(view);
          });
        }}
      >
        <ChannelMark channel={channel} />
        <span className="sidebar-name" dir="auto">
          {name}
        </span>
        {invite_only && <span className="hidden-text">{t('private_channel')}</span>}
        {is_muted && <Icon name="mute" size={14} />}
        {some && <span className="unread-dot" role="img" aria-label={t('unread_some')} />}
        <Count count={count} quiet={quiet} />
      </SidebarLink>
      <ChannelMenu channel={channel} className="icon-button sidebar-menu" />
    </div>
  );
});
