// A text field below its label.
import { type ComponentProps, useId } from 'react';
import { FieldLabel } from './field-label.tsx';
import { useFieldRefusal } from './field-refusals.ts';
import { Problem } from './problem.tsx';
import { useUnsavedInDialog } from './unsaved.ts';

interface Labelled {
  readonly label: string;
  /** Why the server refused what was typed. */
  readonly problem?: string | null;
  /** The reasons of refusals that are about this field of a form dialog. */
  readonly refused_for?: RegExp;
  /** It has to be filled in; null where nothing is sent, as in a filter, or where the form says it for several fields. */
  readonly required?: boolean | null;
  change(value: string): void;
}

/** What is typed again in a moment, or chosen, is not asked about: passwords, codes, dates. */
const isWorthKeeping = ({ type = 'text', autoComplete = '' }: ComponentProps<'input'>) =>
  /^(text|email|url)$/.test(type) && !/password|one-time-code/.test(autoComplete);

const markOf = (required: boolean | null | undefined) => (required || required === null ? null : 'optional');

export function LabelledInput({
  label,
  problem: own,
  refused_for,
  required,
  change,
  ...props
}: Labelled & Omit<ComponentProps<'input'>, 'required'>) {
  const id = useId();
  const refusal = useFieldRefusal(refused_for);
  const problem = own ?? refusal;
  useUnsavedInDialog(isWorthKeeping(props) ? String(props.value ?? '') : '', change);
  return (
    <>
      <label className="labelled">
        <FieldLabel mark={markOf(required)}>{label}</FieldLabel>
        <input
          className="field"
          dir="auto"
          required={required === true}
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
  required,
  change,
  ...props
}: Pick<Labelled, 'label' | 'required' | 'change'> & Omit<ComponentProps<'textarea'>, 'required'>) {
  useUnsavedInDialog(String(props.value ?? ''), change);
  return (
    <label className="labelled">
      <FieldLabel mark={markOf(required)}>{label}</FieldLabel>
      <textarea
        className="field"
        dir="auto"
        required={required === true}
        {...props}
        onChange={({ target }) => change(target.value)}
      />
    </label>
  );
}
