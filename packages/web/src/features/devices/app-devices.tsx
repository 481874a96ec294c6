// Mobile devices registered for notifications, by number.
import type { Device } from '@stoa/contract';
import { t } from '../../base/text/all-texts.ts';
import { shortTime } from '../../base/text/dates.ts';
import { attemptOnce } from '../../base/ui/attempt.ts';
import { SettingGroup } from '../../base/ui/controls.tsx';
import { useAppState, useEngine } from '../../model/engine/context.ts';

const NO_DEVICES: Readonly<Record<string, Device>> = {};

function deviceStatus(device: Device, twenty_four_hour: boolean): string {
  const { push_token_id, push_token_last_updated_timestamp: since } = device;
  if (push_token_id !== null) return t('devices_active', { time: since ? shortTime(since, twenty_four_hour) : '' });
  if (device.push_registration_error_code !== null) return t('devices_failed');
  return t(device.pending_push_token_id === null ? 'devices_idle' : 'devices_pending');
}

export function AppDevices() {
  const { client } = useEngine();
  const devices = useAppState((state) => (state.devices as typeof NO_DEVICES | undefined) ?? NO_DEVICES);
  const twenty_four = useAppState(({ user_settings }) => user_settings.twenty_four_hour_time) ?? false;
  const all = Object.entries(devices);
  return (
    <SettingGroup title={t('devices_title')}>
      {all.length === 0 && <p className="setting-hint quiet">{t('devices_none')}</p>}
      <ul className="setting-list">
        {all.map(([id, device]) => {
          const name = t('devices_name', { number: id });
          return (
            <li key={id}>
              <div className="session-facts">
                <span>{name}</span>
                <span className="quiet">{deviceStatus(device, twenty_four)}</span>
              </div>
              <button
                type="button"
                className="button"
                aria-label={t('devices_remove_named', { device: name })}
                onClick={() =>
                  void attemptOnce(`remove device ${id}`, () => client.removeClientDevice({ device_id: Number(id) }))
                }
              >
                {t('devices_remove')}
              </button>
            </li>
          );
        })}
      </ul>
    </SettingGroup>
  );
}
