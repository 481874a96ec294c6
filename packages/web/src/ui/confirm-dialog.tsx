// Asks once more before something that can't be undone.
import * as Ariakit from '@ariakit/react';
import { t } from '../text/text.ts';

interface Props {
  readonly title: string;
  readonly lead: string;
  readonly action: string;
  confirm(): void;
  close(): void;
}

export function ConfirmDialog({ title, lead, action, confirm, close }: Props) {
  return (
    <Ariakit.Dialog open onClose={close} className="dialog" backdrop={<div className="backdrop" />}>
      <Ariakit.DialogHeading className="dialog-title">{title}</Ariakit.DialogHeading>
      <p>{lead}</p>
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
