// An open menu and its items. Loaded on first use, with the library that draws it: see `lazy-menu.tsx`.
import * as Ariakit from '@ariakit/react';
import { type ReactNode, useEffect } from 'react';
import { Icon, type IconName } from './icon.tsx';

interface OpenedMenuProps {
  readonly label: string;
  readonly className: string;
  readonly placement: 'bottom-end' | 'top-start';
  /** The content of the button. */
  readonly face: ReactNode;
  readonly children: ReactNode;
}

/** The button that a plain one turns into when it is first pressed, and its menu, which is open. */
export function OpenedMenu({ label, className, placement, face, children }: OpenedMenuProps) {
  const menu = Ariakit.useMenuStore({ placement });
  useEffect(() => {
    menu.setInitialFocus('first');
    menu.setAutoFocusOnShow(true);
    menu.show();
  }, [menu]);
  return (
    <>
      <Ariakit.MenuButton store={menu} className={className} title={label}>
        {face}
      </Ariakit.MenuButton>
      <Ariakit.Menu store={menu} className="menu" portal gutter={4} unmountOnHide aria-label={label}>
        {children}
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

interface ChoiceProps {
  readonly name: string;
  readonly value: number;
  readonly chosen: number;
  choose(): void;
  /** Whether the menu stays open, to try another one. */
  readonly stays?: boolean;
  readonly children: ReactNode;
}

/** One of several, of which one is checked. */
export function MenuChoice({ name, value, chosen, choose, stays = false, children }: ChoiceProps) {
  return (
    <Ariakit.MenuItemRadio
      className="menu-item"
      name={name}
      value={String(value)}
      checked={chosen === value}
      hideOnClick={!stays}
      onClick={choose}
    >
      {children}
      <Ariakit.MenuItemCheck />
    </Ariakit.MenuItemRadio>
  );
}

export function MenuGroup({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Ariakit.MenuGroup className="menu-group">
      <Ariakit.MenuGroupLabel className="menu-label">{label}</Ariakit.MenuGroupLabel>
      {children}
    </Ariakit.MenuGroup>
  );
}
