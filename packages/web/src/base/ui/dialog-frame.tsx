// A modal dialog: frame and heading.
import * as Ariakit from '@ariakit/react';
import { t } from '../text/text.ts';
import { useBackCloses } from '../views/overlays.ts';
import { Icon } from './icon.tsx';

export interface DialogProps
  extends Omit<Ariakit.DialogProps, 'title' | 'open' | 'className' | 'backdrop' | 'onClose'> {
  readonly title: string;
  readonly wide?: boolean;
  /** A close button beside the heading, for dialogs that only show something. */
  readonly has_close_button?: boolean;
  /** To stay open, it prevents the default of the event. */
  onClose(event?: Event): void;
}

export function DialogFrame({
  title,
  wide = false,
  has_close_button = false,
  children,
  onClose,
  ...props
}: DialogProps) {
  useBackCloses(true, onClose);
  const heading = (
    <Ariakit.DialogHeading className="dialog-title" dir="auto">
      {title}
    </Ariakit.DialogHeading>
  );
  return (
    <Ariakit.Dialog
      {...props}
      onClose={onClose}
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
      {children}
    </Ariakit.Dialog>
  );
}
