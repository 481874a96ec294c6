// Puts a time into the text, which everybody reads in their own zone.
import * as Ariakit from '@ariakit/react';
import { useState } from 'react';
import { fieldValue } from '../schedule/times.ts';
import { t } from '../text/text.ts';
import { timeMark } from './suggestions.ts';

export function TimeDialog({ insert, close }: { insert(text: string): void; close(): void }) {
  const [value, setValue] = useState(() => {
    const now = new Date();
    return fieldValue(new Date(now.getFullYear(), now.getMonth(), now.getDate(), now.getHours() + 1));
  });
  const at = new Date(value);
  const valid = !Number.isNaN(at.getTime());
  return (
    <Ariakit.Dialog
      open
      onClose={close}
      autoFocusOnHide={false}
      className="dialog"
      backdrop={<div className="backdrop" />}
    >
      <Ariakit.DialogHeading className="dialog-title">{t('insert_time')}</Ariakit.DialogHeading>
      <form
        className="dialog-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (!valid) return;
          close();
          insert(`${timeMark(at)} `);
        }}
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
        <div className="dialog-actions">
          <Ariakit.DialogDismiss className="button">{t('cancel')}</Ariakit.DialogDismiss>
          <button type="submit" className="button primary" disabled={!valid}>
            {t('insert')}
          </button>
        </div>
      </form>
    </Ariakit.Dialog>
  );
}
