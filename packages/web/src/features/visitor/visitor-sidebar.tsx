// The sidebar of a visitor: the web-public channels, with the topics of the current one. [WB283]
import { useRef } from 'react';
import { derived, useCell } from '../../base/cells/cell.ts';
import { t } from '../../base/text/all-texts.ts';
import { compareNames } from '../../base/text/text.ts';
import { Icon } from '../../base/ui/icon.tsx';
import { LazyMenu } from '../../base/ui/lazy-menu.tsx';
import { keyOf } from '../../base/views/view.ts';
import { VISITOR_HOME } from '../../base/views/visitor-view.ts';
import { ChannelMark } from '../../domain/channels/channel-mark.tsx';
import { useAppState, useNavigation } from '../../model/engine/context.ts';
import { sidebarOpen } from '../../model/state/screen.ts';
import type { KnownChannel, State } from '../../model/state/state.ts';
import { ChannelTopics } from '../sidebar/channel-topics.tsx';
import { RealmHead, walkLines } from '../sidebar/sidebar.tsx';
import { HideSidebar } from '../sidebar/sidebar-buttons.tsx';
import { SidebarLink } from '../sidebar/sidebar-link.tsx';
import { ScrollerContext, SidebarList } from '../sidebar/sidebar-list.tsx';
import { SignInButtons } from './sign-in-buttons.tsx';

const loadAppearance = async () => (await import('./appearance-items.tsx')).AppearanceItems;

const byName = derived((channels: State['never_subscribed']): readonly KnownChannel[] =>
  [...channels].sort((a, b) => compareNames(a.name, b.name)),
);

export function VisitorSidebar() {
  const { view } = useNavigation().route;
  const current = keyOf(view);
  const open = useCell(sidebarOpen);
  const channels = useAppState((state) => byName(state.never_subscribed));
  const lines = useRef<HTMLDivElement>(null);
  const isHere = ({ stream_id }: KnownChannel) => 'channel_id' in view && view.channel_id === stream_id;
  return (
    <nav id="sidebar" className={open ? 'sidebar open' : 'sidebar'} aria-label={t('main_navigation')}>
      <div className="sidebar-head">
        <RealmHead />
        <HideSidebar />
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrow keys move between the links in it */}
      <div ref={lines} className="sidebar-scroll" onKeyDown={(event) => walkLines(event, lines.current)}>
        <ScrollerContext value={lines}>
          <SidebarLink view={VISITOR_HOME} is_current={keyOf(VISITOR_HOME) === current}>
            <Icon name="feed" />
            <span className="sidebar-name">{t('term_channels_web_public')}</span>
          </SidebarLink>
          <section>
            <h2 className="visitor-heading">{t('channels')}</h2>
            <SidebarList
              items={channels}
              keyOf={({ stream_id }) => stream_id}
              always_shown={channels.findIndex(isHere)}
              line={(channel) => (
                <>
                  <ChannelLine channel={channel} current={current} />
                  {isHere(channel) && <ChannelTopics channel_id={channel.stream_id} current={current} />}
                </>
              )}
            />
          </section>
        </ScrollerContext>
      </div>
      <div className="account visitor-foot">
        <SignInButtons />
        <LazyMenu
          label={t('visitor_appearance')}
          placement="top-start"
          face={
            <>
              <Icon name="sun" />
              <span className="hidden-text">{t('visitor_appearance')}</span>
            </>
          }
          load={loadAppearance}
        >
          {(Items) => <Items />}
        </LazyMenu>
      </div>
    </nav>
  );
}

function ChannelLine({ channel, current }: { channel: KnownChannel; current: string }) {
  const view = { kind: 'channel', channel_id: channel.stream_id } as const;
  return (
    <div className="sidebar-row">
      <SidebarLink view={view} is_current={keyOf(view) === current}>
        <ChannelMark channel={channel} />
        <span className="sidebar-name" dir="auto">
          {channel.name}
        </span>
      </SidebarLink>
    </div>
  );
}
