// Asks when to send a message, or when to send one at another time.
import * as Ariakit from '@ariakit/react';
import { type FormEvent, useState } from 'react';
import { t } from '../../base/text/text.ts';
import { TimeField } from './time-field.tsx';

interface Props {
  readonly value: number | null;
  /** Says whether it was done; the dialog stays otherwise. */
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
    <Ariakit.Dialog open onClose={close} className="dialog" backdrop={<div className="backdrop" />}>
      <Ariakit.DialogHeading className="dialog-title">{t('send_later_title')}</Ariakit.DialogHeading>
      <form className="dialog-form" onSubmit={(event) => void submit(event)}>
        <TimeField value={value} choose={setAt} />
        <div className="dialog-actions">
          <Ariakit.DialogDismiss className="button">{t('cancel')}</Ariakit.DialogDismiss>
          <button type="submit" className="button primary" disabled={at === null || busy}>
            {t('schedule')}
          </button>
        </div>
      </form>
    </Ariakit.Dialog>
  );
}
