// Offers to set the profile's time zone to the device's if the two show different times. A refusal is stored on this device.

import { useState } from 'react';
import { useCell } from '../../base/cells/cell.ts';
import { loadText, storeText } from '../../base/storage/browser-storage.ts';
import { t } from '../../base/text/text.ts';
import { shownDay } from '../../base/time/clock.ts';
import { attempt } from '../../base/ui/attempt.ts';
import { useAppState, useEngine } from '../../model/engine/context.ts';
import { browserZone, sameClock } from './timezones.ts';

const KEY = 'stoa.timezone-kept';

export function TimezoneBanner() {
  const { client } = useEngine();
  const timezone = useAppState(({ user_settings }) => user_settings.timezone);
  const asks = useAppState(({ user_settings }) => user_settings.web_suggest_update_timezone);
  useCell(shownDay);
  const [declined, setDeclined] = useState(() => loadText(KEY));
  // Not offered without a chosen zone; a refusal applies to this pair of zones.
  if (!asks || timezone === '') return null;
  const here = browserZone();
  const pair = `${timezone} ${here}`;
  if (declined === pair || sameClock(timezone, here)) return null;
  const dismiss = () => {
    storeText(KEY, pair);
    setDeclined(pair);
  };
  return (
    <section className="banner banner-question" aria-label={t('set_timezone')}>
      <p>{t('set_timezone_differs', { here: here.replaceAll('_', ' '), zone: timezone.replaceAll('_', ' ') })}</p>
      <div className="setting-actions">
        <button
          type="button"
          className="button"
          onClick={() => void attempt(() => client.updateSettings({ timezone: here }))}
        >
          {t('set_timezone_change')}
        </button>
        <button type="button" className="button" onClick={dismiss}>
          {t('set_timezone_keep')}
        </button>
        <button
          type="button"
          className="button"
          onClick={() => void attempt(() => client.updateSettings({ web_suggest_update_timezone: false }))}
        >
          {t('set_timezone_never')}
        </button>
      </div>
    </section>
  );
}
