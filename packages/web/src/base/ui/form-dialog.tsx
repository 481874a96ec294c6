// A dialog with a form; errors are shown beside their fields.
import { type ReactNode, useId, useState } from 'react';
import { failureText } from '../text/failures.ts';
import { t } from '../text/text.ts';
import { Hint } from './controls.tsx';
import { Dialog } from './dialog.tsx';
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
  const [problem, setProblem] = useState<string | null>(null);
  const submit = async () => {
    setBusy(true);
    setProblem(null);
    try {
      await send();
      close();
    } catch (error) {
      setProblem(failureText(error));
      setBusy(false);
    }
  };
  return (
    <Dialog title={title} wide={wide} onClose={close} autoFocusOnHide={gives_focus_back}>
      <form
        className="form-dialog"
        onChange={() => setProblem(null)}
        onSubmit={(event) => {
          event.preventDefault();
          if (ready && !busy) void submit();
        }}
      >
        {children}
        <p className="problem" role="alert">
          {problem}
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
  change(value: string): void;
}

export function FormField({ label, hint, value, required = false, lines = 1, code = false, change }: FieldProps) {
  const id = useId();
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
    'aria-describedby': hint ? `${id}-hint` : undefined,
    onChange: (event: { target: { value: string } }) => change(event.target.value),
  };
  return (
    <div className="setting">
      <label className="setting-label" htmlFor={id}>
        {label}
      </label>
      {lines > 1 ? <textarea rows={lines} {...props} /> : <input {...props} />}
      <Hint id={`${id}-hint`}>{hint}</Hint>
    </div>
  );
}
