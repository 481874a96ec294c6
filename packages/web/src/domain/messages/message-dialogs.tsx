// Dialogs about a message: history, read receipts, reactions, source, report and deletion.
import { useEffect } from 'react';
import { t } from '../../base/text/all-texts.ts';
import { ConfirmDialog } from '../../base/ui/confirm-dialog.tsx';
import { copyText } from '../../base/ui/copy-text.ts';
import { notify } from '../../base/ui/notices.ts';
import { useEngine } from '../../model/engine/context.ts';
import type { StoredMessage } from '../../model/messages/message-store.ts';
import { ReminderDialog } from '../schedule/reminder-dialog.tsx';
import { DialogFrame, useLoaded, Waiting } from './dialog-frame.tsx';
import { HistoryDialog } from './history-dialog.tsx';
import { removeMessage, sourceOf } from './message-actions.ts';
import { type MessageDialogRequest, messageDialog } from './message-dialog.ts';
import { ReactionsDialog, ReceiptsDialog } from './people-dialogs.tsx';
import { ReportDialog } from './report-dialog.tsx';

const close = () => messageDialog.set(null);

export function MessageDialogs({ request: { kind, message_id } }: { request: MessageDialogRequest }) {
  const engine = useEngine();
  const message = engine.messages.get(message_id);
  useEffect(() => {
    if (message) return;
    close();
    notify(t('message_gone'));
  }, [message]);
  if (!message) return null;
  switch (kind) {
    case 'history':
      return <HistoryDialog message={message} />;
    case 'receipts':
      return <ReceiptsDialog message={message} />;
    case 'reactions':
      return <ReactionsDialog message={message} />;
    case 'source':
      return <SourceDialog message={message} />;
    case 'report':
      return <ReportDialog message={message} />;
    case 'remind':
      return <ReminderDialog message={message} close={close} />;
    case 'delete':
      return (
        <ConfirmDialog
          title={t('delete_title')}
          lead={t('delete_lead')}
          action={t('delete')}
          confirm={() => void removeMessage(engine, message)}
          close={close}
        />
      );
  }
}

function SourceDialog({ message }: { message: StoredMessage }) {
  const engine = useEngine();
  const { loaded, problem } = useLoaded(() => sourceOf(engine, message.id));
  return (
    <DialogFrame title={t('view_source')} wide>
      {loaded === null ? (
        <Waiting problem={problem} />
      ) : (
        <>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keys */}
          <section className="message-source" tabIndex={0} aria-label={t('view_source')}>
            <pre dir="auto">{loaded}</pre>
          </section>
          <div className="dialog-actions">
            <button type="button" className="button primary" onClick={() => void copyText(loaded)}>
              {t('copy_source')}
            </button>
          </div>
        </>
      )}
    </DialogFrame>
  );
}
