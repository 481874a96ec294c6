// Default settings of new accounts: the rows of personal settings that allow defaults.
import type { UserSettings } from '@stoa/contract';
import { t } from '../../base/text/all-texts.ts';
import { SettingGroup } from '../../base/ui/controls.tsx';
import { useAppState, useEngine } from '../../model/engine/context.ts';
import { NotificationTable } from '../settings/notification-table.tsx';
import { RowList } from '../settings/row-list.tsx';
import { DEFAULTS, NOTIFICATION_DEFAULTS } from './default-rows.ts';

export function DefaultSettings() {
  const { client } = useEngine();
  const values = useAppState(({ realm_user_settings_defaults }) => realm_user_settings_defaults);
  const save = (change: Partial<UserSettings>) => client.updateUserSettingsDefaults(change);
  return (
    <>
      <p className="quiet">{t('org_defaults_lead')}</p>
      <RowList groups={DEFAULTS} values={values} save={save} />
      <SettingGroup title={t('set_table')}>
        <NotificationTable values={values} save={save} />
      </SettingGroup>
      <RowList groups={NOTIFICATION_DEFAULTS} values={values} save={save} />
    </>
  );
}
