// Creates a reminder of a message: time and note.
import { MAX_REMINDER_NOTE_LENGTH } from '@stoa/contract';
import { useState } from 'react';
import { t } from '../../base/text/all-texts.ts';
import { fullTime } from '../../base/text/dates.ts';
import { FormDialog } from '../../base/ui/form-dialog.tsx';
import { LabelledInput } from '../../base/ui/labelled-field.tsx';
import { notify } from '../../base/ui/notices.ts';
import { useAppState, useEngine } from '../../model/engine/context.ts';
import type { StoredMessage } from '../../model/messages/message-store.ts';
import { TimeField } from './time-field.tsx';

export function ReminderDialog({ message, close }: { message: StoredMessage; close(): void }) {
  const { client } = useEngine();
  const [at, setAt] = useState<number | null>(null);
  const [note, setNote] = useState('');
  const is24 = useAppState(({ user_settings }) => user_settings.twenty_four_hour_time);
  const send = async (time: number) => {
    await client.createReminder({
      message_id: message.id,
      scheduled_delivery_timestamp: time,
      ...(note.trim() === '' ? {} : { note: note.trim() }),
    });
    notify(t('reminder_made', { time: fullTime(time, is24) }));
  };
  return (
    <FormDialog
      title={t('remind_title')}
      action={t('remind_me')}
      ready={at !== null}
      gives_focus_back={false}
      send={() => send(at!)}
      close={close}
    >
      <TimeField value={at} choose={setAt} />
      <LabelledInput label={t('reminder_note')} maxLength={MAX_REMINDER_NOTE_LENGTH} value={note} change={setNote} />
    </FormDialog>
  );
}
