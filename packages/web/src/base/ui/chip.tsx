// One chosen item of a list: its name, and a button that removes it.
import type { ReactNode } from 'react';
import { t } from '../text/all-texts.ts';
import { Icon } from './icon.tsx';

interface Props {
  readonly name: string;
  /** A picture before the name. */
  readonly children?: ReactNode;
  /** Null where the list can't be changed. */
  readonly remove: (() => void) | null;
}

export function Chip({ name, children, remove }: Props) {
  return (
    <li className="chip">
      {children}
      <span className="chip-name" dir="auto">
        {name}
      </span>
      {remove && (
        <button type="button" className="chip-remove" title={t('remove_from_list', { name })} onClick={remove}>
          <Icon name="close" size={13} />
          <span className="hidden-text">{t('remove_from_list', { name })}</span>
        </button>
      )}
    </li>
  );
}
