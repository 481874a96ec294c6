// A dialog of text fields declared as a list, for patterns and addresses.
import { useState } from 'react';
import { t } from '../../base/text/text.ts';
import { FormDialog, FormField } from '../../base/ui/form-dialog.tsx';

export interface TextFieldDeclaration<Name extends string> {
  readonly name: Name;
  readonly label: string;
  readonly hint?: string;
  readonly required?: boolean;
  readonly code?: boolean;
  readonly lines?: number;
  readonly refused_for?: RegExp;
  check?(value: string, values: Readonly<Record<Name, string>>): string | null;
}

interface Props<Name extends string> {
  readonly title: string;
  readonly fields: readonly TextFieldDeclaration<Name>[];
  readonly initial: Readonly<Record<Name, string>>;
  readonly wide?: boolean;
  send(values: Readonly<Record<Name, string>>): Promise<unknown>;
  close(): void;
}

export function TextFieldsDialog<Name extends string>({ title, fields, initial, wide, send, close }: Props<Name>) {
  const [values, setValues] = useState(initial);
  return (
    <FormDialog
      title={title}
      action={t('save')}
      ready={fields.every(({ name, required }) => !required || values[name].trim() !== '')}
      wide={wide ?? false}
      send={() => send(values)}
      close={close}
    >
      {fields.map(({ name, check, ...field }) => (
        <FormField
          key={name}
          {...field}
          value={values[name]}
          check={(value) => check?.(value, values) ?? null}
          change={(value) => setValues({ ...values, [name]: value })}
        />
      ))}
    </FormDialog>
  );
}
