// Field for the current password in a dialog.
import { LabelledInput } from './labelled-field.tsx';

interface PresentPasswordProps {
  readonly label: string;
  readonly value: string;
  /** Shows the password as plain text. */
  readonly shown?: boolean;
  change(value: string): void;
}

export function PresentPassword({ label, value, shown = false, change }: PresentPasswordProps) {
  return (
    <LabelledInput
      label={label}
      type={shown ? 'text' : 'password'}
      autoComplete="current-password"
      required
      value={value}
      change={change}
    />
  );
}
