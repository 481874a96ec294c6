// A button that shows only an icon. Screen readers read its label, which is also shown on hover.
import type { ComponentProps } from 'react';
import { Icon, type IconName } from './icon.tsx';

interface Props extends Omit<ComponentProps<'button'>, 'type' | 'children'> {
  readonly icon: IconName;
  readonly label: string;
  readonly size?: number;
  readonly filled?: boolean;
}

export function IconButton({ icon, label, size, filled, className, ...props }: Props) {
  return (
    <button type="button" title={label} {...props} className={className ? `icon-button ${className}` : 'icon-button'}>
      <Icon name={icon} size={size} filled={filled} />
      <span className="hidden-text">{label}</span>
    </button>
  );
}
