// A button with a menu for long lists: the menu is created when first opened.
import * as Ariakit from '@ariakit/react';
import { type ReactNode, useEffect, useState } from 'react';
import { Icon, type IconName } from './icon.tsx';

interface Props {
  readonly label: string;
  readonly className?: string;
  readonly icon?: IconName;
  readonly children: () => ReactNode;
}

export function LazyMenu({ className = 'icon-button', icon = 'more', ...props }: Props) {
  const [used, setUsed] = useState(false);
  if (used) return <OpenedMenu className={className} icon={icon} {...props} />;
  return (
    <button
      type="button"
      className={className}
      title={props.label}
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={() => setUsed(true)}
    >
      <Icon name={icon} />
      <span className="hidden-text">{props.label}</span>
    </button>
  );
}

function OpenedMenu({ label, className, icon, children }: Required<Props>) {
  const menu = Ariakit.useMenuStore({ placement: 'bottom-end' });
  useEffect(() => {
    menu.setInitialFocus('first');
    menu.setAutoFocusOnShow(true);
    menu.show();
  }, [menu]);
  return (
    <>
      <Ariakit.MenuButton store={menu} className={className} title={label}>
        <Icon name={icon} />
        <span className="hidden-text">{label}</span>
      </Ariakit.MenuButton>
      <Ariakit.Menu store={menu} className="menu" portal gutter={4} unmountOnHide aria-label={label}>
        {children()}
      </Ariakit.Menu>
    </>
  );
}

export function MenuAction({
  icon,
  danger = false,
  act,
  children,
}: {
  icon: IconName;
  danger?: boolean;
  act(): void;
  children: ReactNode;
}) {
  return (
    <Ariakit.MenuItem className={danger ? 'menu-item danger' : 'menu-item'} onClick={act}>
      <Icon name={icon} /> {children}
    </Ariakit.MenuItem>
  );
}

export function MenuLink({ icon, href, children }: { icon: IconName; href: string; children: ReactNode }) {
  return (
    <Ariakit.MenuItem className="menu-item" render={<a href={href} />}>
      <Icon name={icon} /> {children}
    </Ariakit.MenuItem>
  );
}

export const MenuLine = () => <Ariakit.MenuSeparator className="menu-separator" />;
