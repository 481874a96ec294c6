// A text field below its label.
import type { ComponentProps } from 'react';

interface Labelled {
  readonly label: string;
  change(value: string): void;
}

export function LabelledInput({ label, change, ...props }: Labelled & ComponentProps<'input'>) {
  return (
    <label className="labelled">
      {label}
      <input className="field" dir="auto" {...props} onChange={({ target }) => change(target.value)} />
    </label>
  );
}

export function LabelledTextArea({ label, change, ...props }: Labelled & ComponentProps<'textarea'>) {
  return (
    <label className="labelled">
      {label}
      <textarea className="field" dir="auto" {...props} onChange={({ target }) => change(target.value)} />
    </label>
  );
}
