// The field above a list that filters it while typing.
interface Props {
  /** Accessible name and placeholder. */
  readonly label: string;
  readonly value: string;
  change(value: string): void;
}

export function FindField({ label, value, change }: Props) {
  return (
    <input
      type="search"
      className="field"
      value={value}
      placeholder={label}
      aria-label={label}
      onChange={({ target }) => change(target.value)}
    />
  );
}
