// The field above a list that narrows it while one writes.
interface Props {
  /** Its name, and what stands in it while it is empty. */
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
