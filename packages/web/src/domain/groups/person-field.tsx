// A field that finds a person by name or address.
import { type Ref, useId } from 'react';
import { FieldLabel } from '../../base/ui/field-label.tsx';
import { useAppState } from '../../model/engine/context.ts';
import { HolderField } from './holder-field.tsx';

interface Props {
  readonly label: string;
  /** Somebody should be chosen. */
  readonly required?: boolean;
  readonly ref?: Ref<HTMLInputElement>;
  /** True for people who are not offered. */
  without(user_id: number): boolean;
  choose(user_id: number): void;
}

const NOBODY = { groups: [], people: [] };

export function PersonField({ label, required = false, ref, without, choose }: Props) {
  const label_id = useId();
  const people = useAppState(({ realm_users }) => realm_users);
  const taken = people.flatMap(({ user_id }) => (without(user_id) ? [user_id as number] : []));
  return (
    <>
      <span className="labelled" id={label_id}>
        <FieldLabel mark={required ? 'required' : null}>{label}</FieldLabel>
      </span>
      <HolderField
        {...(ref ? { ref } : {})}
        className="field"
        label={label}
        declared={null}
        chosen={NOBODY}
        taken={{ groups: [], people: taken }}
        with_bots={false}
        choose={({ people: [user_id] }) => user_id !== undefined && choose(user_id)}
      />
    </>
  );
}
