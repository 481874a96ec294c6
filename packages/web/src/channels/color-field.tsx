// The colour of a channel: one of a few that go together, or any other.
import { useId, useLayoutEffect, useRef } from 'react';
import { useSaved } from '../pages/controls.tsx';
import { t } from '../text/text.ts';

const COLORS = [
  '#76ce90',
  '#fae589',
  '#a6c7e5',
  '#e79ab5',
  '#bfd56f',
  '#f4ae55',
  '#b0a5fd',
  '#addfe5',
  '#f5ce6e',
  '#c2726a',
  '#94c849',
  '#bd86e5',
  '#ee7e4a',
  '#a6dcbf',
  '#95a5fd',
  '#53a063',
  '#9987e1',
  '#e4523d',
  '#c2c2c2',
  '#4f8de4',
  '#c6a8ad',
  '#e7cc4d',
  '#c8bebf',
  '#a47462',
] as const;

export function ColorField({ value, save }: { value: string; save(color: string): Promise<unknown> }) {
  const id = useId();
  const { shown, change } = useSaved(value, save);
  return (
    <fieldset className="setting colors" aria-labelledby={id}>
      <span id={id} className="setting-label">
        {t('channel_color')}
      </span>
      <div className="swatches">
        {COLORS.map((color) => (
          <Swatch key={color} color={color} name={id} checked={shown === color} choose={() => void change(color)} />
        ))}
      </div>
      <label className="check">
        <input
          type="color"
          value={shown}
          onChange={(event) => {
            const { value: color } = event.target;
            if (color !== shown) void change(color);
          }}
        />
        {t('other_color')}
      </label>
    </fieldset>
  );
}

interface SwatchProps {
  readonly color: string;
  readonly name: string;
  readonly checked: boolean;
  choose(): void;
}

function Swatch({ color, name, checked, choose }: SwatchProps) {
  const element = useRef<HTMLLabelElement>(null);
  useLayoutEffect(() => element.current?.style.setProperty('--swatch', color), [color]);
  return (
    <label ref={element} className="swatch" title={color}>
      <input type="radio" name={name} checked={checked} onChange={choose} aria-label={t('color_named', { color })} />
    </label>
  );
}
