// A dialog with a form; errors are shown beside their fields.
import { type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react';
import { failureText } from '../text/failures.ts';
import { t } from '../text/text.ts';
import { Hint } from './controls.tsx';
import { Dialog } from './dialog.tsx';
import { FieldLabel } from './field-label.tsx';
import { RefusalContext, reasonOf, useFieldRefusal } from './field-refusals.ts';
import { Problem } from './problem.tsx';
import { whileUnderway } from './underway.ts';
import { useUnsaved } from './unsaved.ts';

interface Props {
  readonly title: string;
  readonly action: string;
  /** False while required input is missing. */
  readonly ready?: boolean;
  readonly danger?: boolean;
  readonly wide?: boolean;
  /** False if the caller sets the focus on close. */
  readonly gives_focus_back?: boolean;
  readonly children: ReactNode;
  /** A rejection is shown in the dialog, which stays open. */
  send(): Promise<unknown>;
  close(): void;
}

export function FormDialog({
  title,
  action,
  ready = true,
  danger = false,
  wide = false,
  gives_focus_back = true,
  children,
  send,
  close,
}: Props) {
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<{ reason: string; text: string } | null>(null);
  const [declared] = useState(() => new Set<RegExp>());
  const form = useRef<HTMLFormElement>(null);
  const refusals = useMemo(() => ({ declared, refusal }), [declared, refusal]);
  const is_at_field = refusal !== null && [...declared].some((about) => about.test(refusal.reason));
  useEffect(() => {
    if (is_at_field && refusal) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [is_at_field, refusal]);
  const submit = async () => {
    setBusy(true);
    setRefusal(null);
    try {
      await whileUnderway(send);
      close();
    } catch (error) {
      setRefusal({ reason: reasonOf(error), text: failureText(error) });
      setBusy(false);
    }
  };
  return (
    <Dialog title={title} wide={wide} onClose={close} autoFocusOnHide={gives_focus_back}>
      <form
        ref={form}
        className="form-dialog"
        // What is refused is said below its field, in the reader's language.
        noValidate
        onChange={() => setRefusal(null)}
        onSubmit={(event) => {
          event.preventDefault();
          if (ready && !busy) void submit();
        }}
      >
        <RefusalContext value={refusals}>{children}</RefusalContext>
        <p className="problem" role="alert">
          {is_at_field ? null : refusal?.text}
        </p>
        <div className="dialog-actions">
          {/* Says itself that it discards what was typed. */}
          <button type="button" className="button" onClick={close}>
            {t('cancel')}
          </button>
          <button type="submit" className={danger ? 'button danger' : 'button primary'} disabled={!ready || busy}>
            {action}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

interface FieldProps {
  readonly label: string;
  readonly hint?: string;
  readonly value: string;
  readonly required?: boolean;
  readonly lines?: number;
  /** Text read left to right in every language, such as a pattern or address. */
  readonly code?: boolean;
  /** The reasons of refusals that are about this field. */
  readonly refused_for?: RegExp;
  /** Why the server would refuse this text, said once the field was left; null if it would not, as far as can be known here. */
  check?(value: string): string | null;
  change(value: string): void;
}

export function FormField({
  label,
  hint,
  value,
  required = false,
  lines = 1,
  code = false,
  refused_for,
  check,
  change,
}: FieldProps) {
  const id = useId();
  const refusal = useFieldRefusal(refused_for);
  const [was_left, setLeft] = useState(value !== '');
  const problem = refusal ?? (was_left && value !== '' ? (check?.(value) ?? null) : null);
  const [initial] = useState(value);
  useUnsaved(value !== initial, () => change(initial));
  const props = {
    id,
    className: code ? 'field code-field' : 'field',
    value,
    required,
    dir: code ? 'ltr' : 'auto',
    spellCheck: code ? false : undefined,
    autoCapitalize: code ? 'off' : undefined,
    'aria-invalid': problem === null ? undefined : true,
    'aria-describedby':
      [problem !== null && `${id}-problem`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined,
    onBlur: () => setLeft(true),
    onChange: (event: { target: { value: string } }) => change(event.target.value),
  };
  return (
    <div className="setting">
      <label className="setting-label" htmlFor={id}>
        <FieldLabel mark={required ? null : 'optional'}>{label}</FieldLabel>
      </label>
      {lines > 1 ? <textarea rows={lines} {...props} /> : <input {...props} />}
      <Problem id={`${id}-problem`}>{problem}</Problem>
      <Hint id={`${id}-hint`}>{hint}</Hint>
    </div>
  );
}
