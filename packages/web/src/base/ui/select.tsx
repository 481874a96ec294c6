// A dropdown list.
import { type ComponentProps, type ReactNode, useId } from 'react';

interface Props<Value> extends Omit<ComponentProps<'select'>, 'value' | 'onChange'> {
  readonly value: NoInfer<Value> | null;
  readonly choices: readonly (readonly [value: Value, label: string])[];
  change(value: NoInfer<Value>): void;
}

const textOf = (value: string | number | null) => String(value ?? '');

export function Select<Value extends string | number | null>({ value, choices, change, ...props }: Props<Value>) {
  return (
    <select
      className="field"
      {...props}
      value={textOf(value)}
      onChange={({ target }) => change(choices.find(([choice]) => textOf(choice) === target.value)![0])}
    >
      {choices.map(([choice, label]) => (
        <option key={choice} value={textOf(choice)}>
          {label}
        </option>
      ))}
    </select>
  );
}

export function LabelledSelect<Value extends string | number | null>({
  label,
  ...props
}: Props<Value> & { readonly label: ReactNode }) {
  const id = useId();
  return (
    <div className="labelled">
      <label htmlFor={id}>{label}</label>
      <Select id={id} {...props} />
    </div>
  );
}
