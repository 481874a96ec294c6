// A modal dialog that asks before unsaved text in it is dropped.
import { useState } from 'react';
import { t } from '../text/all-texts.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { DialogFrame, type DialogProps } from './dialog-frame.tsx';
import { UnsavedContext, type UnsavedTexts } from './unsaved.ts';

interface Props extends DialogProps {
  /** With unsaved text inside, only after asking. */
  onClose(): void;
}

export function Dialog({ children, onClose, ...props }: Props) {
  const [unsaved] = useState<UnsavedTexts>(() => new Set());
  const [asking, setAsking] = useState(false);
  const close = (event?: Event) => {
    if (unsaved.size === 0) return onClose();
    event?.preventDefault();
    setAsking(true);
  };
  return (
    <DialogFrame {...props} onClose={close}>
      <UnsavedContext value={unsaved}>{children}</UnsavedContext>
      {asking && <DiscardQuestion discard={onClose} close={() => setAsking(false)} />}
    </DialogFrame>
  );
}

/** Before unsaved text is dropped. */
export function DiscardQuestion({ discard, close }: { discard(): void; close(): void }) {
  return (
    <ConfirmDialog
      title={t('edit_discard_title')}
      lead={t('unsaved_changes')}
      action={t('discard')}
      confirm={discard}
      close={close}
    />
  );
}
