// The banner that asks for notifications, at the first one that could not be shown.

import { useState } from 'react';
import { loadText, storeText } from '../../base/storage/browser-storage.ts';
import { t } from '../../base/text/all-texts.ts';
import { permissionWanted } from './permission.ts';

const ANSWERED = 'stoa.notifications.answered';

const answered = () => loadText(ANSWERED) !== null;

/** Browsers let a page ask once, and only after a click. */
export function PermissionQuestion() {
  const [is_answered] = useState(answered);
  if (is_answered) return null;
  const answer = async (wants_permission: boolean) => {
    if (wants_permission) await Notification.requestPermission().catch(() => {});
    storeText(ANSWERED, wants_permission ? 'asked' : 'no');
    permissionWanted.set(false);
  };
  return (
    <div className="banner banner-question">
      <p>{t('live_ask_permission')}</p>
      <div className="setting-actions">
        <button type="button" className="button" onClick={() => void answer(true)}>
          {t('live_allow_notifications')}
        </button>
        <button type="button" className="button" onClick={() => void answer(false)}>
          {t('live_not_now')}
        </button>
      </div>
    </div>
  );
}
