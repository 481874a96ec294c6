// Field for the current password in a dialog.
import { t } from '../text/all-texts.ts';
import { LabelledInput } from './labelled-field.tsx';

interface PresentPasswordProps {
  readonly label: string;
  readonly value: string;
  /** The account may have none. */
  readonly optional?: boolean;
  /** Shows the password as plain text. */
  readonly shown?: boolean;
  change(value: string): void;
}

const WRONG = /^(wrong_password|AUTHENTICATION_FAILED)$/;

export function PresentPassword({ label, value, optional = false, shown = false, change }: PresentPasswordProps) {
  return (
    <>
      <LabelledInput
        label={label}
        type={shown ? 'text' : 'password'}
        autoComplete="current-password"
        refused_for={WRONG}
        required={!optional}
        value={value}
        change={change}
      />
      {optional && <p className="setting-hint quiet">{t('no_password_hint')}</p>}
    </>
  );
}
