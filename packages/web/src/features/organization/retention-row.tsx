// How long messages are kept. Setting a number of days deletes older messages, so it needs confirmation.
import { FOREVER } from '@stoa/contract';
import { useId, useRef, useState } from 'react';
import { t } from '../../base/text/all-texts.ts';
import { ConfirmDialog } from '../../base/ui/confirm-dialog.tsx';
import { Hint, useSaved } from '../../base/ui/controls.tsx';
import { LabelledSelect } from '../../base/ui/select.tsx';
import { AmountForm } from './amount-form.tsx';

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
  return (
    <div className="setting">
      <LabelledSelect<string | number>
        label={label}
        ref={select}
        value={own === null ? shown : OTHER}
        choices={[
          [FOREVER, t('org_for_ever')],
          ...(shown === FOREVER ? [] : [[shown, t('org_retention_days', { count: shown })] as const]),
          [OTHER, t('org_custom')],
        ]}
        disabled={disabled}
        aria-describedby={hint ? id : undefined}
        change={(chosen) => {
          setOwn(chosen === OTHER ? (shown === FOREVER ? FIRST_OWN : String(shown)) : null);
          if (chosen === FOREVER) void change(FOREVER);
        }}
      />
      <Hint id={id}>{hint}</Hint>
      {own !== null && !disabled && (
        <AmountForm setting={label} written={own} change={setOwn} save={setAsked} cancel={() => setOwn(null)}>
          <span>{t('org_days')}</span>
        </AmountForm>
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
