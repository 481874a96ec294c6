// A file of a form: chosen by a button in the reader's language, with its name and why it was refused beside it. [WB1022]
import { useId } from 'react';
import { t } from '../text/all-texts.ts';
import { Hint } from './controls.tsx';
import { FieldLabel } from './field-label.tsx';
import { useFieldRefusal } from './field-refusals.ts';
import { Problem } from './problem.tsx';

interface Props {
  readonly label: string;
  readonly hint?: string;
  /** Accepted types, as in a file input. */
  readonly accept: string;
  readonly file: File | null;
  readonly required?: boolean;
  /** Says what is wrong with the chosen file. */
  readonly problem?: string | null;
  /** The reasons of refusals that are about this file. */
  readonly refused_for?: RegExp;
  choose(file: File | null): void;
}

export function FileField({ label, hint, accept, file, required = false, problem = null, refused_for, choose }: Props) {
  const id = useId();
  const refusal = useFieldRefusal(refused_for);
  const shown = problem ?? refusal;
  return (
    <div className="setting">
      <span className="setting-label" id={`${id}-label`}>
        <FieldLabel mark={required ? null : 'optional'}>{label}</FieldLabel>
      </span>
      <div className="file-field">
        <label className="button file-button">
          <span id={`${id}-button`}>{t('choose_file')}</span>
          <input
            type="file"
            className="hidden-text"
            accept={accept}
            required={required}
            aria-labelledby={`${id}-label ${id}-button`}
            aria-invalid={shown === null ? undefined : true}
            aria-describedby={[shown !== null && `${id}-problem`, `${id}-name`, hint && `${id}-hint`]
              .filter(Boolean)
              .join(' ')}
            onChange={({ target }) => choose(target.files?.[0] ?? null)}
          />
        </label>
        <span id={`${id}-name`} className="quiet" dir="auto">
          {file?.name ?? t('no_file_chosen')}
        </span>
      </div>
      <Problem id={`${id}-problem`}>{shown}</Problem>
      <Hint id={`${id}-hint`}>{hint}</Hint>
    </div>
  );
}
