// Inserts a time, which readers see in their own time zone.
import { useState } from 'react';
import { t } from '../../base/text/all-texts.ts';
import { nowMs } from '../../base/time/clock.ts';
import { FormDialog } from '../../base/ui/form-dialog.tsx';
import { fieldValue } from '../schedule/times.ts';
import { timeMark } from './suggestions.ts';

export function TimeDialog({ insert, close }: { insert(text: string): void; close(): void }) {
  const [value, setValue] = useState(() => {
    const now = new Date(nowMs());
    return fieldValue(new Date(now.getFullYear(), now.getMonth(), now.getDate(), now.getHours() + 1));
  });
  const at = new Date(value);
  return (
    <FormDialog
      title={t('insert_time')}
      action={t('insert')}
      ready={!Number.isNaN(at.getTime())}
      gives_focus_back={false}
      send={async () => insert(`${timeMark(at)} `)}
      close={close}
    >
      <p className="quiet">{t('insert_time_lead')}</p>
      <label className="labelled">
        {t('time_when')}
        <input
          className="field"
          type="datetime-local"
          value={value}
          required
          onChange={(event) => setValue(event.target.value)}
        />
      </label>
    </FormDialog>
  );
}
