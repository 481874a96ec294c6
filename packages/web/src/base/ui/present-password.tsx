// Field for the current password in a dialog.

interface PresentPasswordProps {
  readonly label: string;
  readonly value: string;
  /** Shows the password as plain text. */
  readonly shown?: boolean;
  change(value: string): void;
}

export function PresentPassword({ label, value, shown = false, change }: PresentPasswordProps) {
  return (
    <label className="labelled">
      {label}
      <input
        type={shown ? 'text' : 'password'}
        className="field"
        autoComplete="current-password"
        required
        value={value}
        onChange={({ target }) => change(target.value)}
      />
    </label>
  );
}
