// Keeps the service worker, and offers the newer build of the client; never loads it by itself, because somebody may be writing. [WB142]
import { useEffect, useState } from 'react';
import { useCell } from '../base/cells/cell.ts';
import { t } from '../base/text/all-texts.ts';
import { useEngine } from '../model/engine/context.ts';
import { keepWorker, updateReady } from '../model/session/service-worker.ts';

export function UpdateBanner() {
  const is_ready = useCell(updateReady);
  const [is_later, setLater] = useState(false);
  const { connection } = useEngine();
  useEffect(() => keepWorker(connection), [connection]);
  if (!is_ready || is_later) return null;
  return (
    <div className="banner banner-question">
      <p>{t('update_ready')}</p>
      <div className="setting-actions">
        <button type="button" className="button" onClick={() => location.reload()}>
          {t('update_reload')}
        </button>
        <button type="button" className="button" onClick={() => setLater(true)}>
          {t('update_later')}
        </button>
      </div>
    </div>
  );
}
