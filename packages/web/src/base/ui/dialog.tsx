// A modal dialog: frame and heading.
import * as Ariakit from '@ariakit/react';
import { useState } from 'react';
import { t } from '../text/all-texts.ts';
import { useBackCloses } from '../views/overlays.ts';
import { Icon } from './icon.tsx';
import { UnsavedContext, type UnsavedTexts } from './unsaved.ts';

interface Props extends Omit<Ariakit.DialogProps, 'title' | 'open' | 'className' | 'backdrop' | 'onClose'> {
  readonly title: string;
  readonly wide?: boolean;
  /** A close button beside the heading, for dialogs that only show something. */
  readonly has_close_button?: boolean;
  /** With unsaved text inside, only after asking. */
  onClose(): void;
}

export function Dialog({ title, wide = false, has_close_button = false, children, onClose, ...props }: Props) {
  const [unsaved] = useState<UnsavedTexts>(() => new Set());
  const [asking, setAsking] = useState(false);
  const close = (event?: Event) => {
    if (unsaved.size === 0) return onClose();
    event?.preventDefault();
    setAsking(true);
  };
  useBackCloses(true, close);
  const heading = (
    <Ariakit.DialogHeading className="dialog-title" dir="auto">
      {title}
    </Ariakit.DialogHeading>
  );
  return (
    <Ariakit.Dialog
      {...props}
      onClose={close}
      open
      className={wide ? 'dialog wide' : 'dialog'}
      backdrop={<div className="backdrop" />}
    >
      {has_close_button ? (
        <div className="dialog-head">
          {heading}
          <Ariakit.DialogDismiss className="icon-button" aria-label={t('close')}>
            <Icon name="close" />
          </Ariakit.DialogDismiss>
        </div>
      ) : (
        heading
      )}
      <UnsavedContext value={unsaved}>{children}</UnsavedContext>
      {asking && <DiscardQuestion discard={onClose} close={() => setAsking(false)} />}
    </Ariakit.Dialog>
  );
}

/** Before unsaved text is dropped. */
export function DiscardQuestion({ discard, close }: { discard(): void; close(): void }) {
  return (
    <Dialog title={t('edit_discard_title')} onClose={close}>
      <p>{t('unsaved_changes')}</p>
      <div className="dialog-actions">
        <Ariakit.DialogDismiss className="button">{t('cancel')}</Ariakit.DialogDismiss>
        <button
          type="button"
          className="button danger"
          onClick={() => {
            close();
            discard();
          }}
        >
          {t('discard')}
        </button>
      </div>
    </Dialog>
  );
}
