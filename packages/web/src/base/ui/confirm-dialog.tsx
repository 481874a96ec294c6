// Asks for confirmation before something that can't be undone.
import * as Ariakit from '@ariakit/react';
import type { ReactNode } from 'react';
import { t } from '../text/text.ts';

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
    <Ariakit.Dialog open onClose={close} className="dialog" backdrop={<div className="backdrop" />}>
      <Ariakit.DialogHeading className="dialog-title">{title}</Ariakit.DialogHeading>
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
    </Ariakit.Dialog>
  );
}
