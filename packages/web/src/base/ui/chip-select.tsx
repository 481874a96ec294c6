// Selects several of many items: the selected ones as chips, with a control to add more.
import { type ReactNode, useId } from 'react';
import { Chip } from './chip.tsx';
import { FieldLabel } from './field-label.tsx';
import { Select } from './select.tsx';

interface ChipsProps {
  readonly label: string;
  readonly chosen: readonly number[];
  /** In a form that can be sent without any. */
  readonly optional?: boolean;
  /** The control that adds an item. */
  readonly children: ReactNode;
  nameOf(id: number): string;
  change(ids: readonly number[]): void;
}

export function ChipField({ label, chosen, optional = false, children, nameOf, change }: ChipsProps) {
  const id = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is drawn as a frame here
    <div className="setting" role="group" aria-labelledby={id}>
      <span className="setting-label" id={id}>
        <FieldLabel mark={optional ? 'optional' : null}>{label}</FieldLabel>
      </span>
      {chosen.length > 0 && (
        <ul className="chips">
          {chosen.map((value) => (
            <Chip key={value} name={nameOf(value)} remove={() => change(chosen.filter((other) => other !== value))} />
          ))}
        </ul>
      )}
      {children}
    </div>
  );
}

interface SelectProps extends Pick<ChipsProps, 'label' | 'chosen' | 'optional' | 'change'> {
  readonly add: string;
  readonly options: readonly (readonly [id: number, name: string])[];
}

export function ChipSelect({ label, add, options, chosen, optional = false, change }: SelectProps) {
  const names = new Map(options);
  const left = options.filter(([option]) => !chosen.includes(option));
  return (
    <ChipField label={label} chosen={chosen} optional={optional} nameOf={(id) => names.get(id) ?? ''} change={change}>
      <Select
        aria-label={add}
        value={null}
        choices={[[null, add], ...left]}
        disabled={left.length === 0}
        change={(option) => option !== null && change([...chosen, option])}
      />
    </ChipField>
  );
}
