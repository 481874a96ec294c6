// How long messages are kept, in the organization or a channel. What deletes messages that were kept until now is confirmed.
import { FOREVER } from '@stoa/contract';
import { useId, useRef, useState } from 'react';
import { t } from '../../base/text/all-texts.ts';
import { AmountForm } from '../../base/ui/amount-form.tsx';
import { ConfirmDialog } from '../../base/ui/confirm-dialog.tsx';
import { Hint, useSaved } from '../../base/ui/controls.tsx';
import { LabelledSelect } from '../../base/ui/select.tsx';
import { deletesMore, INHERITED, type Retention } from './retention.ts';

interface Props {
  readonly label: string;
  readonly hint?: string;
  readonly value: Retention;
  /** Days of the organization, which a channel can follow. */
  readonly inherited?: number;
  readonly disabled: boolean;
  save(days: Retention): Promise<unknown>;
}

const OTHER = 'other';
const FIRST_OWN = '365';

export function RetentionRow({ label, hint, value, inherited, disabled, save }: Props) {
  const id = useId();
  const select = useRef<HTMLSelectElement>(null);
  const { shown, change } = useSaved(value, save);
  const [own, setOwn] = useState<string | null>(null);
  const [to_confirm, setToConfirm] = useState<{ days: Retention } | null>(null);
  const leaveForm = () => {
    setOwn(null);
    select.current?.focus();
  };
  const store = async (days: Retention) => {
    if ((await change(days)) && own !== null) leaveForm();
  };
  const request = (days: Retention) => {
    if (deletesMore(shown, days, inherited)) setToConfirm({ days });
    else void store(days);
  };
  const days_to_confirm = to_confirm && (to_confirm.days ?? inherited ?? FOREVER);
  return (
    <div className="setting">
      <LabelledSelect<string | number>
        label={label}
        ref={select}
        value={own === null ? (shown ?? INHERITED) : OTHER}
        choices={[
          ...(inherited === undefined ? [] : [[INHERITED, t('retention_default')] as const]),
          [FOREVER, t('retention_forever')],
          ...(shown === null || shown === FOREVER ? [] : [[shown, t('retention_days', { count: shown })] as const]),
          [OTHER, t('org_custom')],
        ]}
        disabled={disabled}
        aria-describedby={hint ? id : undefined}
        change={(chosen) => {
          setOwn(chosen === OTHER ? (shown === null || shown === FOREVER ? FIRST_OWN : String(shown)) : null);
          if (chosen !== OTHER) request(chosen === INHERITED ? null : Number(chosen));
        }}
      />
      <Hint id={id}>{hint}</Hint>
      {own !== null && !disabled && (
        <AmountForm setting={label} written={own} change={setOwn} save={request} cancel={leaveForm}>
          <span>{t('org_days')}</span>
        </AmountForm>
      )}
      {to_confirm && days_to_confirm !== null && (
        <ConfirmDialog
          title={t('retention_title')}
          lead={t('retention_lead', { count: days_to_confirm })}
          action={t('retention_confirm')}
          confirm={() => void store(to_confirm.days)}
          close={() => setToConfirm(null)}
        />
      )}
    </div>
  );
}
