// A time limit: none, a suggested one, or a custom one.
import { useId, useRef, useState } from 'react';
import { t } from '../../base/text/all-texts.ts';
import { AmountForm } from '../../base/ui/amount-form.tsx';
import { Hint, useSaved } from '../../base/ui/controls.tsx';
import { LabelledSelect, Select } from '../../base/ui/select.tsx';
import { durationName } from '../settings/numbers.ts';
import { LIMITS_OFFERED, splitDuration, UNITS, type UnitSeconds } from './durations.ts';

interface Props {
  readonly label: string;
  readonly hint?: string;
  /** Seconds; null without a limit. */
  readonly value: number | null;
  readonly disabled: boolean;
  save(seconds: number | null): Promise<unknown>;
}

const OTHER = 'other';
const FOREVER = 'forever';
const CUSTOM_FIRST = { written: '30', unit: 60 as UnitSeconds };

export function LimitRow({ label, hint, value, disabled, save }: Props) {
  const id = useId();
  const select = useRef<HTMLSelectElement>(null);
  const { shown, change } = useSaved(value, save);
  const [own, setOwn] = useState<{ written: string; unit: UnitSeconds } | null>(null);
  // Includes a value set by another client.
  const offered = [...new Set([...LIMITS_OFFERED, ...(shown === null ? [] : [shown])])].sort((a, b) => a - b);
  const choose = (chosen: string | number) => {
    if (chosen !== OTHER) {
      setOwn(null);
      void change(chosen === FOREVER ? null : Number(chosen));
    } else if (shown === null) setOwn(CUSTOM_FIRST);
    else {
      const { amount, unit } = splitDuration(shown);
      setOwn({ written: String(amount), unit });
    }
  };
  return (
    <div className="setting">
      <LabelledSelect<string | number>
        label={label}
        ref={select}
        value={own ? OTHER : (shown ?? FOREVER)}
        choices={[
          [FOREVER, t('org_any_time')],
          ...offered.map((seconds) => [seconds, t('org_within', { duration: durationName(seconds) })] as const),
          [OTHER, t('org_custom')],
        ]}
        disabled={disabled}
        aria-describedby={hint ? id : undefined}
        change={choose}
      />
      <Hint id={id}>{hint}</Hint>
      {own && !disabled && (
        <OwnTime
          label={label}
          time={own}
          change={setOwn}
          save={(seconds) => {
            void change(seconds).then((done) => {
              if (!done) return;
              setOwn(null);
              select.current?.focus();
            });
          }}
          cancel={() => {
            setOwn(null);
            select.current?.focus();
          }}
        />
      )}
    </div>
  );
}

interface OwnProps {
  readonly label: string;
  readonly time: { readonly written: string; readonly unit: UnitSeconds };
  change(time: { written: string; unit: UnitSeconds }): void;
  save(seconds: number): void;
  cancel(): void;
}

function OwnTime({ label, time, change, save, cancel }: OwnProps) {
  return (
    <AmountForm
      setting={label}
      written={time.written}
      change={(written) => change({ ...time, written })}
      save={(amount) => save(amount * time.unit)}
      cancel={cancel}
    >
      <Select
        aria-label={t('org_limit_unit', { setting: label })}
        value={time.unit}
        choices={UNITS.map(([name, unit]) => [unit, t(name)] as const)}
        change={(unit) => change({ ...time, unit })}
      />
    </AmountForm>
  );
}
