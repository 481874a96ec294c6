// One channel: what it is called, whether the reader is in it, and its settings by tab.

import { t } from '../../base/text/all-texts.ts';
import type { TextKey } from '../../base/text/text.ts';
import { hashOf } from '../../base/views/view.ts';
import { channelHash, TABS, type Tab } from '../../domain/channels/address.ts';
import { join } from '../../domain/channels/channel-actions.ts';
import { ChannelMark } from '../../domain/channels/channel-mark.tsx';
import { mayJoin, mayRead } from '../../domain/channels/channel-permissions.ts';
import { privacyOf } from '../../domain/channels/privacy.ts';
import { askToLeave } from '../../domain/channels/topic-actions.ts';
import { RenderedLine } from '../../domain/content/rendered-line.tsx';
import { useAppState, useEngine } from '../../model/engine/context.ts';
import { findSubscription, type KnownChannel } from '../../model/state/state.ts';
import { GeneralSettings } from './general-settings.tsx';
import { PermissionSettings } from './permission-settings.tsx';
import { PersonalSettings } from './personal-settings.tsx';
import { Subscribers } from './subscribers.tsx';

const TAB_TITLES: Readonly<Record<Tab, TextKey>> = {
  general: 'channel_tab_general',
  personal: 'channel_tab_personal',
  subscribers: 'channel_tab_subscribers',
  permissions: 'channel_tab_permissions',
};

export function ChannelDetails({ channel, tab }: { channel: KnownChannel; tab: Tab }) {
  const engine = useEngine();
  const subscription = useAppState((state) => findSubscription(state, channel.stream_id));
  const may_join = useAppState((state) => mayJoin(state, channel));
  const may_read = useAppState((state) => mayRead(state, channel));
  return (
    <article className="channel-details">
      <header className="channel-details-head">
        <h2 dir="auto">
          <ChannelMark channel={subscription ?? channel} /> {channel.name}
        </h2>
        <span className="tag">{t(`privacy_${privacyOf(channel)}`)}</span>
        {channel.is_archived && <span className="tag strong">{t('channel_archived')}</span>}
        <span className="channel-details-actions">
          {may_read && (
            <a className="button" href={hashOf({ kind: 'channel', channel_id: channel.stream_id })}>
              {t('show_channel')}
            </a>
          )}
          {subscription ? (
            <button type="button" className="button" onClick={() => askToLeave(engine, channel)}>
              {t('leave_channel')}
            </button>
          ) : (
            may_join && (
              <button type="button" className="button primary" onClick={() => void join(engine, channel)}>
                {t('join_channel')}
              </button>
            )
          )}
        </span>
      </header>
      {channel.description !== '' && (
        <p className="channel-details-text">
          <RenderedLine html={channel.rendered_description} />
        </p>
      )}
      <nav className="tabs" aria-label={t('channel_settings')}>
        {TABS.map((name) => (
          <a key={name} href={channelHash(channel, name)} aria-current={name === tab ? 'page' : undefined}>
            {t(TAB_TITLES[name])}
          </a>
        ))}
      </nav>
      {tab === 'general' && <GeneralSettings channel={channel} />}
      {tab === 'personal' &&
        (subscription ? (
          <PersonalSettings channel={subscription} />
        ) : (
          <p className="quiet">{t('personal_needs_joining')}</p>
        ))}
      {tab === 'subscribers' && <Subscribers channel={channel} />}
      {tab === 'permissions' && <PermissionSettings channel={channel} />}
    </article>
  );
}
