// Chooses when to send a message, or another time for a scheduled one.
import * as Ariakit from '@ariakit/react';
import { type FormEvent, useState } from 'react';
import { t } from '../../base/text/all-texts.ts';
import { Dialog } from '../../base/ui/dialog.tsx';
import { TimeField } from './time-field.tsx';

interface Props {
  readonly value: number | null;
  /** Returns whether it worked; otherwise the dialog stays open. */
  schedule(at: number): Promise<boolean>;
  close(): void;
}

export function ScheduleDialog({ value, schedule, close }: Props) {
  const [at, setAt] = useState(value);
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (at === null) return;
    setBusy(true);
    if (await schedule(at)) close();
    else setBusy(false);
  };
  return (
    <Dialog title={t('send_later_title')} onClose={close}>
      <form className="dialog-form" onSubmit={(event) => void submit(event)}>
        <TimeField value={value} choose={setAt} />
        <div className="dialog-actions">
          <Ariakit.DialogDismiss className="button">{t('cancel')}</Ariakit.DialogDismiss>
          <button type="submit" className="button primary" disabled={at === null || busy}>
            {t('schedule')}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
