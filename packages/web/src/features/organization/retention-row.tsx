// How long messages are kept. Setting a number of days deletes older messages, so it needs confirmation.
import { FOREVER } from '@stoa/contract';
import { useId, useRef, useState } from 'react';
import { t } from '../../base/text/all-texts.ts';
import { ConfirmDialog } from '../../base/ui/confirm-dialog.tsx';
import { Hint, useSaved } from '../../base/ui/controls.tsx';
import { readAmount } from './durations.ts';

interface Props {
  readonly label: string;
  readonly hint?: string;
  /** Days. */
  readonly value: number;
  readonly disabled: boolean;
  save(days: number): Promise<unknown>;
}

const OTHER = 'other';
const FIRST_OWN = '365';

export function RetentionRow({ label, hint, value, disabled, save }: Props) {
  const id = useId();
  const select = useRef<HTMLSelectElement>(null);
  const { shown, change } = useSaved(value, save);
  const [own, setOwn] = useState<string | null>(null);
  const [days_to_confirm, setAsked] = useState<number | null>(null);
  const days = readAmount(own ?? '');
  return (
    <div className="setting">
      <label className="labelled">
        {label}
        <select
          ref={select}
          className="field"
          value={own === null ? shown : OTHER}
          disabled={disabled}
          aria-describedby={hint ? id : undefined}
          onChange={({ target: { value: chosen } }) => {
            setOwn(chosen === OTHER ? (shown === FOREVER ? FIRST_OWN : String(shown)) : null);
            if (Number(chosen) === FOREVER) void change(FOREVER);
          }}
        >
          <option value={FOREVER}>{t('org_for_ever')}</option>
          {shown !== FOREVER && <option value={shown}>{t('org_retention_days', { count: shown })}</option>}
          <option value={OTHER}>{t('org_custom')}</option>
        </select>
      </label>
      <Hint id={id}>{hint}</Hint>
      {own !== null && !disabled && (
        <form
          className="own-time"
          onSubmit={(event) => {
            event.preventDefault();
            if (days !== null) setAsked(days);
          }}
        >
          <input
            className="field"
            inputMode="numeric"
            aria-label={t('org_limit_amount', { setting: label })}
            value={own}
            // biome-ignore lint/a11y/noAutofocus: it was just asked for
            autoFocus
            onChange={(event) => setOwn(event.target.value)}
          />
          <span>{t('org_days')}</span>
          <button type="submit" className="button primary" disabled={days === null}>
            {t('save')}
          </button>
          <button type="button" className="button" onClick={() => setOwn(null)}>
            {t('cancel')}
          </button>
        </form>
      )}
      {days_to_confirm !== null && (
        <ConfirmDialog
          title={t('org_retention_title')}
          lead={t('org_retention_lead', { count: days_to_confirm })}
          action={t('org_retention_confirm')}
          confirm={() =>
            void change(days_to_confirm).then((done) => {
              if (!done) return;
              setOwn(null);
              select.current?.focus();
            })
          }
          close={() => setAsked(null)}
        />
      )}
    </div>
  );
}
