// Whether this browser allows notifications, which no account setting can change.
import { useState } from 'react';
import { t } from '../../base/text/all-texts.ts';

const permission = () => (typeof Notification === 'undefined' ? 'unavailable' : Notification.permission);

export function DesktopPermission() {
  const [now, setNow] = useState(permission);
  if (now === 'granted') return null;
  return (
    <div className="setting-note">
      <p>{t(now === 'default' ? 'set_permission_missing' : 'set_permission_denied')}</p>
      {now === 'default' && (
        <div className="setting-actions">
          <button
            type="button"
            className="button"
            onClick={() => void Notification.requestPermission().then(() => setNow(permission()))}
          >
            {t('set_permission_ask')}
          </button>
        </div>
      )}
    </div>
  );
}
