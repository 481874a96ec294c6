// Some of many things: those chosen as chips, a list to add another from.
import { useId } from 'react';
import { t } from '../text/text.ts';
import { Icon } from '../ui/icon.tsx';

interface Props {
  readonly label: string;
  readonly add: string;
  readonly options: readonly (readonly [id: number, name: string])[];
  readonly chosen: readonly number[];
  change(ids: readonly number[]): void;
}

export function ChipSelect({ label, add, options, chosen, change }: Props) {
  const id = useId();
  const names = new Map(options);
  const left = options.filter(([option]) => !chosen.includes(option));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is drawn as a frame here
    <div className="setting" role="group" aria-labelledby={id}>
      <span className="setting-label" id={id}>
        {label}
      </span>
      {chosen.length > 0 && (
        <ul className="chips">
          {chosen.map((one) => {
            const name = names.get(one) ?? '';
            return (
              <li key={one} className="chip">
                <span className="chip-name" dir="auto">
                  {name}
                </span>
                <button
                  type="button"
                  className="chip-remove"
                  title={t('remove_from_list', { name })}
                  onClick={() => change(chosen.filter((other) => other !== one))}
                >
                  <Icon name="close" size={13} />
                  <span className="hidden-text">{t('remove_from_list', { name })}</span>
                </button>
              </li>
            );
          })}
        </ul>
      )}
      <select
        className="field"
        aria-label={add}
        value=""
        disabled={left.length === 0}
        onChange={(event) => change([...chosen, Number(event.target.value)])}
      >
        <option value="">{add}</option>
        {left.map(([option, name]) => (
          <option key={option} value={option}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}
