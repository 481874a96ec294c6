// The reader's own settings of a channel: color, position, notifications.
import type { OwnProperty, Subscription } from '@stoa/contract';
import { t } from '../../base/text/all-texts.ts';
import type { TextKey } from '../../base/text/text.ts';
import { attempt } from '../../base/ui/attempt.ts';
import { ChoiceRow, SettingGroup, ToggleRow } from '../../base/ui/controls.tsx';
import { notifySaved } from '../../base/ui/notify-saved.ts';
import { saveOwn } from '../../domain/channels/channel-actions.ts';
import { useAppState, useEngine } from '../../model/engine/context.ts';
import { ColorField } from './color-field.tsx';
import { chosenFor, NOTIFICATIONS, type NotificationProperty } from './notification-defaults.ts';

const LABELS: Readonly<Record<NotificationProperty, TextKey>> = {
  desktop_notifications: 'channel_notify_desktop',
  audible_notifications: 'channel_notify_sound',
  push_notifications: 'channel_notify_mobile',
  email_notifications: 'channel_notify_email',
  wildcard_mentions_notify: 'channel_notify_wildcard',
};

export function PersonalSettings({ channel }: { channel: Subscription }) {
  const engine = useEngine();
  const settings = useAppState(({ user_settings }) => user_settings);
  const save = (property: OwnProperty, value: boolean | string | null) => saveOwn(engine, channel, property, value);
  const others = chosenFor(channel);
  const reset = async () => {
    const subscription_data = others.map((property) => ({ stream_id: channel.stream_id, property, value: null }));
    if (await attempt(() => engine.client.updateSubscriptionSettings({ subscription_data }))) notifySaved();
  };
  return (
    <>
      <SettingGroup title={t('channel_in_list')}>
        <ColorField value={channel.color} save={(color) => save('color', color)} />
        <ToggleRow
          label={t('pin_channel')}
          hint={t('pin_channel_hint')}
          value={channel.pin_to_top}
          save={(on) => save('pin_to_top', on)}
        />
        <ToggleRow
          label={t('mute_channel')}
          hint={t('mute_channel_hint')}
          value={channel.is_muted}
          save={(on) => save('is_muted', on)}
        />
      </SettingGroup>
      <SettingGroup title={t('channel_notifications')}>
        {channel.is_muted && <p className="quiet">{t('channel_notify_muted')}</p>}
        {NOTIFICATIONS.map(([property, setting]) => (
          <ChoiceRow
            key={property}
            label={t(LABELS[property])}
            value={channel[property] === null ? null : Number(channel[property])}
            choices={[
              [null, t(settings[setting] ? 'channel_as_default_on' : 'channel_as_default_off')],
              [1, t('channel_switched_on')],
              [0, t('channel_switched_off')],
            ]}
            save={(on) => save(property, on === null ? null : on === 1)}
          />
        ))}
        <div className="setting-actions">
          <button type="button" className="button" disabled={others.length === 0} onClick={() => void reset()}>
            {t('channel_notify_reset')}
          </button>
        </div>
      </SettingGroup>
    </>
  );
}
