// A menu among the tools of a text. A choice leads to the text, Escape back to the button.
import * as Ariakit from '@ariakit/react';
import { type ReactNode, useRef } from 'react';
import { Icon, type IconName } from '../../base/ui/icon.tsx';

interface Props {
  readonly icon: IconName;
  readonly label: string;
  readonly children: ReactNode;
}

export function ToolsMenu({ icon, label, children }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  const leave = () => {
    // The menu has the focus until it is gone.
    requestAnimationFrame(() => button.current?.focus());
    return true;
  };
  return (
    <Ariakit.MenuProvider placement="top-start">
      <Ariakit.MenuButton ref={button} className="icon-button" title={label}>
        <Icon name={icon} />
        <span className="hidden-text">{label}</span>
      </Ariakit.MenuButton>
      <Ariakit.Menu className="menu" portal gutter={4} unmountOnHide autoFocusOnHide={false} hideOnEscape={leave}>
        {children}
      </Ariakit.Menu>
    </Ariakit.MenuProvider>
  );
}
