// A text field below its label.
import { type ComponentProps, useId } from 'react';
import { Problem } from './problem.tsx';

interface Labelled {
  readonly label: string;
  /** Why the server refused what was typed. */
  readonly problem?: string | null;
  change(value: string): void;
}

export function LabelledInput({ label, problem = null, change, ...props }: Labelled & ComponentProps<'input'>) {
  const id = useId();
  return (
    <>
      <label className="labelled">
        {label}
        <input
          className="field"
          dir="auto"
          {...props}
          aria-invalid={problem === null ? undefined : true}
          aria-describedby={problem === null ? undefined : id}
          onChange={({ target }) => change(target.value)}
        />
      </label>
      <Problem id={id}>{problem}</Problem>
    </>
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
