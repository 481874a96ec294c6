// The card of all pages before sign-in, and its fields.
import { ApiError } from '@stoa/contract/api-error';
import { createContext, type FormEvent, type ReactNode, useContext, useEffect, useId, useRef, useState } from 'react';
import { failureText, refusalText } from '../../base/text/failures.ts';
import { t } from '../../base/text/text.ts';
import { Check } from '../../base/ui/check.tsx';
import { Problem } from '../../base/ui/problem.tsx';
import { useSending } from './use-sending.ts';

export interface OrganizationFace {
  readonly name: string;
  readonly icon: string;
}

/** The organization of the page; null before it is known. */
export const OrganizationContext = createContext<OrganizationFace | null>(null);

/** Why a field is refused, by its name. */
interface FieldProblem {
  readonly name: string;
  readonly text: string;
}
const ProblemContext = createContext<FieldProblem | null>(null);

/** The organization's icon or, as in the client, the first letter of its name. */
function Mark() {
  const face = useContext(OrganizationContext);
  if (face === null) return <img className="sign-in-icon" src="/static/logo.svg" alt="" />;
  if (face.icon.startsWith('/') && !face.icon.startsWith('/generated_avatars/'))
    return <img className="sign-in-icon" src={face.icon} alt="" />;
  return (
    <span className="sign-in-icon realm-mark" aria-hidden="true">
      {[...face.name][0]?.toLocaleUpperCase()}
    </span>
  );
}

interface Props {
  readonly title: string;
  readonly lead?: ReactNode;
  readonly problem: string | null;
  readonly children?: ReactNode;
  readonly foot?: ReactNode;
  /** It takes the place of a form: its heading gets the focus, so that screen readers say it. */
  readonly is_outcome?: boolean;
  /** Absent if there is nothing to submit. */
  send?(form: FormData): Promise<unknown>;
}

/** What is missing or wrong in a form, said here in the reader's language; the browser's own bubble may be in another. */
function firstProblem(form: HTMLFormElement): FieldProblem | null {
  const fields = [...form.elements].filter((element) => element instanceof HTMLInputElement);
  const wrong = fields.find(({ name, validity }) => name !== '' && !validity.valid);
  if (!wrong) return null;
  wrong.focus();
  const { name, validity, minLength } = wrong;
  const refusal = validity.typeMismatch
    ? refusalText('email_invalid')
    : validity.tooShort && refusalText('short_password', { count: minLength });
  return { name, text: refusal || t('in_field_empty') };
}

export function SignInCard({ title, lead, problem, children, foot, is_outcome = false, send }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (is_outcome) heading.current?.focus();
  }, [is_outcome]);
  useEffect(() => {
    document.title = title;
  }, [title]);
  const refused = useContext(ProblemContext);
  const [own_problem, setOwnProblem] = useState<FieldProblem | null>(null);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const found = firstProblem(event.currentTarget);
    setOwnProblem(found);
    if (!found) void send?.(new FormData(event.currentTarget));
  };
  const content = (
    <>
      <Mark />
      <h1 ref={heading} tabIndex={is_outcome ? -1 : undefined} dir="auto">
        {title}
      </h1>
      {lead && <div className="sign-in-lead quiet">{lead}</div>}
      <div role="alert">{problem && <p className="problem">{problem}</p>}</div>
      {children}
      {foot && <div className="sign-in-foot">{foot}</div>}
    </>
  );
  return (
    <main className="sign-in">
      {send ? (
        <form className="sign-in-card" noValidate onChange={() => setOwnProblem(null)} onSubmit={submit}>
          <ProblemContext value={own_problem ?? refused}>{content}</ProblemContext>
        </form>
      ) : (
        <div className="sign-in-card">{content}</div>
      )}
    </main>
  );
}

interface FormProps extends Pick<Props, 'title' | 'lead' | 'children' | 'foot'> {
  readonly button: string;
  readonly busy_button?: string;
  /** Resolves once something else takes the form's place. */
  submit(fields: Readonly<Record<string, string>>): Promise<unknown>;
}

