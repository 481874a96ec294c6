// Rows of a settings page. Each change is saved at once, confirmed, and reverted if the server refuses.
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { t } from '../text/all-texts.ts';
import { attempt } from './attempt.ts';
import { FieldLabel } from './field-label.tsx';
import { notifySaved } from './notify-saved.ts';
import { Problem } from './problem.tsx';
import { LabelledSelect } from './select.tsx';
import { useUnsaved } from './unsaved.ts';

interface Row<Value> {
  readonly label: string;
  readonly hint?: string;
  readonly value: Value;
  readonly disabled?: boolean;
  /** It should have a value; it may be saved without one. */
  readonly required?: boolean;
  /** Saves the value on the server; a rejection is shown to the reader. */
  save(value: Value): Promise<unknown>;
}

/** Events may arrive after the response to their call: checked 4 times, a second apart. */
const SETTLING_MS = 1000;
const SETTLINGS = 4;

/**
 * The displayed value: the chosen one until the server confirms it, otherwise the current one. Changes are saved one
 * after another, so the last one wins; the row is never disabled meanwhile, which would lose the focus.
 */
export function useSaved<Value>(
  value: Value,
  save: (value: Value) => Promise<unknown>,
  /** Shows a failure at the field; without it a notice does. */
  showProblem?: (reason: string) => void,
) {
  const [pending, setPending] = useState<{ value: Value; settled: boolean } | null>(null);
  const line = useRef<Promise<unknown>>(Promise.resolve());
  const turn = useRef(0);
  const server_value = useRef(value);
  useEffect(() => {
    server_value.current = value;
  }, [value]);
  const change = async (next: Value) => {
    const own = ++turn.current;
    const setIfCurrent = (update: typeof pending) => own === turn.current && setPending(update);
    const settle = (left: number) => {
      if (left === 0 || Object.is(server_value.current, next)) setIfCurrent(null);
      else setTimeout(settle, SETTLING_MS, left - 1);
    };
    setPending({ value: next, settled: false });
    const saved = line.current.then(() => attempt(() => save(next), showProblem));
    line.current = saved;
    const done = await saved;
    if (done) {
      notifySaved();
      setIfCurrent({ value: next, settled: true });
      // After several changes in a row, events of the first may still be on their way.
      setTimeout(settle, SETTLING_MS, SETTLINGS);
    } else setIfCurrent(null);
    return done;
  };
  return { shown: pending ? pending.value : value, busy: pending !== null && !pending.settled, change };
}

export function Hint({ id, children }: { id: string; children: ReactNode }) {
  return children ? (
    <p id={id} className="setting-hint quiet">
      {children}
    </p>
  ) : null;
}

export function ToggleRow({ label, hint, value, disabled = false, save }: Row<boolean>) {
  const id = useId();
  const { shown, change } = useSaved(value, save);
  return (
    <div className="setting">
      <label className="check">
        <input
          type="checkbox"
          checked={shown}
          disabled={disabled}
          aria-describedby={hint ? id : undefined}
          onChange={(event) => void change(event.target.checked)}
        />
        {label}
      </label>
      <Hint id={id}>{hint}</Hint>
    </div>
  );
}

interface ChoiceProps<Value> extends Row<Value> {
  readonly choices: readonly (readonly [value: Value, label: string])[];
}

export function ChoiceRow<Value extends string | number | null>({
  label,
  hint,
  value,
  disabled = false,
  required = false,
  choices,
  save,
}: ChoiceProps<Value>) {
  const id = useId();
  const { shown, change } = useSaved(value, save);
  return (
    <div className="setting">
      <LabelledSelect
        label={<FieldLabel mark={required ? 'required' : null}>{label}</FieldLabel>}
        value={shown}
        choices={choices}
        disabled={disabled}
        aria-required={required || undefined}
        aria-describedby={hint ? id : undefined}
        change={change}
      />
      <Hint id={id}>{hint}</Hint>
    </div>
  );
}

interface TextProps extends Row<string> {
  readonly type?: 'text' | 'email' | 'url' | 'number' | 'date';
  readonly lines?: number;
  readonly max_length?: number;
  /** Why the server would refuse this text: said instead of sending it. */
  check?(text: string): string | null;
}

/** Text is saved by the button or the Enter key, not with each keystroke. */
export function TextRow({
  label,
  hint,
  value,
  disabled = false,
  required = false,
  type = 'text',
  lines = 1,
  max_length,
  check,
  save,
}: TextProps) {
  const id = useId();
  const [written, setWritten] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const { shown, busy, change } = useSaved(value, save, setProblem);
  const changed = written !== null && written !== shown;
  const write = (text: string | null) => {
    setWritten(text);
    setProblem(null);
  };
  useUnsaved(changed && !busy, () => write(null));
  const props = {
    id: `${id}-field`,
    className: 'field',
    value: written ?? shown,
    disabled,
    'aria-required': required || undefined,
    readOnly: busy,
    maxLength: max_length,
    'aria-invalid': problem === null ? undefined : true,
    'aria-describedby': [problem !== null && `${id}-problem`, hint && id].filter(Boolean).join(' ') || undefined,
    onChange: (event: { target: { value: string } }) => write(event.target.value),
  };
  return (
    <form
      className="setting"
      // Addresses are refused by the server, whose reason is in the reader's language; the browser's may be in another.
      noValidate={type === 'url' || type === 'email'}
      onSubmit={(event) => {
        event.preventDefault();
        if (!changed) return;
        const wrong = check?.(written) ?? null;
        setProblem(wrong);
        if (wrong === null) void change(written).then((done) => done && write(null));
      }}
    >
      <label className="labelled" htmlFor={`${id}-field`}>
        <FieldLabel mark={required ? 'required' : null}>{label}</FieldLabel>
        {lines > 1 ? <textarea rows={lines} {...props} /> : <input type={type} {...props} />}
      </label>
      <Problem id={`${id}-problem`}>{problem}</Problem>
      <Hint id={id}>{hint}</Hint>
      {changed && (
        <div className="setting-actions">
          <button type="submit" className="button primary" disabled={busy}>
            {t('save')}
          </button>
          <button type="button" className="button" onClick={() => write(null)}>
            {t('cancel')}
          </button>
        </div>
      )}
    </form>
  );
}

/** A named group of rows. */
export function SettingGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="setting-group">
      <legend>{title}</legend>
      {children}
    </fieldset>
  );
}
