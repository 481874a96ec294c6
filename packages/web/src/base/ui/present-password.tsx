// The password that one has, asked for again in a dialog.

interface PresentPasswordProps {
  readonly label: string;
  readonly value: string;
  /** As text that can be read. */
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