/** A card with a form that says what was wrong with what was sent. */
export function SignInForm({ button, busy_button = button, submit, children, ...card }: FormProps) {
  const [refused, setRefused] = useState<string | null>(null);
  const { busy, problem, send } = useSending((error) => {
    const name = fieldOf(error);
    setRefused(name !== null && fieldNamed(name) ? name : null);
    return failureText(error);
  });
  useEffect(() => {
    // The button that was pressed loses the focus while it is disabled.
    if (problem !== null)
      (fieldNamed(refused) ?? document.querySelector<HTMLElement>('.sign-in-card [type=submit]'))?.focus();
  }, [problem, refused]);
  const sendFields = (form: FormData) => {
    setRefused(null);
    return send(() => submit(Object.fromEntries(form) as Record<string, string>));
  };
  return (
    <ProblemContext value={refused !== null && problem !== null ? { name: refused, text: problem } : null}>
      <SignInCard {...card} problem={refused === null ? problem : null} send={sendFields}>
        {children}
        <SendButton busy={busy}>{busy ? busy_button : button}</SendButton>
      </SignInCard>
    </ProblemContext>
  );
}

/** The beginnings of the reasons that concern a field. */
const FIELDS: readonly (readonly [reason: RegExp, name: string])[] = [
  [/^organization_name/, 'organization'],
  [/^name_/, 'full_name'],
  [/^email_/, 'email'],
  [/password$/, 'password'],
  [/^two_factor_/, 'code'],
];

function fieldOf(error: unknown): string | null {
  const reason = error instanceof ApiError ? String(error.fields.reason) : '';
  return FIELDS.find(([begins]) => begins.test(reason))?.[1] ?? null;
}

const fieldNamed = (name: string | null) =>
  document.querySelector<HTMLElement>(`.sign-in-card input[name="${name}"]:not([readonly])`);

/** The description of a field and its id. A refusal replaces the field's own hint, which it would repeat. */
function useFieldProblem(name: string, hint?: string) {
  const problem = useContext(ProblemContext);
  const id = useId();
  if (problem?.name !== name) return { marks: { 'aria-describedby': hint }, said: null };
  return {
    marks: { 'aria-invalid': true, 'aria-describedby': id },
    said: <Problem id={id}>{problem.text}</Problem>,
  };
}

interface FieldProps {
  readonly name: string;
  readonly label: string;
  readonly type?: 'text' | 'email';
  readonly autocomplete: string;
  readonly value?: string;
  readonly fixed?: boolean;
  readonly maxLength?: number;
  readonly inputMode?: 'numeric' | 'text';
  readonly takes_focus?: boolean;
}

export function SignInField({
  name,
  label,
  type = 'text',
  autocomplete,
  value,
  fixed,
  maxLength,
  inputMode,
  takes_focus,
}: FieldProps) {
  const { marks, said } = useFieldProblem(name);
  return (
    <>
      <label className="labelled">
        {label}
        <input
          className="field"
          type={type}
          name={name}
          autoComplete={autocomplete}
          defaultValue={value}
          readOnly={fixed}
          maxLength={maxLength}
          inputMode={inputMode}
          // biome-ignore lint/a11y/noAutofocus: of a page that is only this form, or of a step that takes the place of the last one
          autoFocus={takes_focus}
          required
          {...marks}
        />
      </label>
      {said}
    </>
  );
}

/** A password that can be shown. `new_hint`: of a new one, what makes a good password. */
export function PasswordField({ new_hint, takes_focus }: { new_hint?: string; takes_focus?: boolean }) {
  const [shown, setShown] = useState(false);
  const is_new = new_hint !== undefined;
  const { marks, said } = useFieldProblem('password', is_new ? 'password-hint' : undefined);
  return (
    <>
      <label className="labelled">
        {t('password')}
        <input
          className="field"
          type={shown ? 'text' : 'password'}
          name="password"
          autoComplete={is_new ? 'new-password' : 'current-password'}
          minLength={is_new ? 8 : undefined}
          maxLength={is_new ? 100 : undefined}
          // biome-ignore lint/a11y/noAutofocus: of a page that is only this form
          autoFocus={takes_focus}
          required
          {...marks}
        />
      </label>
      {said}
      {is_new && !said && (
        <p id="password-hint" className="sign-in-hint quiet">
          {new_hint}
        </p>
      )}
      <Check label={t('show_password')} value={shown} change={setShown} />
    </>
  );
}

export function SendButton({ busy, children }: { busy: boolean; children: ReactNode }) {
  return (
    <button type="submit" className="button primary wide" disabled={busy}>
      {children}
    </button>
  );
}
