// The colour of a channel: one of a palette, or any other.
import { CHANNEL_COLORS } from '@stoa/contract';
import { useId, useLayoutEffect, useRef } from 'react';
import { t } from '../../base/text/all-texts.ts';
import { useSaved } from '../../base/ui/controls.tsx';

export function ColorField({ value, save }: { value: string; save(color: string): Promise<unknown> }) {
  const id = useId();
  const { shown, change } = useSaved(value, save);
  return (
    <fieldset className="setting colors" aria-labelledby={id}>
      <span id={id} className="setting-label">
        {t('channel_color')}
      </span>
      <div className="swatches">
        {CHANNEL_COLORS.map((color) => (
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
