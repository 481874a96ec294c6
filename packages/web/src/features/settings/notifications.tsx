// Notification settings: by kind of message, by channel, and for each kind of notification.

import { t } from '../../base/text/all-texts.ts';
import { SettingGroup } from '../../base/ui/controls.tsx';
import { useAppState, useEngine } from '../../model/engine/context.ts';
import { useSendsMail } from '../../model/session/use-sends-mail.ts';
import { ChannelNotifications } from './channel-notifications.tsx';
import { DesktopPermission } from './desktop-permission.tsx';
import { NotificationTable } from './notification-table.tsx';
import { OwnRows } from './preferences.tsx';
import { NOTIFICATIONS } from './setting-rows.ts';

export function Notifications() {
  const { client } = useEngine();
  const settings = useAppState(({ user_settings }) => user_settings);
  const sends_mail = useSendsMail();
  return (
    <>
      <SettingGroup title={t('set_table')}>
        <DesktopPermission />
        {sends_mail === false && <p className="setting-hint quiet">{t('set_no_mail')}</p>}
        <NotificationTable values={settings} save={(change) => client.updateSettings(change)} />
      </SettingGroup>
      <ChannelNotifications />
      <OwnRows groups={NOTIFICATIONS} />
    </>
  );
}
