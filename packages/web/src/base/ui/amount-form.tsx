// The form of an amount of the reader's own: a positive whole number and its unit.
import { type ReactNode, useId } from 'react';
import { t } from '../text/all-texts.ts';
import { readAmount } from './amount.ts';
import { Problem } from './problem.tsx';

interface Props {
  /** The setting's name. */
  readonly setting: string;
  readonly written: string;
  /** The unit, or how to choose it. */
  readonly children: ReactNode;
  change(written: string): void;
  save(amount: number): void;
  cancel(): void;
}

export function AmountForm({ setting, written, children, change, save, cancel }: Props) {
  const id = useId();
  const amount = readAmount(written);
  const is_refused = amount === null && written.trim() !== '';
  return (
    <form
      className="own-time"
      onSubmit={(event) => {
        event.preventDefault();
        if (amount !== null) save(amount);
      }}
    >
      <input
        className="field"
        inputMode="numeric"
        aria-label={t('org_limit_amount', { setting })}
        aria-invalid={is_refused || undefined}
        aria-describedby={is_refused ? id : undefined}
        value={written}
        // biome-ignore lint/a11y/noAutofocus: it was just asked for
        autoFocus
        onChange={(event) => change(event.target.value)}
      />
      {children}
      <button type="submit" className="button primary" disabled={amount === null}>
        {t('save')}
      </button>
      <button type="button" className="button" onClick={cancel}>
        {t('cancel')}
      </button>
      <Problem id={id}>{is_refused && t('amount_problem')}</Problem>
    </form>
  );
}
