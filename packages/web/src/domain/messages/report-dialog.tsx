// Reports a message to the moderators, with a reason.
import { MAX_REPORT_DESCRIPTION_LENGTH } from '@stoa/contract';
import { type FormEvent, useState } from 'react';
import { t } from '../../base/text/all-texts.ts';
import { attempt } from '../../base/ui/attempt.ts';
import { LabelledTextArea } from '../../base/ui/labelled-field.tsx';
import { notify } from '../../base/ui/notices.ts';
import { LabelledSelect } from '../../base/ui/select.tsx';
import { useEngine } from '../../model/engine/context.ts';
import type { StoredMessage } from '../../model/messages/message-store.ts';
import { DialogFrame } from './dialog-frame.tsx';
import { messageDialog } from './message-dialog.ts';

const REASONS = ['spam', 'harassment', 'inappropriate', 'norms', 'other'] as const;
type Reason = (typeof REASONS)[number];

export function ReportDialog({ message }: { message: StoredMessage }) {
  const engine = useEngine();
  const [reason, setReason] = useState<Reason>('spam');
  const [description, setDescription] = useState('');
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    const done = await attempt(() =>
      engine.client.reportMessage({ message_id: message.id, report_type: reason, description: description.trim() }),
    );
    setBusy(false);
    if (!done) return;
    notify(t('reported'));
    messageDialog.set(null);
  };
  return (
    <DialogFrame title={t('report_title')}>
      <form className="dialog-form" onSubmit={(event) => void submit(event)}>
        <p className="quiet">{t('report_lead')}</p>
        <LabelledSelect
          label={t('report_reason')}
          value={reason}
          choices={REASONS.map((name) => [name, t(`report_${name}`)] as const)}
          change={setReason}
        />
        <LabelledTextArea
          label={t('report_description')}
          rows={4}
          maxLength={MAX_REPORT_DESCRIPTION_LENGTH}
          required={reason === 'other'}
          value={description}
          change={setDescription}
        />
        <div className="dialog-actions">
          <button type="button" className="button" onClick={() => messageDialog.set(null)}>
            {t('cancel')}
          </button>
          <button
            type="submit"
            className="button danger"
            disabled={busy || (reason === 'other' && description.trim() === '')}
          >
            {t('report_send')}
          </button>
        </div>
      </form>
    </DialogFrame>
  );
}
