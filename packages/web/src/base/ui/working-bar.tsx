// Shows that an action waits for the server, wherever it was pressed. [WB1081]
import { useEffect, useState } from 'react';
import { useCell } from '../cells/cell.ts';
import { t } from '../text/text.ts';
import { underway } from './underway.ts';

/** A usual answer takes less: a bar for it would only flicker. */
const SHOWN_AFTER_MS = 300;

export function WorkingBar() {
  const waits = useCell(underway, (count) => count > 0);
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!waits) return;
    const timer = setTimeout(setLate, SHOWN_AFTER_MS, true);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [waits]);
  return (
    <div role="status" className={late ? 'working-bar' : undefined}>
      {late && <span className="hidden-text">{t('waiting_for_server')}</span>}
    </div>
  );
}
