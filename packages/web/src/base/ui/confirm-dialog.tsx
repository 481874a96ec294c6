// Asks for confirmation before something that can't be undone.
import * as Ariakit from '@ariakit/react';
import type { ReactNode } from 'react';
import { t } from '../text/text.ts';
import { DialogFrame } from './dialog-frame.tsx';

interface Props {
  readonly title: string;
  readonly lead: string;
  readonly action: string;
  /** Options shown above the buttons. */
  readonly children?: ReactNode;
  confirm(): void;
  close(): void;
}

export function ConfirmDialog({ title, lead, action, children, confirm, close }: Props) {
  return (
    <DialogFrame title={title} onClose={() => close()}>
      <p>{lead}</p>
      {children}
      <div className="dialog-actions">
        <Ariakit.DialogDismiss className="button">{t('cancel')}</Ariakit.DialogDismiss>
        <button
          type="button"
          className="button danger"
          onClick={() => {
            confirm();
            close();
          }}
        >
          {action}
        </button>
      </div>
    </DialogFrame>
  );
}
