// A modal dialog: frame and heading.
import * as Ariakit from '@ariakit/react';
import { t } from '../text/text.ts';
import { useBackCloses } from '../views/overlays.ts';
import { Icon } from './icon.tsx';

interface Props extends Omit<Ariakit.DialogProps, 'title' | 'open' | 'className' | 'backdrop' | 'onClose'> {
  readonly title: string;
  readonly wide?: boolean;
  /** A close button beside the heading, for dialogs that only show something. */
  readonly has_close_button?: boolean;
  onClose(): void;
}

export function Dialog({ title, wide = false, has_close_button = false, children, ...props }: Props) {
  useBackCloses(true, props.onClose);
  const heading = (
    <Ariakit.DialogHeading className="dialog-title" dir="auto">
      {title}
    </Ariakit.DialogHeading>
  );
  return (
    <Ariakit.Dialog {...props} open className={wide ? 'dialog wide' : 'dialog'} backdrop={<div className="backdrop" />}>
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
