// Channels with notification settings of their own: added, changed and reset.
import type { Subscription } from '@stoa/contract';
import { useId, useState } from 'react';
import { t } from '../../base/text/all-texts.ts';
import { compareNames } from '../../base/text/text.ts';
import { attempt } from '../../base/ui/attempt.ts';
import { SettingGroup } from '../../base/ui/controls.tsx';
import { IconButton } from '../../base/ui/icon-button.tsx';
import { notifySaved } from '../../base/ui/notify-saved.ts';
import { ChannelChooser } from '../../domain/channels/channel-chooser.tsx';
import { ChannelMark } from '../../domain/channels/channel-mark.tsx';
import { useAppState, useEngine } from '../../model/engine/context.ts';
import { CHANNEL_PROPERTIES, deliveryOf, differences } from './channel-delivery.ts';
import { DeliveryToggle } from './delivery-toggle.tsx';
import { NOTIFICATION_COLUMNS } from './setting-rows.ts';

export function ChannelNotifications() {
  const subscriptions = useAppState((state) => state.subscriptions);
  const settings = useAppState(({ user_settings }) => user_settings);
  const [added, setAdded] = useState<readonly number[]>([]);
  const known = subscriptions.filter(({ is_archived }) => !is_archived).sort((a, b) => compareNames(a.name, b.name));
  const shown = known.filter(
    (channel) => added.includes(channel.stream_id) || differences(channel, settings).length > 0,
  );
  const others = known.filter((channel) => !shown.includes(channel));
  return (
    <SettingGroup title={t('set_own_channels')}>
      <p className="setting-hint quiet">{t('set_own_channels_hint')}</p>
      {shown.map((channel) => (
        <ChannelWays
          key={channel.stream_id}
          channel={channel}
          forget={() => setAdded(added.filter((id) => id !== channel.stream_id))}
        />
      ))}
      {others.length > 0 && (
        <ChannelChooser
          label={t('set_add_channel')}
          channels={others}
          value={null}
          change={(channel_id) => channel_id !== null && setAdded([...added, channel_id])}
        />
      )}
    </SettingGroup>
  );
}

function ChannelWays({ channel, forget }: { channel: Subscription; forget(): void }) {
  const { client } = useEngine();
  const settings = useAppState(({ user_settings }) => user_settings);
  const id = useId();
  const { stream_id } = channel;
  const reset = async () => {
    const subscription_data = NOTIFICATION_COLUMNS.map(([column]) => ({
      stream_id,
      property: CHANNEL_PROPERTIES[column],
      value: null,
    }));
    const done = await attempt(() => client.updateSubscriptionSettings({ subscription_data }));
    if (!done) return;
    notifySaved();
    forget();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: the legend of a fieldset can't stand in a row with its boxes
    <div className="notification-row" role="group" aria-labelledby={id}>
      <div className="notification-row-name">
        <ChannelMark channel={channel} />
        <span id={id} dir="auto">
          {channel.name}
        </span>
        <IconButton icon="reset" label={t('set_as_others', { channel: channel.name })} onClick={() => void reset()} />
      </div>
      {NOTIFICATION_COLUMNS.map(([column, name]) => (
        <DeliveryToggle
          key={column}
          column={column}
          label={t(name)}
          value={deliveryOf(channel, settings, column)}
          save={(value) => client.updateSubscriptionSetting({ stream_id, property: CHANNEL_PROPERTIES[column], value })}
        />
      ))}
    </div>
  );
}
