// A labelled checkbox.
import type { ReactNode } from 'react';

interface CheckProps {
  readonly label: ReactNode;
  readonly value: boolean;
  readonly disabled?: boolean;
  change(value: boolean): void;
}

export function Check({ label, value, disabled = false, change }: CheckProps) {
  return (
    <label className="check">
      <input type="checkbox" checked={value} disabled={disabled} onChange={(event) => change(event.target.checked)} />
      {label}
    </label>
  );
}
