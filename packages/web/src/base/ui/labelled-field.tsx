// A text field below its label.
import { type ComponentProps, useId } from 'react';
import { useFieldRefusal } from './field-refusals.ts';
import { Problem } from './problem.tsx';

interface Labelled {
  readonly label: string;
  /** Why the server refused what was typed. */
  readonly problem?: string | null;
  /** The reasons of refusals that are about this field of a form dialog. */
  readonly refused_for?: RegExp;
  change(value: string): void;
}

export function LabelledInput({
  label,
  problem: own,
  refused_for,
  change,
  ...props
}: Labelled & ComponentProps<'input'>) {
  const id = useId();
  const refusal = useFieldRefusal(refused_for);
  const problem = own ?? refusal;
  return (
    <>
      <label className="labelled">
        {label}
        <input
          className="field"
          dir="auto"
          {...props}
          aria-invalid={problem === null ? undefined : true}
          aria-describedby={problem === null ? props['aria-describedby'] : id}
          onChange={({ target }) => change(target.value)}
        />
      </label>
      <Problem id={id}>{problem}</Problem>
    </>
  );
}

export function LabelledTextArea({
  label,
  change,
  ...props
}: Pick<Labelled, 'label' | 'change'> & ComponentProps<'textarea'>) {
  return (
    <label className="labelled">
      {label}
      <textarea className="field" dir="auto" {...props} onChange={({ target }) => change(target.value)} />
    </label>
  );
}
