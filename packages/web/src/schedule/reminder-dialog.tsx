// Asks when to be reminded of a message, and of what.
import * as Ariakit from '@ariakit/react';
import { MAX_REMINDER_NOTE_LENGTH } from '@stoa/contract';
import { type FormEvent, useState } from 'react';
import { useAppState, useEngine } from '../app/context.ts';
import type { StoredMessage } from '../messages/message-store.ts';
import { fullTime } from '../text/dates.ts';
import { t } from '../text/text.ts';
import { attempt } from '../ui/attempt.ts';
import { notify } from '../ui/notices.ts';
import { TimeField } from './time-field.tsx';

export function ReminderDialog({ message, close }: { message: StoredMessage; close(): void }) {
  const engine = useEngine();
  const [at, setAt] = useState<number | null>(null);
  const [note, setNote] = useState('');
  const [busy, setBusy] = useState(false);
  const is24 = useAppState(({ user_settings }) => user_settings.twenty_four_hour_time);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (at === null) return;
    setBusy(true);
    const done = await attempt(() =>
      engine.client.createReminder({
        message_id: message.id,
        scheduled_delivery_timestamp: at,
        ...(note.trim() === '' ? {} : { note: note.trim() }),
      }),
    );
    setBusy(false);
    if (!done) return;
    notify(t('reminder_made', { time: fullTime(at, is24) }));
    close();
  };
  return (
    <Ariakit.Dialog
      open
      onClose={close}
      autoFocusOnHide={false}
      className="dialog"
      backdrop={<div className="backdrop" />}
    >
      <Ariakit.DialogHeading className="dialog-title">{t('remind_title')}</Ariakit.DialogHeading>
      <form className="dialog-form" onSubmit={(event) => void submit(event)}>
        <TimeField value={at} choose={setAt} />
        <label className="labelled">
          {t('reminder_note')}
          <input
            className="field"
            dir="auto"
            maxLength={MAX_REMINDER_NOTE_LENGTH}
            value={note}
            onChange={(event) => setNote(event.target.value)}
          />
        </label>
        <div className="dialog-actions">
          <Ariakit.DialogDismiss className="button">{t('cancel')}</Ariakit.DialogDismiss>
          <button type="submit" className="button primary" disabled={at === null || busy}>
            {t('remind_me')}
          </button>
        </div>
      </form>
    </Ariakit.Dialog>
  );
}
