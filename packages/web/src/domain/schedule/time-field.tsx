// Chooses a future time: a suggested or any other.
import { useState } from 'react';
import { t } from '../../base/text/all-texts.ts';
import { comingTime } from '../../base/text/dates.ts';
import { refusalText } from '../../base/text/failures.ts';
import { nowMs } from '../../base/time/clock.ts';
import { LabelledInput } from '../../base/ui/labelled-field.tsx';
import { useAppState } from '../../model/engine/context.ts';
import { fieldValue, readField, timeChoices } from './times.ts';

interface Props {
  /** Seconds since the epoch; null for no time or a past one. */
  readonly value: number | null;
  choose(at: number | null): void;
}

export function TimeField({ value, choose }: Props) {
  const [now] = useState(() => new Date(nowMs()));
  const [choices] = useState(() => timeChoices(now));
  const [written, setWritten] = useState(value === null ? '' : fieldValue(new Date(value * 1000)));
  const [is_past, setPast] = useState(false);
  const is24 = useAppState(({ user_settings }) => user_settings.twenty_four_hour_time);
  return (
    <fieldset className="time-field">
      <legend>{t('time_when')}</legend>
      <div className="time-choices">
        {choices.map(({ label, at }) => {
          const seconds = Math.floor(at.getTime() / 1000);
          return (
            <button
              key={label}
              type="button"
              className="time-choice"
              aria-pressed={value === seconds}
              onClick={() => {
                setWritten(fieldValue(at));
                setPast(false);
                choose(seconds);
              }}
            >
              <span>{t(label)}</span>
              <span className="quiet">{comingTime(seconds, is24)}</span>
            </button>
          );
        })}
      </div>
      <LabelledInput
        label={t('time_other')}
        required={null}
        type="datetime-local"
        value={written}
        min={fieldValue(now)}
        problem={is_past ? refusalText('time_past') : null}
        change={(text) => {
          const at = readField(text, new Date(nowMs()));
          setWritten(text);
          setPast(text !== '' && at === null);
          choose(at);
        }}
      />
    </fieldset>
  );
}
